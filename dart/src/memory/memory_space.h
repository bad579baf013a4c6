#pragma once

/// \file
/// The kinds of memory in which a unit's part of the global memory can be.

#include <cstddef>
#include <cstdint>

namespace dart {

/// One kind of memory. Each unit has a slot of addresses in it, which is the same in each process.
///
/// An implementation can make parts of the calling unit's slot usable, and access the slots of
/// other units.
class MemorySpace {
 public:
  virtual ~MemorySpace() = default;

  /// Start of the slot of the unit with this index on the host, if this process can load and store
  /// it; otherwise nullptr.
  virtual std::byte* slot(std::uint32_t unit_on_host) const = 0;

  /// Makes [offset, offset + bytes) of the own slot usable. \return false if memory is exhausted
  virtual bool commit(std::uint64_t offset, std::uint64_t bytes) = 0;

  /// Reports to the user why \c bytes more bytes could not be committed. Called if there is no
  /// further attempt.
  virtual void report_exhausted(std::uint64_t /*bytes*/) {}

  /// Releases the memory of [offset, offset + bytes) of the own slot; its content is lost.
  virtual void release(std::uint64_t offset, std::uint64_t bytes) = 0;
};

}  // namespace dart
