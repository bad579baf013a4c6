#pragma once

/// \file
/// Memory that a process lends to its threads, for data that pass through it.

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace dart {

/// A few buffers of equal size, which are allocated on first use and kept. Several threads may use
/// it. The owner frees the buffers.
class BounceBuffers {
 public:
  static constexpr std::size_t bytes = std::size_t(16) << 20, most = 2;

  /// \param allocate  returns memory of this size, nullptr if there is none
  /// \return nullptr if all buffers are lent, or there is no memory
  template <class Allocate>
  std::byte* acquire(Allocate allocate)
  {
    std::lock_guard guard(mutex_);
    for (Buffer& buffer : buffers_) {
      if (buffer.is_lent) continue;
      if (buffer.memory.load() == nullptr) buffer.memory = allocate();
      buffer.is_lent = buffer.memory.load() != nullptr;
      return buffer.memory;
    }
    return nullptr;
  }

  /// \return false for other memory
  bool release(const std::byte* memory)
  {
    std::lock_guard guard(mutex_);
    for (Buffer& buffer : buffers_) {
      if (!buffer.is_lent || buffer.memory.load() != memory) continue;
      buffer.is_lent = false;
      return true;
    }
    return false;
  }

  /// Number of bytes of a buffer from an address in it to its end; 0 for other addresses.
  std::size_t bytes_from(const void* address) const
  {
    const auto* byte = static_cast<const std::byte*>(address);
    for (const Buffer& buffer : buffers_) {
      const std::byte* const begin = buffer.memory.load(std::memory_order_relaxed);
      if (begin != nullptr && byte >= begin && byte < begin + bytes)
        return static_cast<std::size_t>(begin + bytes - byte);
    }
    return 0;
  }

  /// Calls \c f(memory) for all buffers.
  template <class F>
  void for_each(F f)
  {
    for (Buffer& buffer : buffers_) {
      if (std::byte* const memory = buffer.memory) f(memory);
    }
  }

 private:
  struct Buffer {
    std::atomic<std::byte*> memory{nullptr};
    bool is_lent = false;  // guarded by mutex_
  };

  std::mutex mutex_;
  std::array<Buffer, most> buffers_;
};

}  // namespace dart
