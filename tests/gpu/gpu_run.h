#pragma once

/// \file
/// A run with GPU units for the CUDA implementation of device memory alone, without the runtime.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/arena.h"
#include "memory/device_space.h"
#include "net/bootstrap.h"
#include "types/processor_atomics.h"

namespace dash::test {

/// Number of GPUs that this process sees.
int visible_gpus();

/// The run of this process, which is created on first use and kept until the process ends.
class GpuRun {
 public:
  static GpuRun& instance();

  dart::Arena& arena() { return arena_; }
  dart::DeviceSpace& devices() { return *devices_; }
  std::uint32_t unit() const { return arena_.unit_on_host(); }
  std::uint32_t units() const { return arena_.units(); }
  std::uint32_t first_gpu_unit() const { return units() - arena_.gpu_units(); }
  bool is_gpu_unit() const { return arena_.is_gpu_unit(unit()); }
  void barrier() { arena_.job_barrier(); }
  bool uses_ipc() const;

  /// Another space of this process, which finds other processes by \c pid_of.
  std::unique_ptr<dart::DeviceSpace> make_space(int (*pid_of)(std::uint32_t unit));

  /// An offset in each slot that no other test uses; it is the same on all units and aligned to 1
  /// GiB.
  std::uint64_t fresh_offset();

 private:
  GpuRun();

  std::unique_ptr<dart::Bootstrap> bootstrap_;
  int job_file_;
  dart::Arena arena_;
  dart::AtomicLocks locks_;  // the locks of this process; CUDA needs none
  std::unique_ptr<dart::DeviceSpace> devices_;
  std::uint64_t offsets_taken_ = 0;
};

/// Fixture that skips tests if no GPU is visible.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  GpuRun& run() { return GpuRun::instance(); }
  dart::DeviceSpace& devices() { return run().devices(); }

  /// Commits memory on this GPU unit, and accesses it. \return its address; nullptr on failure
  std::byte* own_memory(std::uint64_t offset, std::uint64_t bytes);

  static constexpr std::uint64_t mebibyte = std::uint64_t(1) << 20;
};

/// Bytes that depend on seed and position.
std::vector<std::byte> pattern(unsigned seed, std::size_t bytes);

}  // namespace dash::test
