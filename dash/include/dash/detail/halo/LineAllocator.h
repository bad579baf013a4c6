#pragma once

/// \file
/// An allocator of memory that is aligned to cache lines.

#include <cstddef>
#include <new>

namespace dash::halo::detail {

/// Used for memory that is copied from slots, which are aligned as well: memcpy of some KiB takes
/// up to thirty times as long if source and target have different offsets within a cache line.
template <class T>
struct LineAllocator {
  using value_type = T;

  LineAllocator() = default;
  template <class U>
  explicit(false) LineAllocator(const LineAllocator<U>&) noexcept
  {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, alignment); }

  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }

 private:
  static constexpr std::align_val_t alignment{alignof(T) > 64 ? alignof(T) : 64};
};

}  // namespace dash::halo::detail
