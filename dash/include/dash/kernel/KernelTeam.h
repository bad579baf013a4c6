#pragma once

/// \file
/// dash::KernelTeam: what the units of a team need so that their running kernels communicate.

#include <dash/Exception.h>
#include <dash/Flags.h>
#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/TeamMemory.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/detail/range/SideBySide.h>
#include <dash/kernel/Elements.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/TeamView.h>
#include <dash/memory/UnitSpace.h>

#include <dash/dart/if/dart_kernel.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace dash {

namespace kernel::detail {

/// Owns a ring for requests of kernels.
class DASH_API Ring {
 public:
  Ring() = default;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { close(); }

  /// \throws exception::RuntimeError if there is no memory
  void open(std::size_t num_slots);
  /// Starts the thread that executes the requests. \throws exception::RuntimeError
  void serve() const;
  /// Completes the requests. Has no effect without a ring, and after dash::finalize.
  void close() noexcept;

  const dart_kernel_ring_t& view() const noexcept { return ring_; }

 private:
  dart_kernel_ring_t ring_{};
};

}  // namespace kernel::detail

/// Lets the running kernels of a team's units communicate with each other: gives them pointers to
/// global memory and a view of the team, with which they call the functions of dash::kernel.
///
/// Kernels are CUDA kernels on GPU units, and host functions on CPU units and where GPUs are
/// emulated. Memory that they do not reach by loads and stores, such as that of other hosts, is
/// accessed for them by a thread of the runtime, which starts when it is needed.
///
/// Construction and destruction are collective; all other functions are local. The kernels have to
/// be complete before the object is destroyed.
class DASH_API KernelTeam {
 public:
  /// The time limit is that of \c DART_KERNEL_TIMEOUT, in seconds (0: none), or 30 s. Synchronises
  /// at its end.
  /// \throws exception::RuntimeError     before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument  for the null team
  explicit KernelTeam(Team& team = Team::All());
  KernelTeam(const KernelTeam&) = delete;
  KernelTeam& operator=(const KernelTeam&) = delete;
  ~KernelTeam() = default;

  Team& team() const noexcept { return memory_.team(); }

  /// What kernels of the calling unit get, by value.
  const kernel::Team& view() const noexcept { return view_; }

  /// Sets the time after which a wait of the unit's kernels is given up, for views that are taken
  /// from now on. 0: they wait for ever.
  void set_time_limit(std::chrono::nanoseconds limit) noexcept;

  /// A pointer to elements of one unit, for kernels of the calling unit.
  /// \tparam T  type of the elements
  /// \throws exception::RuntimeError if the pointer names no memory
  template <class T>
  kernel::Pointer<T> pointer(dart_gptr_t gptr)
  {
    const Found found = find(gptr);
    return kernel::Pointer<T>(static_cast<T*>(found.address), gptr, found.access);
  }
  /// The same for an iterator of a container or view, a \c GlobPtr, or an address of the calling
  /// unit's part of a container.
  template <dash::detail::PlacedPosition It>
  auto pointer(const It& position)
  {
    return pointer<typename dash::detail::ElementOf<It>::type>(dash::detail::gptr_of(position));
  }
  /// The same for the word of a flag.
  template <FlagValue T>
  kernel::Pointer<std::uint64_t> pointer(const FlagRef<T>& flag)
  {
    return pointer<std::uint64_t>(flag.dart_gptr());
  }

  /// Pointers to all elements of an array, for kernels of the calling unit. They are valid until
  /// the array is deallocated or moved.
  /// \throws exception::RuntimeError if the array has no memory
  template <class Array>
    requires requires(Array& array) { array.device_view().local; }
  auto elements(Array& array)
  {
    const kernel::Elements all(
        array.device_view(), array.pattern(), array.globmem().gptr(team_unit_t{0}));
    if (!all.is_updated_in_place()) ring_.serve();
    return all;
  }

  /// Points to the same elements, but kernels leave all accesses to the runtime, as if the elements
  /// were not in reach.
  template <class T>
  kernel::Pointer<T> by_runtime(const kernel::Pointer<T>& pointer)
  {
    ring_.serve();
    return kernel::Pointer<T>(nullptr, pointer.dart_gptr(), kernel::Access::none);
  }
  template <class T, class Pattern>
  kernel::Elements<T, Pattern> by_runtime(const kernel::Elements<T, Pattern>& elements)
  {
    ring_.serve();
    return elements.by_runtime();
  }

  /// Checks that no wait of the unit's kernels was given up, and that no request to the runtime has
  /// failed: call it after kernels are complete.
  /// \throws exception::RuntimeError that names what was waited for, or why the request has failed
  void check() const;

  /// What the runtime has done for the unit's kernels.
  dart_kernel_report_t report() const;

 private:
  struct Found {
    void* address;
    kernel::Access access;
  };

  Found find(dart_gptr_t gptr);
  void find_peers();
  void check_waits() const;

  dash::detail::GlobalMemory<UnitSpace> memory_;
  dash::detail::HeapBlock fault_;
  kernel::detail::Ring ring_;
  kernel::Team view_;
};

}  // namespace dash
