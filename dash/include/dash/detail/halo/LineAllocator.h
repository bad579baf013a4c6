#pragma once

/// \file
/// Memory that begins with a cache line.

#include <cstddef>
#include <new>

namespace dash::halo::detail {

/// For what is copied from slots, which begin with a line, too: memcpy of some KiB takes up to
/// thirty times as long where one side is shifted against the other within a line.
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
