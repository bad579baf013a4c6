#pragma once

/// \file
/// Own memory that units on other hosts can access.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "memory/memory_space.h"
#include "net/transport.h"

namespace dart {

/// The memory of a space, which is exposed to other hosts when it is first committed. It stays
/// exposed, and so cannot be released, until the end: adapters keep the addresses of pages, and
/// exposing costs much more than an allocation.
class ExposedSpace final : public MemorySpace {
 public:
  /// \param begin  address of the unit's own slot for the transport, of size \c bytes
  ExposedSpace(MemorySpace& space, Transport& transport, std::byte* begin, std::size_t bytes);
  ~ExposedSpace() override;

  std::byte* slot(std::uint32_t unit_on_host) const override { return space_.slot(unit_on_host); }
  bool commit(std::uint64_t offset, std::uint64_t bytes) override;
  void report_exhausted(std::uint64_t bytes) override { space_.report_exhausted(bytes); }
  void release(std::uint64_t, std::uint64_t) override {}

 private:
  /// Memory is exposed in multiples of this size, so that many small allocations share one
  /// registration.
  static constexpr std::uint64_t granule = std::uint64_t(4) << 20;
  struct Range {
    std::byte* begin;
    std::size_t bytes;
  };

  bool expose(std::uint64_t first, std::uint64_t last);

  MemorySpace& space_;
  Transport& transport_;
  std::byte* begin_;
  std::mutex mutex_;
  std::vector<bool> is_exposed_;  // for each granule
  std::vector<Range> ranges_;
};

}  // namespace dart
