#pragma once

/// \file
/// What the process of a GPU unit publishes about its device memory: the contents of its block of
/// DeviceSetup::shared. Zero bytes are a valid initial state.

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/wait.h"

namespace dart::cuda {

/// How a chunk of device memory is passed to other processes.
enum class Export : std::uint32_t {
  vmm = 1,  ///< file descriptor of a virtual memory management allocation
  ipc = 2   ///< cudaIpc handle
};

/// A log of ranges whose memory was released, so that processes that have registered it unregister
/// it. Readers that are too far behind learn that they have missed entries.
class RetireLog {
 public:
  void add(std::uint64_t begin, std::uint64_t end)
  {
    std::lock_guard guard(writers_);
    const std::uint64_t n = count_.load(std::memory_order_relaxed);
    entries_[n % capacity].begin.store(begin, std::memory_order_relaxed);
    entries_[n % capacity].end.store(end, std::memory_order_relaxed);
    count_.store(n + 1, std::memory_order_release);
  }

  std::uint64_t count() const { return count_.load(std::memory_order_acquire); }

  /// Calls \c drop(begin, end) for all entries since \c seen, which advances. If entries were
  /// missed, calls it once for the range of all numbers.
  template <class Drop>
  void catch_up(std::uint64_t& seen, Drop drop) const
  {
    for (const std::uint64_t now = count(); seen < now; ++seen) {
      const Entry& entry = entries_[seen % capacity];
      const std::uint64_t begin = entry.begin.load(std::memory_order_relaxed);
      const std::uint64_t end = entry.end.load(std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (count() - seen >= capacity) {
        drop(0, ~std::uint64_t(0));
        seen = now;
        return;
      }
      drop(begin, end);
    }
  }

 private:
  static constexpr std::uint64_t capacity = 4096;
  struct Entry {
    std::atomic<std::uint64_t> begin, end;
  };
  std::atomic<std::uint64_t> count_;
  SpinLock writers_;
  Entry entries_[capacity];
};

/// A chunk of the unit's device memory. Only its owner writes the record; readers compare the
/// serial before and after reading.
struct ChunkRecord {
  /// odd while the record holds a chunk; changes with each chunk
  std::atomic<std::uint64_t> serial;
  std::uint64_t begin, end;  ///< offsets in the slot
  Export how;
  int fd;                             ///< vmm: file descriptor in the owner's process
  cudaIpcMemHandle_t ipc_handle;      ///< ipc
  std::atomic<std::uint32_t> opened;  ///< ipc: number of processes that have opened it

  static bool holds_chunk(std::uint64_t serial) { return serial % 2 == 1; }
};

struct SharedBlock {
  std::atomic<std::uint32_t> published;  ///< whether gpu and uuid are valid
  std::int32_t gpu;                      ///< ordinal in the owner's process
  CUuuid uuid;
  /// held during atomic operations on the unit's memory that no instruction supports
  SpinLock update_lock;
  std::atomic<std::uint64_t> retired;  ///< number of chunks released so far
  RetireLog host_retired;  ///< addresses of host memory of all units; only used in the first block
  std::atomic<std::uint32_t> records_used;  ///< records from this one on have never held a chunk
  ChunkRecord records[1];                   ///< as many as the block has room for

  /// Number of records in a block of \c bytes bytes.
  static std::uint32_t record_capacity(std::size_t bytes)
  {
    const std::size_t header = offsetof(SharedBlock, records);
    return bytes < header ? 0 : static_cast<std::uint32_t>((bytes - header) / sizeof(ChunkRecord));
  }
};

}  // namespace dart::cuda
