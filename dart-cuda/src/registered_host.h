#pragma once

/// \file
/// Host memory of the arena that is registered for access by GPUs.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <shared_mutex>
#include <vector>

#include "gpu.h"
#include "interval_map.h"
#include "shared_block.h"

namespace dart::cuda {

/// Registers memory of the arena's host slots in this process, in units of whole pages (see
/// page_set.h).
class RegisteredHost {
 public:
  /// \param retired          log of the memory that any process has released
  /// \param complete_copies  called before memory is unregistered
  RegisteredHost(
      std::byte* begin, std::uint64_t bytes, RetireLog& retired,
      std::function<void()> complete_copies);
  ~RegisteredHost();
  RegisteredHost(const RegisteredHost&) = delete;
  RegisteredHost& operator=(const RegisteredHost&) = delete;

  bool contains(const void* address) const
  {
    const auto at = reinterpret_cast<std::uint64_t>(address);
    return at >= begin_ && at < end_;
  }

  /// Registers the parts of a range that are not registered yet. \throws std::runtime_error
  void reach(std::byte* begin, std::uint64_t bytes, Gpu& home);

  struct RegisteredRange {
    bool registered;
    /// number of bytes that follow in the same state and in the same registration
    std::uint64_t bytes;
  };
  RegisteredRange range_at(const std::byte* begin);
  /// The number of bytes that one copy may transfer: CUDA does not copy across the ends of
  /// registrations.
  std::size_t piece_of(const std::byte* to, const std::byte* from, std::size_t bytes);

  /// Unregisters the pages that lie completely inside the range.
  void forget(std::byte* begin, std::uint64_t bytes);

 private:
  struct Nothing {};
  using Interval = IntervalMap<Nothing>::Interval;

  void register_interval(std::uint64_t begin, std::uint64_t end);
  void unregister(const std::vector<Interval>& intervals);
  void drop(std::uint64_t begin, std::uint64_t end);
  void drop_retired();

  std::uint64_t begin_, end_;
  RetireLog& retired_;
  std::atomic<std::uint64_t> retired_seen_;
  Gpu* home_ = nullptr;  ///< the GPU that registers; nothing is registered before it is known
  std::function<void()> complete_copies_;
  std::shared_mutex mutex_;
  IntervalMap<Nothing> intervals_;  // ordered by address
};

}  // namespace dart::cuda
