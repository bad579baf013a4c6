#pragma once

/// \file
/// Pools of records in memory that the processes of a host share.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>

#include "base/wait.h"

namespace dart {

/// Where the pools of one process get memory from.
class ChunkSource {
 public:
  virtual ~ChunkSource() = default;
  /// Memory at the same address in all processes; nullptr if it is exhausted.
  virtual void* allocate(std::size_t bytes) = 0;
};

/// Records that are constructed once, on first use, and are never moved or destroyed. T has a
/// member \c T* \c next_free, which the pool uses while the record is free.
template <class T>
class TaskPool {
 public:
  /// \return nullptr if memory is exhausted
  T* take(ChunkSource& source)
  {
    std::lock_guard guard(lock_);
    if (free_ == nullptr) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
    if (T* record = free_) {
      free_ = record->next_free;
      return record;
    }
    if (fresh_ == fresh_end_ && !grow(source)) return nullptr;
    return new (fresh_++) T;
  }

  /// Gives a record back; any process may call this.
  void give(T* record)
  {
    T* first = returned_.load(std::memory_order_relaxed);
    do {
      record->next_free = first;
    } while (!returned_.compare_exchange_weak(first, record, std::memory_order_release));
  }

 private:
  static constexpr std::size_t first_chunk = 64 << 10, largest_chunk = 4 << 20;

  bool grow(ChunkSource& source)
  {
    void* chunk = source.allocate(chunk_bytes_);
    if (chunk == nullptr) return false;
    fresh_ = static_cast<T*>(chunk);
    fresh_end_ = fresh_ + chunk_bytes_ / sizeof(T);
    chunk_bytes_ = std::min(2 * chunk_bytes_, largest_chunk);
    return true;
  }

  SpinLock lock_;  // held while a record is taken
  T* free_ = nullptr;
  T* fresh_ = nullptr;
  T* fresh_end_ = nullptr;
  std::size_t chunk_bytes_ = first_chunk;
  alignas(64) std::atomic<T*> returned_{nullptr};
};

}  // namespace dart
