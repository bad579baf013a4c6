#pragma once

/// \file
/// dash::Stream: communication and algorithms that take their place behind the kernels of a GPU,
/// while the host goes on.

#include <dash/Flags.h>
#include <dash/Future.h>
#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/SideBySide.h>

#include <dash/dart/if/dart_stream.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// What a flag has to fulfil, as the runtime names it.
template <class Comparison>
inline constexpr bool is_flag_comparison = false;
template <class Comparison>
inline constexpr dart_flag_condition_t flag_condition = DART_FLAG_EQUAL;

template <class T>
inline constexpr bool is_flag_comparison<std::equal_to<T>> = true;
template <class T>
inline constexpr bool is_flag_comparison<std::not_equal_to<T>> = true;
template <class T>
inline constexpr dart_flag_condition_t flag_condition<std::not_equal_to<T>> = DART_FLAG_DIFFERENT;
template <class T>
inline constexpr bool is_flag_comparison<std::greater_equal<T>> = true;
template <class T>
inline constexpr dart_flag_condition_t flag_condition<std::greater_equal<T>> = DART_FLAG_REACHED;

class StreamCalls;

}  // namespace detail

/// Comparisons for which a stream waits: \c std::equal_to, \c std::not_equal_to and
/// \c std::greater_equal, which compares as counters do that wrap around.
template <class Comparison>
concept FlagComparison = detail::is_flag_comparison<Comparison>;

/// A stream: operations that are executed in the order in which they are added, each when the one
/// before it is complete, also at its target. So no flush is needed. Functions that add operations
/// do not wait.
///
/// On a GPU unit it is a stream of CUDA, which also executes kernels (\c native) and can be
/// captured into a graph: between memories that the GPU reaches, transfers, flags and barriers are
/// copies, kernels and stream memory operations; what it does not reach, such as other hosts, a
/// thread of the runtime does while the stream waits. On CPU units and emulated GPUs, a thread
/// executes all of it. Native memory is read and written when it is the operation's turn, and has
/// to exist until then.
///
/// An operation that fails is reported by the next \c wait. Functions are local calls and
/// thread-safe unless they say otherwise. Source: E. Agostini et al., "Offloading communication
/// control logic in GPU accelerated applications", 2017.
class DASH_API Stream {
 public:
  /// A new stream. \throws exception::RuntimeError if the GPU or a thread is not available
  Stream();
  /// Uses a stream of CUDA of the calling GPU unit, which may be one that is being captured, and
  /// has to exist until the object ends.
  /// \throws exception::RuntimeError on units without streams of CUDA
  explicit Stream(void* cuda_stream);
  Stream(Stream&& other) noexcept { *this = std::move(other); }
  Stream& operator=(Stream&& other) noexcept
  {
    std::swap(stream_, other.stream_);
    std::swap(calls_, other.calls_);
    return *this;
  }
  /// Completes the operations.
  ~Stream();

  /// The cudaStream_t, for kernels and graphs; selects the unit's GPU for the calling thread.
  /// nullptr on CPU units and emulated GPUs.
  void* native() const;
  dart_stream_t dart_stream() const noexcept { return stream_; }

  /// Waits until all operations are complete.
  /// \throws exception::RuntimeError if one has failed since the last call
  void wait() const;
  /// Whether all operations are complete.
  bool is_complete() const;
  /// The end of the operations so far, or of those that are added before somebody asks. The stream
  /// has to exist until then.
  Future<void> future() const
  {
    return Future<void>([this] { wait(); }, [this] { return is_complete(); });
  }

  /// Adds the transfer of elements to a place in the memory of one unit.
  /// \param to      the first element: an iterator of a container or view, or a \c GlobPtr
  /// \param values  contiguous native memory, also device memory
  /// \throws exception::InvalidArgument if the elements do not lie side by side at one unit
  template <detail::PlacedPosition It>
  void put(
      const It& to,
      std::span<const typename detail::ElementOf<std::type_identity_t<It>>::type> values) const
  {
    if (values.empty()) return;
    add_put(placed("dash::Stream::put", to, values.size()), values.data(), values.size_bytes());
  }

  /// Adds the transfer of elements from a place in the memory of one unit.
  /// \param from    the first element
  /// \param values  contiguous native memory, also device memory
  /// \throws exception::InvalidArgument if the elements do not lie side by side at one unit
  template <detail::PlacedPosition It>
  void get(
      const It& from,
      std::span<std::remove_const_t<typename detail::ElementOf<std::type_identity_t<It>>::type>>
          values) const
  {
    if (values.empty()) return;
    add_get(placed("dash::Stream::get", from, values.size()), values.data(), values.size_bytes());
  }

  /// Adds the transfer of elements, after which a flag of the same unit is set.
  /// \param value  of the flag, not 0
  template <detail::PlacedPosition It, FlagValue T>
  void put_notify(
      const It& to,
      std::span<const typename detail::ElementOf<std::type_identity_t<It>>::type> values,
      const FlagRef<T>& flag, std::type_identity_t<T> value) const
  {
    const dart_gptr_t begin =
        values.empty() ? flag.dart_gptr() : placed("dash::Stream::put_notify", to, values.size());
    add_put_notify(
        begin, values.data(), values.size_bytes(), flag.dart_gptr(), flag.word_of(value),
        detail::FlagUpdate::set);
  }

  /// Adds the setting of a flag. \param value  not 0
  template <FlagValue T>
  void notify(const FlagRef<T>& flag, std::type_identity_t<T> value) const
  {
    const dart_gptr_t word = flag.dart_gptr();
    add_put_notify(word, nullptr, 0, word, flag.word_of(value), detail::FlagUpdate::set);
  }
  /// Adds an addition to a flag. \param value  not 0
  template <FlagValue T>
    requires std::integral<T>
  void notify_add(const FlagRef<T>& flag, std::type_identity_t<T> value = T{1}) const
  {
    const dart_gptr_t word = flag.dart_gptr();
    add_put_notify(word, nullptr, 0, word, flag.word_of(value), detail::FlagUpdate::add);
  }

  /// Adds a wait until a flag of the calling unit compares with a value:
  /// <tt>stream.wait_for(flag, std::greater_equal{}, step)</tt>. What is behind it sees the data
  /// that were put with the flag. The variable DART_STREAM_TIMEOUT limits the time.
  template <FlagValue T, FlagComparison Comparison>
  void wait_for(const FlagRef<T>& flag, Comparison /*compare*/, std::type_identity_t<T> value) const
  {
    add_wait(flag.dart_gptr(), detail::flag_condition<Comparison>, flag.word_of(value));
  }
  /// Adds the clearing of a flag of the calling unit.
  template <FlagValue T>
  void reset(const FlagRef<T>& flag) const
  {
    add_reset(flag.dart_gptr());
  }

  /// Adds the atomic update of an element by an operation of \c dash, such as \c dash::plus.
  /// \param element  its place
  /// \param operand  address of the operand, also in device memory
  /// \param old      where the old value goes; nullptr: nowhere
  template <detail::PlacedPosition It, DartOperation Op>
  void update(
      const It& element, const typename detail::ElementOf<std::type_identity_t<It>>::type* operand,
      Op /*op*/, typename detail::ElementOf<std::type_identity_t<It>>::type* old = nullptr) const
  {
    using T = typename detail::ElementOf<It>::type;
    add_update(
        detail::gptr_of(element), operand, old, dash::dart_datatype<T>::value,
        Op::dart_operation());
  }

  /// Adds a barrier: what is behind it at any unit begins when all units have completed what is
  /// before it. Collective; only the first barrier of a team waits for the other units, and must
  /// not be captured into a graph.
  void barrier(Team& team = Team::All()) const;

  /// Adds a call of a function by the host, which must not use this stream. In a graph it is called
  /// at each launch, for which this object has to exist. An exception is an error that \c wait
  /// reports, and what is behind the call is skipped.
  void call(std::function<void()> function);

  /// \throws exception::RuntimeError that names a function, if what is added becomes a part of a
  ///   graph
  void require_no_capture(const char* function) const;

  /// Calls a function whose algorithms add their kernels to the stream; elsewhere it is added as a
  /// call. The algorithms of <dash/algorithm/OnStream.h> use it.
  void add_algorithm(std::function<void()> algorithm);

 private:
  template <detail::PlacedPosition It>
  static dart_gptr_t placed(const char* function, const It& first, std::size_t n)
  {
    detail::require_room(function, static_cast<std::ptrdiff_t>(n), first);
    detail::require_side_by_side(function, "transfer", first, n);
    return detail::gptr_of(first);
  }

  void add_put(dart_gptr_t to, const void* values, std::size_t nbytes) const;
  void add_get(dart_gptr_t from, void* values, std::size_t nbytes) const;
  void add_put_notify(
      dart_gptr_t to, const void* values, std::size_t nbytes, dart_gptr_t flag, std::uint64_t value,
      detail::FlagUpdate update) const;
  void add_wait(dart_gptr_t flag, dart_flag_condition_t condition, std::uint64_t value) const;
  void add_reset(dart_gptr_t flag) const;
  void add_update(
      dart_gptr_t element, const void* operand, void* old, dart_datatype_t type,
      dart_operation_t operation) const;

  dart_stream_t stream_ = DART_STREAM_NULL;
  std::shared_ptr<detail::StreamCalls> calls_;  // shared, as this file does not know the class
};

}  // namespace dash
