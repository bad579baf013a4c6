#pragma once

/// \file
/// A team as its kernels see it.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/SharedWord.h>
#include <dash/detail/kernel/TeamMemory.h>
#include <dash/detail/kernel/Threads.h>
#include <dash/detail/kernel/WaitSpan.h>
#include <dash/kernel/KernelPointer.h>

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_kernel.h>

#include <cstddef>

namespace dash::kernel {

/// A team as the kernels of one unit see it. It is trivially copyable, so kernels take it by value;
/// \c KernelTeam::view makes it, for kernels of the unit that makes it.
///
/// Operations that wait give up after the time limit of the team: they write down for the host what
/// they have waited for (\c KernelTeam::check), and then all other waits of the unit's kernels
/// return at once, without success. So no kernel waits for ever.
class Team {
 public:
  /// Number of the unit in the team.
  DASH_HOST_DEVICE std::size_t rank() const { return rank_; }
  /// Number of units of the team.
  DASH_HOST_DEVICE std::size_t size() const { return size_; }

  /// Whether a wait of the unit's kernels was given up.
  DASH_HOST_DEVICE bool has_failed() const { return detail::load_relaxed(&state().faulted) != 0; }

  /* ---- for the operations of kernels --------------------------------------------------------- */

  /// The unit's own counters.
  DASH_HOST_DEVICE detail::TeamState& state() const
  {
    return *reinterpret_cast<detail::TeamState*>(own_);
  }
  DASH_HOST_DEVICE detail::TeamLayout layout() const { return detail::TeamLayout(size_); }
  /// A part of the unit's own memory of the team.
  template <class T>
  DASH_HOST_DEVICE T* own(std::size_t offset) const
  {
    return reinterpret_cast<T*>(own_ + offset);
  }
  /// The same part of the memory of another unit.
  template <class T>
  DASH_HOST_DEVICE Pointer<T> at(std::size_t unit, std::size_t offset) const
  {
    std::byte* const base = own<std::byte*>(layout().peers())[unit];
    dart_gptr_t gptr = memory_;
    gptr.unitid = static_cast<dart_unit_t>(unit);
    gptr.addr_or_offs.offset += offset;
    const bool reaches = base != nullptr;
    return Pointer<T>(
        reaches ? reinterpret_cast<T*>(base + offset) : nullptr, gptr,
        reaches ? Access::atomic : Access::none);
  }
  /// Whether kernels are host functions that call the runtime: those of CPU units. GPUs write
  /// requests, emulated ones as well.
  DASH_HOST_DEVICE bool calls_runtime() const
  {
#if defined(__CUDA_ARCH__)
    return false;
#else
    return calls_runtime_;
#endif
  }
  /// Where requests go.
  DASH_HOST_DEVICE const dart_kernel_ring_t& ring() const { return ring_; }

  /// Waits until \c is_ready() is true. \param describe  fills in a FaultRecord if it takes too
  /// long
  /// \return whether it became true
  template <class IsReady, class Describe>
  DASH_HOST_DEVICE bool wait_until(IsReady is_ready, Describe describe) const
  {
    detail::Word begin = 0;
    detail::WaitSpan span;
    for (unsigned polls = 1; !is_ready(); ++polls) {
      detail::pause_polling(polls);
      if (polls % polls_between_looks != polls_before_look) continue;
      if (has_failed()) return false;
      if (begin == 0) {
        begin = detail::now_ns();
        span.begin();
      }
      if (limit_ns_ != 0 && detail::now_ns() - begin > limit_ns_) {
        fail(describe);
        return false;
      }
    }
    return true;
  }

 private:
  friend class dash::KernelTeam;

  /// Number of polls after which a wait looks at the clock, and whether another one was given up:
  /// the first time soon, but not while what it waits for is under way.
  static constexpr unsigned polls_between_looks = 64, polls_before_look = 8;

  /// Writes down why the first wait of the unit's kernels has failed.
  template <class Describe>
  DASH_HOST_DEVICE void fail(Describe describe) const
  {
    detail::Shared<detail::Word> faulted(state().faulted);
    if (faulted.exchange(1, detail::order::memory_order_relaxed) != 0) return;
    describe(*fault_);
    detail::store_release(&fault_->is_set, 1);
  }

  std::byte* own_ = nullptr;
  std::size_t rank_ = 0;
  std::size_t size_ = 0;
  dart_gptr_t memory_ = DART_GPTR_NULL;
  dart_kernel_ring_t ring_{};
  detail::FaultRecord* fault_ = nullptr;
  detail::Word limit_ns_ = 0;
  bool calls_runtime_ = false;
};

}  // namespace dash::kernel
