#pragma once

// The arena: the range of addresses in which each process of a host sees the host's global memory.

#include <cstddef>
#include <cstdint>

#include "job.h"
#include "memory_space.h"

namespace dart {

/// The host's memory file mapped at one address in each process. Slot 0 holds what the runtime
/// shares (the control slot), slot 1 + k the memory of unit k. The file is sparse: a page costs
/// memory once it is written.
class Arena {
public:
  /// Maps the file of a job; collective over the units of the host.
  /// \throws std::runtime_error if no candidate address is free in all processes
  Arena(int job_file, std::uint32_t unit_on_host);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  JobBlock& job() const { return *reinterpret_cast<JobBlock*>(base_); }
  std::uint32_t units() const { return units_; }
  std::uint32_t unit_on_host() const { return unit_on_host_; }

  std::size_t slot_bytes() const { return slot_bytes_; }
  std::byte* control_slot() const { return base_; }
  std::byte* unit_slot(std::uint32_t unit) const { return base_ + (unit + 1) * slot_bytes_; }

  bool contains(const void* address) const
  {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= base_ && byte < base_ + bytes();
  }
  /// Unit whose slot holds \c address; -1: the control slot.
  int unit_of(const void* address) const
  {
    return static_cast<int>((static_cast<const std::byte*>(address) - base_) / slot_bytes_) - 1;
  }

  /// Barrier over the units of the host that works without any other state.
  void job_barrier();

  /// Gives the memory below a range of the arena back; it reads as zero afterwards.
  static void release(std::byte* begin, std::size_t bytes);

private:
  std::size_t bytes() const { return (units_ + std::size_t(1)) * slot_bytes_; }
  bool map_at(std::uintptr_t address, int job_file);

  std::byte* base_ = nullptr;
  std::size_t slot_bytes_ = 0;
  std::uint32_t units_ = 0;
  std::uint32_t unit_on_host_ = 0;
  WaitWord::Count barriers_ = 0;
};

/// Host memory: the units' slots of the arena.
class HostSpace final : public MemorySpace {
public:
  explicit HostSpace(const Arena& arena) : arena_(arena) {}

  std::byte* slot(std::uint32_t unit_on_host) const override
  {
    return arena_.unit_slot(unit_on_host);
  }
  // Pages come when they are first written.
  bool commit(std::uint64_t, std::uint64_t) override { return true; }
  void release(std::uint64_t offset, std::uint64_t bytes) override
  {
    arena_.release(slot(arena_.unit_on_host()) + offset, bytes);
  }
  void copy(void* destination, const void* source, std::size_t bytes) const override
  {
    __builtin_memmove(destination, source, bytes);
  }

private:
  const Arena& arena_;
};

}  // namespace dart
