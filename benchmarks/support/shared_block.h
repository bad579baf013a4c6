#pragma once

#include <dash/dart/if/dart.h>
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace bench {

/// Raw memory in one piece that all units load and store: what code without DASH would share.
template <class T>
class SharedBlock {
 public:
  /// Collective. The memory is zero.
  explicit SharedBlock(std::size_t elements)
  {
    dart_global_unit_t me;
    dart_myid(&me);
    const std::size_t bytes = me.id == 0 ? elements * sizeof(T) : 0;
    dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &_gptr);
    void* address = nullptr;
    dart_gptr_mapped(_gptr, &address);
    _data = static_cast<T*>(address);
    if (me.id == 0) {
      for (std::size_t i = 0; i < elements; ++i) new (_data + i) T();
    }
    dart_barrier(DART_TEAM_ALL);
  }
  /// Collective.
  ~SharedBlock() { dart_team_memfree(_gptr); }
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  T* data() const { return _data; }
  T& operator[](std::size_t i) const { return _data[i]; }

 private:
  dart_gptr_t _gptr = DART_GPTR_NULL;
  T* _data = nullptr;
};

/// A barrier as one writes it by hand: a counter and a generation on a cache line of their own.
class SpinBarrier {
 public:
  void wait(std::uint32_t units)
  {
    const std::uint32_t generation = _generation.load(std::memory_order_relaxed);
    if (_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == units) {
      _arrived.store(0, std::memory_order_relaxed);
      _generation.store(generation + 1, std::memory_order_release);
    } else {
      for (int spins = 0; _generation.load(std::memory_order_acquire) == generation; ++spins) {
        if (spins > 100000) sched_yield();  // more units than cores
      }
    }
  }

 private:
  alignas(64) std::atomic<std::uint32_t> _arrived{0};
  alignas(64) std::atomic<std::uint32_t> _generation{0};
};

}  // namespace bench
