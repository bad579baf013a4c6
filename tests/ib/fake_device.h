#pragma once

/// \file
/// Memory that acts as device memory: the processor cannot access it at the address that programs
/// use.

#include <atomic>
#include <cstddef>

#include "dash/dart/if/dart_types.h"

namespace dart::ib::test {

class FakeDevice {
 public:
  explicit FakeDevice(std::size_t bytes);
  ~FakeDevice();
  FakeDevice(const FakeDevice&) = delete;
  FakeDevice& operator=(const FakeDevice&) = delete;

  /// The address of the memory for programs.
  std::byte* address() const { return closed_; }
  /// The address at which tests can access the memory.
  std::byte* inside() const { return open_; }
  /// Number of copies by copy().
  int copies() const { return copies_; }

  // Functions for IbSetup, which use the latest device.
  static bool is_device(const void* buffer);
  static dart_ret_t copy(void* to, const void* from, std::size_t bytes);

 private:
  bool contains(const void* address) const;
  std::byte* opened(void* address) const;

  static FakeDevice* latest;

  std::size_t bytes_;
  std::byte* closed_;
  std::byte* open_;
  std::atomic<int> copies_{0};
};

}  // namespace dart::ib::test
