#pragma once

/// \file
/// How much memory the messages of a unit may have while nobody has received them.

#include <atomic>
#include <cstdint>

namespace dart {

/// The messages of one unit that wait on a host. The object is in shared memory. A send on the host
/// writes only what its own unit writes, and a receive only what receivers write, so the account
/// costs neither of them a transfer of a cache line.
class MessageAccount {
 public:
  /// Enters a message, unless it would exceed the limit together with others; a message alone is
  /// always entered. Called for the sender.
  bool enter(std::uint64_t bytes, std::uint64_t limit)
  {
    std::uint64_t entered = entered_.load(std::memory_order_relaxed);
    do {
      const auto fits = [&](std::uint64_t left) {
        return left == entered || entered - left + bytes <= limit;
      };
      if (!fits(seen_left_.load(std::memory_order_relaxed))) {
        seen_left_.store(left_.load(std::memory_order_acquire), std::memory_order_relaxed);
        if (!fits(seen_left_.load(std::memory_order_relaxed))) return false;
      }
    } while (!entered_.compare_exchange_weak(entered, entered + bytes, std::memory_order_relaxed));
    return true;
  }
  /// Enters a message in any case, because a receiver waits for it.
  void enter_awaited(std::uint64_t bytes) { entered_.fetch_add(bytes, std::memory_order_relaxed); }

  /// A message has been received, or could not be stored.
  void leave(std::uint64_t bytes) { left_.fetch_add(bytes, std::memory_order_release); }

  std::uint64_t waiting() const { return entered_.load() - left_.load(); }

 private:
  alignas(64) std::atomic<std::uint64_t> entered_{0};
  std::atomic<std::uint64_t> seen_left_{0};
  alignas(64) std::atomic<std::uint64_t> left_{0};
};

}  // namespace dart
