// Memory of other units is mapped on first access by copies and kernels, and unmapped when it is
// freed.

#include <cuda_runtime_api.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "gpu_run.h"
#include "kernels.h"

namespace {

using dash::test::GpuTest;
using dash::test::pattern;

class GpuSharingTest : public GpuTest {
 protected:
  void put(std::uint32_t unit, std::uint64_t offset, const std::vector<std::byte>& values)
  {
    std::byte* memory = devices().reach(unit, offset, values.size());
    ASSERT_NE(memory, nullptr);
    ASSERT_EQ(devices().copy(memory, values.data(), values.size()), DART_OK);
  }
  std::vector<std::byte> get(std::uint32_t unit, std::uint64_t offset, std::size_t bytes)
  {
    std::vector<std::byte> values(bytes);
    std::byte* memory = devices().reach(unit, offset, bytes);
    EXPECT_NE(memory, nullptr);
    if (memory != nullptr) {
      EXPECT_EQ(devices().copy(values.data(), memory, bytes), DART_OK);
    }
    return values;
  }
};

TEST_F(GpuSharingTest, AddressesAreTheSameInAllProcesses)
{
  const auto offset = run().fresh_offset();
  if (run().is_gpu_unit()) {
    ASSERT_TRUE(devices().commit(offset, mebibyte));
  }
  run().barrier();
  for (std::uint32_t unit = run().first_gpu_unit(); unit < run().units(); ++unit) {
    std::byte* memory = devices().reach(unit, offset, mebibyte);
    ASSERT_NE(memory, nullptr);
    if (!run().uses_ipc()) {
      EXPECT_EQ(memory, run().arena().device_slot(unit) + offset);
    }
    const auto place = devices().place_of(memory + 5);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->unit, unit);
    EXPECT_EQ(place->offset, offset + 5);
    EXPECT_EQ(devices().reach(unit, offset + 100, 8), memory + 100);
  }
}

TEST_F(GpuSharingTest, EachUnitReadsAndWritesAllGpuUnitsMemory)
{
  const auto offset = run().fresh_offset();
  constexpr std::size_t bytes = 300'001;
  if (run().is_gpu_unit()) {
    ASSERT_TRUE(devices().commit(offset, run().units() * mebibyte));
  }
  run().barrier();
  for (std::uint32_t unit = run().first_gpu_unit(); unit < run().units(); ++unit) {
    put(unit, offset + run().unit() * mebibyte, pattern(100 * unit + run().unit(), bytes));
  }
  run().barrier();
  for (std::uint32_t unit = run().first_gpu_unit(); unit < run().units(); ++unit) {
    for (std::uint32_t writer = 0; writer < run().units(); ++writer) {
      EXPECT_EQ(get(unit, offset + writer * mebibyte, bytes), pattern(100 * unit + writer, bytes))
          << "memory of unit " << unit << ", written by unit " << writer;
    }
  }
}

TEST_F(GpuSharingTest, CopiesGoFromGpuToGpu)
{
  const auto offset = run().fresh_offset();
  constexpr std::size_t bytes = 20'000'003;
  if (run().is_gpu_unit()) {
    ASSERT_TRUE(devices().commit(offset, 64 * mebibyte));
    put(run().unit(), offset, pattern(run().unit(), bytes));
  }
  run().barrier();
  // Each GPU unit copies from the next one; the CPU units do nothing.
  const std::uint32_t first = run().first_gpu_unit(), gpu_units = run().units() - first;
  if (run().is_gpu_unit()) {
    const std::uint32_t next = first + (run().unit() - first + 1) % gpu_units;
    std::byte* mine = devices().reach(run().unit(), offset + 32 * mebibyte, bytes);
    ASSERT_EQ(devices().copy(mine, devices().reach(next, offset, bytes), bytes), DART_OK);
    EXPECT_EQ(get(run().unit(), offset + 32 * mebibyte, bytes), pattern(next, bytes));
  }
}

TEST_F(GpuSharingTest, KernelsReachDeviceMemoryOfOtherUnits)
{
  const auto offset = run().fresh_offset();
  constexpr std::size_t elements = 10'000;
  const std::vector<int> start(elements, 41 + static_cast<int>(run().unit()));
  if (run().is_gpu_unit()) {
    std::byte* memory = own_memory(offset, mebibyte);
    ASSERT_EQ(devices().copy(memory, start.data(), elements * sizeof(int)), DART_OK);
  }
  run().barrier();
  const std::uint32_t first = run().first_gpu_unit();
  if (!run().is_gpu_unit()) return;
  const std::uint32_t next = first + (run().unit() - first + 1) % (run().units() - first);
  if (!devices().kernels_reach(next)) GTEST_SKIP() << "the GPUs do not reach each other";
  auto* from = reinterpret_cast<int*>(devices().reach(next, offset, elements * sizeof(int)));
  auto* to = reinterpret_cast<int*>(own_memory(offset + 64 * mebibyte, mebibyte));
  ASSERT_TRUE(from != nullptr && to != nullptr);
  ASSERT_EQ(
      dash::test::add_one(from, to, elements, static_cast<cudaStream_t>(devices().stream())),
      cudaSuccess);
  std::vector<int> result(elements);
  ASSERT_EQ(devices().copy(result.data(), to, elements * sizeof(int)), DART_OK);
  EXPECT_EQ(result, std::vector<int>(elements, 42 + static_cast<int>(next)));
}

TEST_F(GpuSharingTest, KernelsReachHostMemoryOfAllUnits)
{
  const auto offset = run().fresh_offset();
  constexpr std::size_t elements = 10'000;
  auto* mine = reinterpret_cast<int*>(run().arena().unit_slot(run().unit()) + offset);
  std::fill_n(mine, elements, 7 + static_cast<int>(run().unit()));
  run().barrier();
  if (!run().is_gpu_unit()) return;
  auto* to = reinterpret_cast<int*>(own_memory(offset, mebibyte));
  for (std::uint32_t unit = 0; unit < run().units(); ++unit) {
    std::byte* host = run().arena().unit_slot(unit) + offset;
    auto* from = reinterpret_cast<int*>(devices().reach_host(host, elements * sizeof(int)));
    ASSERT_EQ(reinterpret_cast<std::byte*>(from), host);
    ASSERT_EQ(
        dash::test::add_one(from, to, elements, static_cast<cudaStream_t>(devices().stream())),
        cudaSuccess);
    std::vector<int> result(elements);
    ASSERT_EQ(devices().copy(result.data(), to, elements * sizeof(int)), DART_OK);
    EXPECT_EQ(result, std::vector<int>(elements, 8 + static_cast<int>(unit)));
  }
}

TEST_F(GpuSharingTest, FreedMemoryIsNotReachedAnyMore)
{
  const auto offset = run().fresh_offset();
  const std::uint32_t owner = run().first_gpu_unit();
  constexpr std::size_t bytes = 4096;
  for (unsigned round = 0; round < 4; ++round) {
    const auto values = pattern(round, bytes);
    if (run().unit() == owner) {
      ASSERT_TRUE(devices().commit(offset, 128 * mebibyte));
      put(owner, offset, values);
    }
    run().barrier();
    EXPECT_EQ(get(owner, offset, bytes), values) << "memory of an earlier round";
    run().barrier();
    // In odd rounds the other units are told, in even rounds they have to notice.
    if (round % 2 == 1) devices().forget(owner, offset, 128 * mebibyte);
    run().barrier();
    if (run().unit() == owner) devices().release(offset, 128 * mebibyte);
    run().barrier();
    EXPECT_EQ(devices().reach(owner, offset, bytes), nullptr);
    run().barrier();
  }
}

TEST_F(GpuSharingTest, MoreChunksAreMappedWhenTheyAreReached)
{
  const auto offset = run().fresh_offset();
  const std::uint32_t owner = run().first_gpu_unit();
  for (std::uint64_t granule = 0; granule < 8; ++granule) {
    const std::uint64_t place = offset + granule * 64 * mebibyte;
    if (run().unit() == owner) {
      ASSERT_TRUE(devices().commit(place, 4096));
      put(owner, place, pattern(static_cast<unsigned>(granule), 4096));
    }
    run().barrier();
    EXPECT_EQ(get(owner, place, 4096), pattern(static_cast<unsigned>(granule), 4096));
  }
}

TEST_F(GpuSharingTest, ReleasedHostMemoryIsRegisteredAnew)
{
  const auto offset = run().fresh_offset();
  constexpr std::size_t bytes = 64 << 20, used = 1 << 20;
  std::byte* const host = run().arena().unit_slot(0) + offset;
  for (unsigned round = 0; round < 3; ++round) {
    const auto values = pattern(round, used);
    if (run().unit() == 0) std::copy(values.begin(), values.end(), host);
    run().barrier();
    if (run().is_gpu_unit()) {
      // Copies from registered pages to the GPU and back.
      std::byte* memory = own_memory(offset, used);
      ASSERT_EQ(devices().reach_host(host, used), host);
      ASSERT_EQ(devices().copy(memory, host, used), DART_OK);
      EXPECT_EQ(get(run().unit(), offset, used), values) << "pages of an earlier round";
    }
    run().barrier();
    if (run().unit() == 0) {
      devices().forget_host(host, bytes);
      dart::Arena::release(host, bytes);
    }
    run().barrier();
  }
}

TEST_F(GpuSharingTest, ForgettingAPartKeepsTheRestRegistered)
{
  const auto offset = run().fresh_offset();
  std::byte* const host = run().arena().unit_slot(run().unit()) + offset;
  ASSERT_EQ(devices().reach_host(host, 16 * mebibyte), host);
  devices().forget_host(host + 4 * mebibyte, 8 * mebibyte);
  for (const std::uint64_t at : {std::uint64_t(0), 12 * mebibyte}) {
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, host + at), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost) << at;
  }
  cudaPointerAttributes attributes{};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, host + 8 * mebibyte), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

/// The id of a process that has ended and was waited for.
int ended_process()
{
  static const int pid = [] {
    const int child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return child;
  }();
  return pid;
}

TEST_F(GpuSharingTest, MemoryOfADeadUnitIsRefusedAtOnce)
{
  const auto offset = run().fresh_offset();
  const std::uint32_t owner = run().first_gpu_unit();
  if (run().unit() == owner) {
    ASSERT_TRUE(devices().commit(offset, mebibyte));
  }
  run().barrier();
  if (run().unit() == owner || run().uses_ipc()) return;
  const auto space = run().make_space([](std::uint32_t) { return ended_process(); });
  testing::internal::CaptureStderr();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(space->reach(owner, offset, 8), nullptr);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("process has ended"), std::string::npos) << text;
}

}  // namespace
