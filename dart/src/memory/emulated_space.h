#pragma once

/// \file
/// Device memory without a device, for developing and testing programs with GPU units anywhere.

#include <deque>
#include <mutex>
#include <vector>

#include "base/address.h"
#include "memory/bounce_buffers.h"
#include "memory/device_space.h"
#include "memory/emulated_stream.h"
#include "types/processor_atomics.h"

namespace dart {

/// Host memory in place of device memory. Its addresses in the arena are protected against access
/// by host code; copies and kernels, which are host functions, use a second mapping, the alias.
///
/// Copies are deferred as long as DART permits: until they are waited for or tested. Therefore a
/// program that reads before completion always reads old data, not only if a GPU is slow.
class EmulatedSpace final : public DeviceSpace {
 public:
  /// \param locks for atomic operations without an instruction, of all units of the host
  /// \param gpu_map see gpu_map()
  EmulatedSpace(const DeviceSetup& setup, AtomicLocks& locks, const std::vector<int>& gpu_map);
  ~EmulatedSpace() override;

  dart_gpu_backend_t backend() const override { return DART_GPU_EMULATED; }
  int gpu_of(std::uint32_t unit) const override { return gpus_[setup_.gpu_unit_of(unit)]; }
  std::uint64_t capacity() override;
  void* stream() override { return nullptr; }
  std::unique_ptr<DeviceStream> make_task_stream() override
  {
    return std::make_unique<EmulatedStream>();
  }

  // Pages are allocated when they are first written.
  bool commit(std::uint64_t, std::uint64_t) override { return true; }
  void release(std::uint64_t offset, std::uint64_t bytes) override;
  dart_ret_t copy(void* to, const void* from, std::size_t bytes) override;

  std::byte* local_address(std::uint64_t offset) override
  {
    return address_behind(setup_.device_slot(setup_.unit), offset);
  }
  std::byte* reach(std::uint32_t unit, std::uint64_t offset, std::uint64_t) override
  {
    return setup_.device_slot(unit) + offset + to_alias_;
  }
  std::byte* reach_host(std::byte* begin, std::uint64_t) override { return begin; }
  void forget(std::uint32_t, std::uint64_t, std::uint64_t) override {}
  void forget_host(std::byte*, std::uint64_t) override {}
  void* kernel_address(const void* local) override { return alias_of(local); }
  std::optional<Place> place_of(const void* address) const override;
  bool is_device(const void* address) const override
  {
    return is_between(address, setup_.device_slots);
  }

  std::byte* acquire_bounce_buffer() override
  {
    return bounce_.acquire([] { return new std::byte[BounceBuffers::bytes]; });
  }
  bool release_bounce_buffer(std::byte* buffer) override { return bounce_.release(buffer); }

  dart_ret_t start_copy(void* to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t start_copy_box(void* to, const void* from, const Box& box, Ticket* ticket) override;
  bool test(Ticket ticket) override;
  dart_ret_t wait(Ticket ticket) override;
  /// Copies complete in their order.
  dart_ret_t join(Ticket, Ticket) override { return DART_OK; }
  dart_ret_t flush() override;
  dart_ret_t move(std::span<const Move> moves) override;
  dart_ret_t combine(std::span<const Combination> combinations) override
  {
    for (const Combination& combination : combinations) combine_on_host(combination);
    return DART_OK;
  }

  dart_ret_t atomic(
      std::uint32_t unit, std::uint64_t offset, const AtomicRequest& request) override;

 private:
  struct Copy {
    std::byte* to;
    const std::byte* from;
    Box box;
  };

  bool is_between(const void* address, const std::byte* slots) const
  {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= slots && byte < slots + setup_.gpu_units * setup_.slot_bytes;
  }
  void* alias_of(const void* address) const
  {
    auto* byte = static_cast<std::byte*>(const_cast<void*>(address));
    return is_device(byte) ? byte + to_alias_ : byte;
  }
  void complete_oldest();

  DeviceSetup setup_;
  AtomicLocks& locks_;
  std::ptrdiff_t to_alias_;
  std::vector<int> gpus_;  // for each GPU unit

  BounceBuffers bounce_;
  std::mutex mutex_;
  std::deque<Copy> deferred_;
  Ticket started_ = 0, completed_ = 0;
};

}  // namespace dart
