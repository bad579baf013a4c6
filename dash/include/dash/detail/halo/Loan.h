#pragma once

/// \file
/// Elements that a neighbour may read where they are.

#include <dash/detail/base/DeviceMemory.h>

#include <dash/dart/if/dart_globmem.h>

#include <atomic>
#include <cstdint>

namespace dash::halo::detail {

/// A word in memory that owner and reader share. Each of them wants to be first: the reader to read
/// the elements in place, the owner to take them back, because it has copied them or will. So the
/// owner never waits for a reader that has not come yet.
class Loan {
 public:
  explicit Loan(void* word) : state_(*static_cast<std::uint64_t*>(word)) {}

  /// Owner: the reader gets to know by a flag that is set afterwards.
  void offer() const { state_.store(offered, std::memory_order_relaxed); }
  /// Reader, once it has seen that flag. \return false if the owner was first
  bool accept() const { return change(accepted); }
  /// Owner. \return false if the reader was first: it reads until it sets its flag
  bool take_back() const { return change(taken_back); }

 private:
  enum : std::uint64_t { offered = 1, accepted, taken_back };

  bool change(std::uint64_t to) const
  {
    std::uint64_t expected = offered;
    return state_.compare_exchange_strong(expected, to, std::memory_order_acq_rel);
  }

  std::atomic_ref<std::uint64_t> state_;
};

/// Whether all units of the host see the memory at this address.
inline bool is_shared_memory(const void* address)
{
  return !dash::detail::is_device_memory(address) && dart_owner_of_mapped(address) >= 0;
}

}  // namespace dash::halo::detail
