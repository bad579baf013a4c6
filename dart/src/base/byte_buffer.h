#pragma once

/// \file
/// Bytes of messages.

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace dart {

/// Leaves new elements as they are in memory: to clear a long message takes as long as to copy it.
/// The memory begins at a cache line, so that it is never some bytes behind another buffer of the
/// kind in their pages, which would slow down the copies that MPI and the system make
/// (copy_bytes.h).
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  UninitializedAllocator() = default;
  template <class U>
  explicit UninitializedAllocator(const UninitializedAllocator<U>&)
  {}

  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };

  T* allocate(std::size_t n)
  {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(line_bytes)));
  }
  void deallocate(T* memory, std::size_t)
  {
    ::operator delete(memory, std::align_val_t(line_bytes));
  }

  void construct(T* element) { ::new (static_cast<void*>(element)) T; }
  template <class Value>
  void construct(T* element, const Value& value)
  {
    ::new (static_cast<void*>(element)) T(value);
  }

 private:
  static constexpr std::size_t line_bytes = 64;
};

/// Bytes that a larger size adds have no values before they are written.
using ByteBuffer = std::vector<std::byte, UninitializedAllocator<std::byte>>;

/// Buffers that are used again keep at most so much memory. The allocation of a large one costs
/// more than its transfer, but few messages are larger, and the memory of the largest one would
/// stay for good.
inline constexpr std::size_t most_kept_bytes = std::size_t(1) << 20;

/// Frees the memory of a buffer that is used again if there is too much of it to be kept.
inline void free_if_large(ByteBuffer& buffer)
{
  if (buffer.capacity() > most_kept_bytes) buffer = ByteBuffer();
}

/// \return where \c bytes more bytes begin, which have no values yet
inline std::byte* grow(ByteBuffer& buffer, std::size_t bytes)
{
  buffer.resize(buffer.size() + bytes);
  return buffer.data() + buffer.size() - bytes;
}

}  // namespace dart
