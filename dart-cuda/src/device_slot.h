#pragma once

/// \file
/// The slot of addresses of a GPU unit's memory, as one process sees it.

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

/// Addresses without gap from \c address on.
struct Reach {
  std::byte* address;
  std::uint64_t bytes;
};

/// What a slot needs to know.
struct SlotSetting {
  std::uint32_t unit;
  std::byte* nominal;  ///< address of the slot in the numbering that all processes share
  std::uint64_t bytes;
  SharedBlock& shared;
  Gpus& gpus;
  Gpu& memory;                            ///< the GPU in whose memory the unit's part lies
  Gpu& home;                              ///< the GPU of this process
  std::function<void()> complete_copies;  ///< before memory is unmapped
};

class DeviceSlot {
 public:
  explicit DeviceSlot(SlotSetting setting);
  virtual ~DeviceSlot() = default;
  DeviceSlot(const DeviceSlot&) = delete;
  DeviceSlot& operator=(const DeviceSlot&) = delete;

  Gpu& memory() const { return setting_.memory; }

  /// Where this process reaches the start of [offset, offset + bytes), and how much of the range
  /// follows without gap.
  /// \throws std::runtime_error if there is no memory, or it cannot be mapped
  virtual Reach reach(std::uint64_t offset, std::uint64_t bytes) = 0;
  /// As reach(), for all of the range.
  std::byte* reach_all(std::uint64_t offset, std::uint64_t bytes);

  /// As reach() for what this process has mapped; nothing for other memory.
  std::optional<Reach> find(std::uint64_t offset, std::uint64_t bytes) const;

  /// Drops what was mapped for chunks inside a range that its owner is about to release.
  virtual void forget(std::uint64_t offset, std::uint64_t bytes) = 0;

  /// Offset of an address that this process sees instead of the nominal one.
  std::optional<std::uint64_t> offset_of(const void* address) const;

 protected:
  struct Mapped {
    Chunk chunk;
    std::uint32_t record;
    std::uint64_t serial;  ///< of the record while it holds this chunk
  };
  using Interval = IntervalMap<Mapped>::Interval;

  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t bytes) const;
  /// Address for a vmm chunk; reserves the slot's addresses first. With the lock held.
  std::byte* vmm_address(std::uint64_t offset);
  void insert(std::uint64_t begin, std::uint64_t end, Mapped mapped);
  bool is_whole(std::uint64_t offset, std::uint64_t bytes) const
  {
    return offset == 0 && bytes == setting_.bytes;
  }

  SlotSetting setting_;
  mutable std::shared_mutex mutex_;
  IntervalMap<Mapped> chunks_;  // by offset

  PageSet pages_;  // mapped at base_ + offset; the fast path of find()

 private:
  std::byte* base_;
  std::atomic<bool> elsewhere_{false};  // some memory is not at its nominal address
  std::optional<Reservation> reservation_;
};

}  // namespace dart::cuda
