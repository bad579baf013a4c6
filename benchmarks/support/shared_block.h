#pragma once

#include <dash/dart/if/dart.h>
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace bench {

/// Contiguous raw memory that all units load and store, as code without DASH would share it.
template <class T>
class SharedBlock {
 public:
  /// Collective. The memory is zero.
  explicit SharedBlock(std::size_t elements)
  {
    dart_global_unit_t me;
    dart_myid(&me);
    const std::size_t bytes = me.id == 0 ? elements * sizeof(T) : 0;
    dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &gptr_);
    void* address = nullptr;
    dart_gptr_mapped(gptr_, &address);
    data_ = static_cast<T*>(address);
    if (me.id == 0) {
      for (std::size_t i = 0; i < elements; ++i) new (data_ + i) T();
    }
    dart_barrier(DART_TEAM_ALL);
  }
  /// Collective.
  ~SharedBlock() { dart_team_memfree(gptr_); }
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  T* data() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  dart_gptr_t gptr_ = DART_GPTR_NULL;
  T* data_ = nullptr;
};

/// A hand-written barrier: a counter and a generation on one cache line of their own.
class SpinBarrier {
 public:
  void wait(std::uint32_t units)
  {
    const std::uint32_t generation = generation_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == units) {
      arrived_.store(0, std::memory_order_relaxed);
      generation_.store(generation + 1, std::memory_order_release);
    } else {
      for (int spins = 0; generation_.load(std::memory_order_acquire) == generation; ++spins) {
        if (spins > 100000) sched_yield();  // there are more units than cores
      }
    }
  }

 private:
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
};

}  // namespace bench
