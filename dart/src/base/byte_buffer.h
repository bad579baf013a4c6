#pragma once

/// \file
/// Bytes of messages.

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace dart {

/// Leaves new elements as they are in memory: to clear a long message takes as long as to copy it.
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

  void construct(T* element) { ::new (static_cast<void*>(element)) T; }
  template <class Value>
  void construct(T* element, const Value& value)
  {
    ::new (static_cast<void*>(element)) T(value);
  }
};

/// Bytes that a larger size adds have no values before they are written.
using ByteBuffer = std::vector<std::byte, UninitializedAllocator<std::byte>>;

}  // namespace dart
