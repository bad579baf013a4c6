#pragma once

/// \file
/// The arena: the range of addresses at which each process of a host maps the host's global memory.

#include <cstddef>
#include <cstdint>

#include "job/job.h"
#include "memory/reserved_pages.h"
#include "memory/slot_layout.h"

namespace dart {

/// How global memory in host memory gets huge pages.
enum class HugePages : bool {
  advised,  ///< the system is asked for them
  reserved  ///< allocations take pages that the system has reserved, and nothing else
};

/// The host's memory file, which each process maps at the same address. Slot 0 contains the data
/// that the runtime shares (the control slot), and slot 1 + k the host memory of unit k. The file
/// is sparse: a page uses memory only when it is written. Behind these slots follow addresses for
/// device memory, one slot for each GPU unit; the GPU units are the last units. A device space maps
/// memory there.
class Arena {
 public:
  /// Maps the file of a job. Collective over the units of the host.
  /// \param huge_pages  where the memory of allocations comes from; that of unit 0 counts
  /// \throws std::runtime_error if no candidate address is free in all processes
  Arena(int job_file, std::uint32_t unit_on_host, std::uint32_t gpu_units, HugePages huge_pages);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  JobBlock& job() const { return *reinterpret_cast<JobBlock*>(base_); }
  std::uint32_t units() const { return units_; }
  std::uint32_t unit_on_host() const { return unit_on_host_; }

  std::size_t slot_bytes() const { return slot_bytes_; }
  std::byte* control_slot() const { return base_; }
  std::byte* unit_slot(std::uint32_t unit) const { return base_ + (unit + 1) * slot_bytes_; }

  std::uint32_t gpu_units() const { return gpu_units_; }
  bool is_gpu_unit(std::uint32_t unit) const { return unit >= units_ - gpu_units_; }
  /// Addresses for the device memory of a GPU unit.
  std::byte* device_slot(std::uint32_t unit) const { return unit_slot(unit + gpu_units_); }
  bool is_device_address(const void* address) const
  {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= unit_slot(units_) && byte < base_ + bytes();
  }

  bool contains(const void* address) const
  {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= base_ && byte < base_ + bytes();
  }
  /// Whether so many bytes at \c address are host memory of the arena.
  bool has_host_bytes(const void* address, std::size_t bytes) const
  {
    const auto offset =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_);
    return offset < host_bytes() && bytes <= host_bytes() - offset;
  }
  /// Index of the unit whose slot, of host or device memory, contains \c address; -1 for the
  /// control slot.
  int unit_of(const void* address) const
  {
    const std::size_t slot = (static_cast<const std::byte*>(address) - base_) / slot_bytes_;
    return static_cast<int>(slot > units_ ? slot - gpu_units_ : slot) - 1;
  }
  /// Offset of \c address in its slot.
  std::uint64_t offset_of(const void* address) const
  {
    return (static_cast<const std::byte*>(address) - base_) % slot_bytes_;
  }

  /// The part of the control slot that device spaces share: one block for each GPU unit. Unlike the
  /// memory in front of it, it keeps its content when dart_exit is called.
  std::byte* device_block() const { return control_slot() + slot_bytes_ / 4 * 3; }
  std::size_t device_block_bytes() const { return std::size_t(1) << 20; }

  /// The offset in the job's file that is reserved for an address of the arena.
  std::uint64_t file_offset(const std::byte* address) const { return address - base_; }

  /// Whether memory of allocations has to be taken before it is used.
  bool has_reserved_pages() const { return reserved_.is_open(); }
  /// Takes pages for a part of the own slot. \return false if there are too few
  bool take_reserved_pages(std::uint64_t offset, std::uint64_t bytes) const
  {
    return reserved_.take(unit_on_host_ * reserved_slot_bytes() + offset, bytes);
  }

  /// Barrier over the units of the host that needs no other state.
  void job_barrier();

  /// Releases the memory of a range of the arena, which reads as zero afterwards.
  static void release(std::byte* begin, std::size_t bytes);

 private:
  std::size_t slots() const { return std::size_t(1) + units_ + gpu_units_; }
  std::size_t bytes() const { return slots() * slot_bytes_; }
  std::size_t host_bytes() const { return (std::size_t(1) + units_) * slot_bytes_; }
  /// Bytes at the start of a slot that allocations are in; what follows is sparse.
  std::uint64_t reserved_slot_bytes() const { return SlotLayout(slot_bytes_).table_offset; }
  bool map_at(std::uintptr_t address, int job_file);
  void map_reserved_pages(HugePages huge_pages);

  ReservedPages reserved_;
  std::byte* base_ = nullptr;
  std::size_t slot_bytes_ = 0;
  std::uint32_t units_ = 0;
  std::uint32_t unit_on_host_ = 0;
  std::uint32_t gpu_units_ = 0;
};

}  // namespace dart
