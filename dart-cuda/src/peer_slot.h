#pragma once

#include "device_slot.h"

namespace dart::cuda {

/// The slot of another process's GPU unit: maps its chunks on first access.
class PeerSlot final : public DeviceSlot {
 public:
  PeerSlot(SlotSetting setting, int (*pid_of)(std::uint32_t unit));
  ~PeerSlot() override;

  Reach reach(std::uint64_t offset, std::uint64_t bytes) override;
  void forget(std::uint64_t offset, std::uint64_t bytes) override;

 private:
  void map(std::uint64_t offset, std::uint64_t bytes);
  void open(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer);
  void open_vmm(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer);
  void open_ipc(std::uint32_t index, std::uint64_t serial, const ChunkOffer& offer);
  void drop(const std::vector<Interval>& intervals);
  void drop_retired();

  int (*pid_of_)(std::uint32_t unit);
  std::atomic<std::uint64_t> retired_seen_;
};

}  // namespace dart::cuda
