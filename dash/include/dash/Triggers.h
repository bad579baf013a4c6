#pragma once

/// \file
/// dash::Triggers: puts that the host posts and kernels start.

#include <dash/Exception.h>
#include <dash/Flags.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/KernelFiles.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/SideBySide.h>

#include <dash/dart/if/dart_trigger.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace dash {

namespace kernel {

/// The tags of a unit for its kernels, which take it by value. On CPU units and emulated GPUs,
/// kernels are host functions.
class Triggers {
 public:
  Triggers() = default;
  explicit Triggers(const dart_trigger_view_t& view) : view_(view) {}

  /// Fires a tag. What the calling thread has written before, and what it knows of other threads by
  /// a synchronisation of its block, is part of what the put sends. A tag that does not exist is an
  /// error of the next dash::Triggers::wait.
  /// \param count  so often
  DASH_HOST_DEVICE void fire(std::size_t tag, std::uint64_t count = 1) const
  {
    if (tag >= view_.tags) {
      add(view_.unknown, tag + 1);
      return;
    }
    add(view_.counts + tag, count);
  }

  DASH_HOST_DEVICE std::size_t size() const { return view_.tags; }

 private:
  DASH_HOST_DEVICE static void add(std::uint64_t* word, std::uint64_t value)
  {
#if defined(__CUDA_ARCH__)
    __threadfence_system();
    atomicAdd_system(reinterpret_cast<unsigned long long*>(word), value);
#else
    std::atomic_ref(*word).fetch_add(value, std::memory_order_acq_rel);
#endif
  }

  dart_trigger_view_t view_{};
};

}  // namespace kernel

/// Tags under which a unit posts puts, and which its kernels fire. A put begins when its tag was
/// fired as often as the thresholds of all puts of the tag up to this one add up to; posting and
/// firing may happen in any order, and tags can be used again and again. A put is moved by the
/// GPU's copy engines, without the kernel and the host. See dart_trigger.h. Source: M. LeBeane et
/// al., "GPU triggered networking for intra-kernel communications", SC17.
///
/// All functions are local calls; one thread at a time uses the tags.
class Triggers {
 public:
  /// \param tags  number of tags, 1 to DART_MOST_TAGS in all of a unit
  /// \throws exception::InvalidArgument for other numbers
  explicit Triggers(std::size_t tags = 1)
  {
    detail::load_kernels();
    detail::checked_call("dash::Triggers", [&] { return dart_triggers_create(tags, &triggers_); });
  }
  Triggers(const Triggers&) = delete;
  Triggers& operator=(const Triggers&) = delete;
  /// Completes the puts. One that still waits for its tag is reported, and stays armed until
  /// dash::finalize.
  ~Triggers() { dart_triggers_destroy(&triggers_); }

  /// What kernels need.
  kernel::Triggers view() const
  {
    dart_trigger_view_t view{};
    detail::checked_call(
        "dash::Triggers::view", [&] { return dart_triggers_view(triggers_, &view); });
    return kernel::Triggers(view);
  }

  /// Posts a put of elements to a place in the memory of one unit, after which a flag of that unit
  /// is set.
  /// \param threshold  so often has the tag to be fired for this put
  /// \param to         the first element: an iterator of a container or view, or a \c GlobPtr
  /// \param values     contiguous native memory, also device memory, read when the put begins
  /// \param flag       of the unit that owns the elements
  /// \param value      of the flag, not 0
  /// \param done       flag of the calling unit that is set to the same value when the values may
  /// be
  ///   changed
  /// \throws exception::InvalidArgument if the elements do not lie side by side at one unit, the
  ///   flag belongs to another unit, a value is 0, or there is no such tag
  template <detail::PlacedPosition It, FlagValue T>
  void put_notify(
      std::size_t tag, std::uint64_t threshold, const It& to,
      std::span<const typename detail::ElementOf<std::type_identity_t<It>>::type> values,
      const FlagRef<T>& flag, std::type_identity_t<T> value,
      std::optional<FlagRef<T>> done = std::nullopt)
  {
    dart_triggered_put_t put{};
    put.threshold = threshold;
    put.gptr = flag.dart_gptr();
    if (!values.empty()) {
      detail::require_room(
          "dash::Triggers::put_notify", static_cast<std::ptrdiff_t>(values.size()), to);
      detail::require_side_by_side("dash::Triggers::put_notify", "post", to, values.size());
      put.gptr = detail::gptr_of(to);
    }
    put.src = values.data();
    put.nelem = values.size_bytes();
    put.dtype = DART_TYPE_BYTE;
    put.flag = flag.dart_gptr();
    put.value = flag.word_of(value);
    put.local_flag = done ? done->dart_gptr() : DART_GPTR_NULL;
    put.local_value = put.value;
    detail::checked_call(
        "dash::Triggers::put_notify", [&] { return dart_trigger_put(triggers_, tag, &put); });
  }

  /// Fires a tag by the host.
  void fire(std::size_t tag, std::uint64_t count = 1)
  {
    detail::checked_call(
        "dash::Triggers::fire", [&] { return dart_trigger_fire(triggers_, tag, count); });
  }

  /// Waits until all puts that were posted are complete at their targets.
  /// \throws exception::InvalidArgument if an unknown tag was fired, or one was fired too often
  /// \throws exception::RuntimeError if a put has failed
  void wait()
  {
    detail::checked_call("dash::Triggers::wait", [&] { return dart_triggers_wait(triggers_); });
  }

  dart_triggers_t dart_triggers() const noexcept { return triggers_; }

 private:
  dart_triggers_t triggers_ = DART_TRIGGERS_NULL;
};

}  // namespace dash
