#pragma once

#include <vector>

#include "device_slot.h"

namespace dart::cuda {

/// The slot of this process's own GPU unit: allocates memory and makes it available to other units.
class OwnSlot final : public DeviceSlot {
 public:
  OwnSlot(SlotSetting setting, Export how, std::uint32_t record_capacity);
  ~OwnSlot() override;

  Reach reach(std::uint64_t offset, std::uint64_t bytes) override;
  // Nothing to do: the owner removes its mappings when it releases the memory.
  void forget(std::uint64_t, std::uint64_t) override {}

  /// Implements MemorySpace::commit. A small request commits all of its granule, so that the next
  /// requests find memory there.
  bool commit(std::uint64_t offset, std::uint64_t bytes);
  /// Implements MemorySpace::report_exhausted.
  void report_exhausted(std::uint64_t bytes);
  /// Implements MemorySpace::release: frees the chunks that lie inside the range. At the end of a
  /// run, when the range is the whole slot, it keeps some granules for the next run.
  void release(std::uint64_t offset, std::uint64_t bytes);

 private:
  bool commit_gaps(std::uint64_t begin, std::uint64_t end);
  bool commit_one(std::uint64_t begin, std::uint64_t end);
  bool add_chunk(std::uint64_t begin, std::uint64_t end);
  ChunkRecord& record(std::uint32_t index) { return setting_.shared.records[index]; }
  std::uint32_t free_record();
  void drop(const std::vector<Interval>& intervals);
  void free_closed_chunks();

  Export how_;
  std::uint32_t record_capacity_;
  // ipc: chunks that were released here and that other processes have not closed yet
  std::vector<Mapped> still_open_;
};

}  // namespace dart::cuda
