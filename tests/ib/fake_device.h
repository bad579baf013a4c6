#pragma once

/// \file
/// Memory that plays device memory: the processor cannot touch it at the address that programs use.

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

  /// The device's address of its memory …
  std::byte* address() const { return closed_; }
  /// … and where a test looks at it.
  std::byte* inside() const { return open_; }
  /// Copies that went through copy().
  int copies() const { return copies_; }

  // For IbSetup; they know the latest device.
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
