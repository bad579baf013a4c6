#pragma once

/// \file
/// Where a unit's part of the global memory lives.

#include <cstddef>
#include <cstdint>

namespace dart {

/// One kind of memory. Each unit has a slot of addresses in it, the same in each process.
///
/// An implementation knows how to make parts of the calling unit's slot usable, and how to reach a
/// peer's slot.
class MemorySpace {
 public:
  virtual ~MemorySpace() = default;

  /// Start of the slot of the unit with this index on the host, where this process may load and
  /// store it; nullptr if it cannot.
  virtual std::byte* slot(std::uint32_t unit_on_host) const = 0;

  /// Makes [offset, offset + bytes) of the own slot usable. \return false when memory is exhausted
  virtual bool commit(std::uint64_t offset, std::uint64_t bytes) = 0;

  /// Tells the user why \c bytes more could not be committed: for callers that do not try again.
  virtual void report_exhausted(std::uint64_t /*bytes*/) {}

  /// Gives the memory below [offset, offset + bytes) of the own slot back; its content is lost.
  virtual void release(std::uint64_t offset, std::uint64_t bytes) = 0;
};

}  // namespace dart
