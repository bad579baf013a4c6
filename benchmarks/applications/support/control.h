#pragma once

/// \file
/// Control paths of applications that send their data themselves: who starts an operation when
/// those before it are complete. All have the same functions.

#include <dash/Flags.h>
#include <dash/Stream.h>
#include <dash/Triggers.h>
#include <dash/Types.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/OnStream.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#if defined(__CUDACC__)
#include <cooperative_groups.h>
#endif

namespace control {

using Flag = dash::FlagRef<std::uint64_t>;

/// Values for a place in global memory.
template <class Position>
using ValuesFor = std::span<const typename Position::value_type>;

/// In kernels, in place of the tags of triggers where there are none.
struct NoTags {
  DASH_HOST_DEVICE void fire(std::size_t, std::uint64_t = 1) const {}
};

/// Fires a tag once for each thread that calls it. Threads of a warp that come together fire by one
/// atomic addition, because all additions to a tag are one after the other.
template <class Tags>
DASH_HOST_DEVICE void fire_together(const Tags& tags, std::size_t tag)
{
#if defined(__CUDA_ARCH__)
  const auto warp = cooperative_groups::coalesced_threads();
  warp.sync();  // the first thread knows what the others have written
  if (warp.thread_rank() == 0) tags.fire(tag, warp.size());
#else
  tags.fire(tag);
#endif
}

/// What paths without triggers have in common: puts of what a kernel has written take their turn.
/// \tparam Path  the class that is derived from this one
template <class Path>
class WithoutTags {
 public:
  using Tags = NoTags;

  /// Puts values that a kernel has written.
  /// \param tag, count  the kernel fires this tag as often when it has written them
  template <class Position>
  void put_fired(
      std::size_t, std::size_t, const Position& to, ValuesFor<Position> values, const Flag& flag,
      std::uint64_t value)
  {
    static_cast<Path&>(*this).put_notify(to, values, flag, value);
  }
  Tags tags() const { return {}; }
};

/// The host waits for the end of each operation before it starts the next one.
class Host : public WithoutTags<Host> {
 public:
  static constexpr const char* name = "host";
  using FlagSpace = dash::HostSpace;

  /// Puts values that are ready when all operations before are complete.
  template <class Position>
  void put_notify(
      const Position& to, ValuesFor<Position> values, const Flag& flag, std::uint64_t value)
  {
    dash::put_notify(to, values, flag, value);
  }
  void wait_for(const Flag& flag, std::uint64_t value) { flag.wait(std::greater_equal{}, value); }
  template <class F>
  void for_each_index(std::uint32_t n, F f)
  {
    dash::for_each_index(n, f);
  }
  /// Waits for all operations.
  void complete() {}
};

/// The front end of the GPU starts an operation behind the one before it; the host waits once.
class Stream : public WithoutTags<Stream> {
 public:
  static constexpr const char* name = "stream";
  using FlagSpace = dash::UnitSpace;

  template <class Position>
  void put_notify(
      const Position& to, ValuesFor<Position> values, const Flag& flag, std::uint64_t value)
  {
    stream_.put_notify(to, values, flag, value);
  }
  void wait_for(const Flag& flag, std::uint64_t value)
  {
    stream_.wait_for(flag, std::greater_equal{}, value);
  }
  template <class F>
  void for_each_index(std::uint32_t n, F f)
  {
    dash::for_each_index(stream_, n, f);
  }
  void complete() { stream_.wait(); }
  void* native() const { return stream_.native(); }

 private:
  dash::Stream stream_;
};

/// As a stream, but the kernel itself starts the puts of what it has written, before it ends.
class Triggers : public Stream {
 public:
  static constexpr const char* name = "trigger";
  using Tags = dash::kernel::Triggers;

  /// \param tags  different tags of one kernel
  explicit Triggers(std::size_t tags = 4) : triggers_(tags) {}

  template <class Position>
  void put_fired(
      std::size_t tag, std::size_t count, const Position& to, ValuesFor<Position> values,
      const Flag& flag, std::uint64_t value)
  {
    triggers_.put_notify(tag, count, to, values, flag, value);
  }
  Tags tags() const { return triggers_.view(); }
  void complete()
  {
    Stream::complete();
    triggers_.wait();
  }

 private:
  dash::Triggers triggers_;
};

}  // namespace control
