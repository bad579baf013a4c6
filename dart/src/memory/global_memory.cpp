#include "memory/global_memory.h"

#include <algorithm>

#include "base/address.h"
#include "memory/far_place.h"
#include "memory/host_memory.h"

namespace dart {
namespace {

/// Threads of a warp then load whole cache lines.
constexpr std::uint64_t device_granule = 256;

}  // namespace

GlobalMemory::GlobalMemory(const Arena& arena, const UnitTable& units, DeviceSpace* devices)
    : arena_(arena),
      units_(units),
      layout_(arena.slot_bytes()),
      host_space_(arena),
      devices_(devices)
{}

void GlobalMemory::expose_host(Transport& transport)
{
  exposed_host_ = std::make_unique<ExposedSpace>(
      host_space_, transport, arena_.unit_slot(units_.index()), arena_.slot_bytes());
}

/// Whether the network reaches device memory takes a try.
bool GlobalMemory::expose_device(Transport& transport)
{
  if (!arena_.is_gpu_unit(units_.index())) return true;
  if (!transport.reaches_devices()) return false;
  exposed_device_ = std::make_unique<ExposedSpace>(
      *devices_, transport, arena_.device_slot(units_.index()), arena_.slot_bytes());
  return exposed_device_->commit(0, 1);
}

void GlobalMemory::add_heaps(std::optional<std::uint64_t> limit)
{
  std::byte* slot = arena_.unit_slot(units_.index());
  // Pages that a GPU has registered must stay, and other processes register this unit's.
  const bool gives_back = devices_ == nullptr || devices_->backend() != DART_GPU_CUDA;
  const std::uint64_t keep = gives_back ? 0 : ~std::uint64_t(0);
  host_heap_ = std::make_unique<Heap>(
      space(MemoryKind::host), layout_.heap_offset, layout_.heap_bytes, layout_.heap_granule,
      slot + layout_.table_offset, limit.value_or(host_memory_bytes() / arena_.units()), keep);
  if (!arena_.is_gpu_unit(units_.index())) return;
  // Getting device memory takes milliseconds, and as long again in each process that maps it.
  const std::uint64_t device_memory = devices_->capacity();
  device_heap_ = std::make_unique<Heap>(
      space(MemoryKind::device), layout_.heap_offset, layout_.heap_bytes,
      std::max(device_granule, layout_.heap_granule), slot + layout_.device_table_offset,
      limit.value_or(device_memory), device_memory / 4);
}

void GlobalMemory::close()
{
  host_heap_.reset();
  device_heap_.reset();
  exposed_host_.reset();
  exposed_device_.reset();
}

MemorySpace& GlobalMemory::space(MemoryKind kind)
{
  const bool on_device = kind == MemoryKind::device;
  if (ExposedSpace* exposed = (on_device ? exposed_device_ : exposed_host_).get()) return *exposed;
  return on_device ? static_cast<MemorySpace&>(*devices_) : host_space_;
}

Segment::Part GlobalMemory::make_part(
    dart_unit_t unit, MemoryKind kind, std::uint64_t address, std::uint64_t bytes) const
{
  const bool is_here = units_.hosts().is_here(unit);
  const bool is_mapped =
      is_here && (kind == MemoryKind::host || (kind == MemoryKind::process && unit == units_.me()));
  std::byte* mapped = is_mapped ? reinterpret_cast<std::byte*>(address) : nullptr;
  return {bytes, mapped, address, kind, is_here};
}

std::unique_ptr<Segment> GlobalMemory::make_heap_segment(dart_memory_t choice) const
{
  auto segment = std::make_unique<Segment>();
  for (std::uint32_t k = 0; k < units_.count(); ++k) {
    const auto unit = static_cast<dart_unit_t>(k);
    const MemoryKind kind = kind_at(unit, choice);
    segment->parts.push_back(
        make_part(unit, kind, slot_address(unit, kind, layout_.heap_offset), layout_.heap_bytes));
  }
  return segment;
}

std::byte* GlobalMemory::own_address(const Segment::Part& part, std::uint64_t offset) const
{
  if (part.kind != MemoryKind::device) return address_behind(part.mapped, offset);
  const auto* begin = reinterpret_cast<const std::byte*>(part.owner_address);
  return devices_->local_address(arena_.offset_of(begin) + offset);
}

std::uint64_t GlobalMemory::place_of_own(const void* address) const
{
  const auto place = device_place(address);
  const void* own = place ? arena_.device_slot(place->unit) + place->offset : address;
  return reinterpret_cast<std::uint64_t>(own);
}

MemoryKind GlobalMemory::kind_of_place(std::uint64_t place) const
{
  const auto* address = reinterpret_cast<const std::byte*>(place);
  if (arena_.is_device_address(address)) return MemoryKind::device;
  return arena_.contains(address) ? MemoryKind::host : MemoryKind::process;
}

std::byte* GlobalMemory::reach(
    const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset,
    std::uint64_t bytes) const
{
  if (!part.is_here) return nullptr;
  if (part.kind == MemoryKind::device) {
    const auto* place = reinterpret_cast<const std::byte*>(part.owner_address);
    return devices_->reach(
        units_.hosts().index_of(unit.id), arena_.offset_of(place) + offset, bytes);
  }
  if (part.mapped == nullptr) return nullptr;
  // Only a GPU has to be told of host memory, and it is told of the arena's alone.
  const bool by_gpu = devices_ != nullptr && arena_.is_gpu_unit(units_.index());
  if (!by_gpu) return address_behind(part.mapped, offset);
  if (part.kind == MemoryKind::process) {
    return devices_->backend() == DART_GPU_CUDA ? nullptr : address_behind(part.mapped, offset);
  }
  return devices_->reach_host(address_behind(part.mapped, offset), bytes);
}

dart_unit_t GlobalMemory::owner_of(const void* address) const
{
  if (const dart_unit_t unit = far_place_unit(address); unit >= 0) return unit;
  const auto& here = units_.hosts().units_here();
  if (arena_.contains(address)) {
    const int index = arena_.unit_of(address);
    return index < 0 ? -1 : here[index];
  }
  const auto place = device_place(address);
  return place ? here[place->unit] : -1;
}

GlobalMemory::Place GlobalMemory::place_of(const void* address) const
{
  if (!arena_.contains(address)) return {devices_->place_of(address)->offset, MemoryKind::device};
  const bool on_device = arena_.is_device_address(address);
  return {arena_.offset_of(address), on_device ? MemoryKind::device : MemoryKind::host};
}

}  // namespace dart
