#pragma once

/// \file
/// Own memory that other units access.

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>

#include "registration.h"
#include "transport/ib_module.h"

namespace dart::ib {

/// A range of own memory as it is registered with the adapter.
struct ExposedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t lkey = 0;
  std::uint32_t rkey = 0;
  bool device = false;  ///< whether it lies in device memory

  bool contains(std::uint64_t address) const { return address - begin < end - begin; }
  /// Number of bytes from an address in the range to its end.
  std::size_t room(const std::byte* address) const
  {
    return end - reinterpret_cast<std::uint64_t>(address);
  }
};

/// Table of the exposed ranges. Any thread may use it.
class ExposedMemory {
 public:
  ExposedMemory(const Device& device, const IbSetup& setup) : device_(device), setup_(setup) {}

  dart_ret_t expose(void* begin, std::size_t bytes);
  void conceal(void* begin);

  std::optional<ExposedRange> find(std::uint64_t address) const;
  /// A number that changes whenever a range is removed, so that copies of entries can be recognised
  /// as outdated.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }
  /// Whether all device memory could be registered.
  bool reaches_devices() const { return reaches_devices_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    ExposedRange range;
    MemoryRegion region;
  };

  dart_ret_t expose_device(void* begin, std::size_t bytes);
  dart_ret_t expose_host(void* begin, std::size_t bytes);
  void add(MemoryRegion region, const void* first, bool device);

  const Device& device_;
  const IbSetup& setup_;
  mutable std::shared_mutex mutex_;
  std::map<std::uint64_t, Entry> entries_;  // ordered by their first address
  std::atomic<std::uint64_t> version_{1};
  std::atomic<bool> reaches_devices_{device_.registers_dmabuf()};
};

}  // namespace dart::ib
