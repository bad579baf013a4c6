#pragma once

/// \file
/// Where the global memory of the run lies, and this unit's part of it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "dash/dart/if/dart_globmem.h"
#include "job/unit_table.h"
#include "memory/arena.h"
#include "memory/device_space.h"
#include "memory/exposed_space.h"
#include "memory/heap.h"
#include "memory/host_space.h"
#include "memory/segment.h"
#include "memory/slot_layout.h"

namespace dart {

/// The memory of the units as this unit sees it: which kind an allocation takes, where each unit's
/// slot lies, this unit's heaps, and whose memory an address is.
class GlobalMemory {
 public:
  /// \param devices device memory; nullptr on a host without GPU units
  GlobalMemory(const Arena& arena, const UnitTable& units, DeviceSpace* devices);
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  const Arena& arena() const { return arena_; }
  /// nullptr on a host without GPU units.
  DeviceSpace* devices() const { return devices_; }
  const SlotLayout& layout() const { return layout_; }

  /* ---- from the start to the end of the run -------------------------------------------------- */

  /// Lets units of other hosts reach what is allocated from now on.
  void expose_host(Transport& transport);
  /// Does the same for device memory. \return whether it works, or this unit has none
  bool expose_device(Transport& transport);
  void conceal_device() { exposed_device_.reset(); }
  /// \param limit of each kind of memory of the unit; nothing: what there is, shared evenly
  void add_heaps(std::optional<std::uint64_t> limit);
  /// Ends the heaps; memory is allocated no more.
  void close();

  /* ---- kinds and places ---------------------------------------------------------------------- */

  /// Memory that an allocation with this choice takes at a unit.
  MemoryKind kind_at(dart_unit_t unit, dart_memory_t choice) const
  {
    const bool on_device = choice == DART_MEMORY_UNIT && units_.of(unit).is_gpu();
    return on_device ? MemoryKind::device : MemoryKind::host;
  }
  /// Where this unit's part of the global memory lives.
  MemorySpace& space(MemoryKind kind);
  /// Heap of this unit in that memory; it keeps the account of all global memory of its kind.
  Heap& heap(dart_memory_t choice)
  {
    return kind_at(units_.me(), choice) == MemoryKind::device ? *device_heap_ : *host_heap_;
  }
  /// Address of an offset in that heap, in the arena's numbering.
  std::uint64_t heap_address(dart_memory_t choice, std::uint64_t offset) const
  {
    return slot_address(units_.me(), kind_at(units_.me(), choice), layout_.heap_offset + offset);
  }
  /// Segment id of memory of that heap.
  std::int16_t heap_segment(dart_memory_t choice) const
  {
    const bool is_own_kind = kind_at(units_.me(), choice) == kind_at(units_.me(), DART_MEMORY_UNIT);
    return is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
  }
  /// Address of an offset in the slot of a unit, in that unit's process.
  std::uint64_t slot_address(dart_unit_t unit, MemoryKind kind, std::uint64_t offset) const
  {
    const UnitInfo& info = units_.of(unit);
    return (kind == MemoryKind::device ? info.device_slot : info.host_slot) + offset;
  }
  /// A part of a segment: memory of a unit at an address in that unit's process.
  Segment::Part make_part(
      dart_unit_t unit, MemoryKind kind, std::uint64_t address, std::uint64_t bytes) const;
  /// The heaps of all units, as a segment.
  std::unique_ptr<Segment> make_heap_segment(dart_memory_t choice) const;

  /* ---- addresses ----------------------------------------------------------------------------- */

  /// Address of a byte of an own part for the program.
  std::byte* own_address(const Segment::Part& part, std::uint64_t offset) const;
  /// Inverse of own_address: in the arena's numbering where it is the arena's.
  std::uint64_t place_of_own(const void* address) const;
  /// Kind of memory at such a place.
  MemoryKind kind_of_place(std::uint64_t place) const;
  /// Address by which copies and kernels reach bytes of a part of a unit, of any memory but another
  /// process's own; nullptr (after a message) where they cannot.
  std::byte* reach(
      const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset,
      std::uint64_t bytes) const;
  /// Whether a user's buffer is device memory.
  bool is_device(const void* buffer) const
  {
    return devices_ != nullptr && devices_->is_device(buffer);
  }
  /// Whether an address belongs to the units' device memory.
  bool is_device_place(const void* address) const
  {
    return arena_.is_device_address(address) || device_place(address).has_value();
  }
  /// Unit whose memory holds an address; -1 for other addresses.
  dart_unit_t owner_of(const void* address) const;

  /// Where an address lies in the memory of a unit of this host.
  struct Place {
    std::uint64_t offset;  ///< in the unit's slot
    MemoryKind kind;
  };
  /// \param address one that has an owner here
  Place place_of(const void* address) const;

 private:
  std::optional<DeviceSpace::Place> device_place(const void* address) const
  {
    return devices_ == nullptr ? std::nullopt : devices_->place_of(address);
  }

  const Arena& arena_;
  const UnitTable& units_;
  SlotLayout layout_;
  HostSpace host_space_;
  DeviceSpace* devices_;
  std::unique_ptr<ExposedSpace> exposed_host_, exposed_device_;  // in runs on several hosts
  std::unique_ptr<Heap> host_heap_, device_heap_;
};

}  // namespace dart
