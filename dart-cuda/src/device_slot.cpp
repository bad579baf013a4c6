#include "device_slot.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>

namespace dart::cuda {

DeviceSlot::DeviceSlot(SlotSetting setting)
    : setting_(std::move(setting)),
      pages_(setting_.bytes),
      base_(setting_.nominal)
{}

std::byte* DeviceSlot::reach_all(std::uint64_t offset, std::uint64_t bytes)
{
  const Reach reached = reach(offset, bytes);
  if (reached.bytes < bytes) refuse(offset + reached.bytes, bytes - reached.bytes);
  return reached.address;
}

std::optional<std::uint64_t> DeviceSlot::offset_of(const void* address) const
{
  if (!elsewhere_.load(std::memory_order_acquire)) return std::nullopt;
  std::shared_lock guard(mutex_);
  std::optional<std::uint64_t> offset;
  chunks_.any_of([&](const Interval& interval) {
    const auto distance = static_cast<std::uint64_t>(
        static_cast<const std::byte*>(address) - interval.value.chunk.address);
    if (distance >= interval.end - interval.begin) return false;
    offset = interval.begin + distance;
    return true;
  });
  return offset;
}

std::optional<Reach> DeviceSlot::find(std::uint64_t offset, std::uint64_t bytes) const
{
  if (pages_.contains(offset, bytes)) [[likely]]
    return Reach{base_ + offset, bytes};
  std::shared_lock guard(mutex_);
  const Interval* interval = chunks_.find(offset);
  if (interval == nullptr) return std::nullopt;
  return Reach{
      interval->value.chunk.address + (offset - interval->begin),
      std::min(bytes, interval->end - offset)};
}

void DeviceSlot::refuse(std::uint64_t offset, std::uint64_t bytes) const
{
  throw std::runtime_error(
      "unit " + std::to_string(setting_.unit) + " has no device memory of " +
      std::to_string(bytes) + " bytes at offset " + std::to_string(offset) +
      " of its slot: it is not allocated, or was freed");
}

std::byte* DeviceSlot::vmm_address(std::uint64_t offset)
{
  if (!reservation_) {
    reservation_.emplace(setting_.nominal, setting_.bytes);
    base_ = reservation_->address();
    if (base_ != setting_.nominal) elsewhere_ = true;
  }
  return base_ + offset;
}

void DeviceSlot::insert(std::uint64_t begin, std::uint64_t end, Mapped mapped)
{
  chunks_.insert(begin, end, mapped);
  if (mapped.chunk.how == Export::vmm)
    pages_.add(begin, end - begin);
  else
    elsewhere_ = true;
}

}  // namespace dart::cuda
