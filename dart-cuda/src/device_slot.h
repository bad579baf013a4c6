#pragma once

/// \file
/// The address slot of a GPU unit's memory, as one process maps it.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <shared_mutex>

#include "chunk.h"
#include "gpu.h"
#include "interval_map.h"
#include "page_set.h"
#include "shared_block.h"

namespace dart::cuda {

/// Contiguous addresses that begin at \c address.
struct Reach {
  std::byte* address;
  std::uint64_t bytes;
};

/// What a slot needs to know about its GPUs.
struct SlotSetting {
  std::uint32_t unit;
  std::byte* nominal;  ///< address of the slot that is the same in all processes
  std::uint64_t bytes;
  SharedBlock& shared;
  Gpus& gpus;
  Gpu& memory;                            ///< GPU in whose memory the unit's part lies
  Gpu& home;                              ///< GPU of this process
  std::function<void()> complete_copies;  ///< called before memory is unmapped
};

class DeviceSlot {
 public:
  explicit DeviceSlot(SlotSetting setting);
  virtual ~DeviceSlot() = default;
  DeviceSlot(const DeviceSlot&) = delete;
  DeviceSlot& operator=(const DeviceSlot&) = delete;

  Gpu& memory() const { return setting_.memory; }

  /// The address at which this process accesses the start of [offset, offset + bytes), and how much
  /// of the range is contiguous there.
  /// \throws std::runtime_error if there is no memory, or if it cannot be mapped
  virtual Reach reach(std::uint64_t offset, std::uint64_t bytes) = 0;
  /// Does the same as reach() for the whole range.
  std::byte* reach_all(std::uint64_t offset, std::uint64_t bytes);

  /// Does the same as reach() for memory that this process has mapped; returns nullopt for other
  /// memory.
  std::optional<Reach> find(std::uint64_t offset, std::uint64_t bytes) const;

  /// Removes the mappings of chunks inside a range that its owner is about to release.
  virtual void forget(std::uint64_t offset, std::uint64_t bytes) = 0;

  /// The offset of an address that differs from the nominal one in this process.
  std::optional<std::uint64_t> offset_of(const void* address) const;

 protected:
  struct Mapped {
    Chunk chunk;
    std::uint32_t record;
    std::uint64_t serial;  ///< serial number of the record while it holds this chunk
  };
  using Interval = IntervalMap<Mapped>::Interval;

  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t bytes) const;
  /// The address for a vmm chunk; reserves the slot's addresses first. The caller holds the lock.
  std::byte* vmm_address(std::uint64_t offset);
  void insert(std::uint64_t begin, std::uint64_t end, Mapped mapped);
  bool is_whole(std::uint64_t offset, std::uint64_t bytes) const
  {
    return offset == 0 && bytes == setting_.bytes;
  }

  SlotSetting setting_;
  mutable std::shared_mutex mutex_;
  IntervalMap<Mapped> chunks_;  // ordered by offset

  PageSet pages_;  // pages mapped at base_ + offset, for the fast path of find()

 private:
  std::byte* base_;
  std::atomic<bool> elsewhere_{false};  // whether some memory is not at its nominal address
  std::optional<Reservation> reservation_;
};

}  // namespace dart::cuda
