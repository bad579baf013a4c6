// Device memory of a GPU unit is committed, accessed and released.

#include <cuda_runtime_api.h>

#include <cstring>

#include "gpu_run.h"

namespace {

using dash::test::GpuTest;
using dash::test::pattern;

class GpuMemoryTest : public GpuTest {
 protected:
  std::size_t free_memory()
  {
    std::size_t available = 0, total = 0;
    EXPECT_EQ(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
  }

  /// Stores and loads by CUDA itself.
  void expect_usable(std::byte* memory, std::size_t bytes)
  {
    const auto values = pattern(3, bytes);
    std::vector<std::byte> back(bytes);
    ASSERT_EQ(cudaMemcpy(memory, values.data(), bytes, cudaMemcpyDefault), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(back.data(), memory, bytes, cudaMemcpyDefault), cudaSuccess);
    EXPECT_EQ(back, values);
  }
};

TEST_F(GpuMemoryTest, GpuUnitsHaveAGpuAndCpuUnitsHaveNone)
{
  for (std::uint32_t unit = 0; unit < run().units(); ++unit) {
    const int gpu = devices().gpu_of(unit);
    EXPECT_EQ(gpu < 0, unit < run().first_gpu_unit()) << "unit " << unit;
    EXPECT_LT(gpu, dash::test::visible_gpus());
  }
  EXPECT_EQ(devices().backend(), DART_GPU_CUDA);
}

TEST_F(GpuMemoryTest, StreamStaysTheSame)
{
  if (!run().is_gpu_unit()) return;
  void* stream = devices().stream();
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(devices().stream(), stream);
  int current = -1;
  ASSERT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, devices().gpu_of(run().unit()));
}

TEST_F(GpuMemoryTest, CommittedMemoryIsUsable)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  constexpr std::uint64_t sizes[] = {1, 4096, 3 * mebibyte, 100 * mebibyte};
  for (const std::uint64_t bytes : sizes) {
    std::byte* memory = own_memory(offset, bytes);
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_EQ(devices().local_address(offset), memory);
    EXPECT_TRUE(devices().is_device(memory));
    EXPECT_TRUE(devices().is_device(memory + bytes - 1));
    expect_usable(memory, bytes);
  }
}

TEST_F(GpuMemoryTest, PlaceIsTheInverseOfReach)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  std::byte* memory = own_memory(offset, mebibyte);
  ASSERT_NE(memory, nullptr);
  const auto place = devices().place_of(memory + 77);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->unit, run().unit());
  EXPECT_EQ(place->offset, offset + 77);
  EXPECT_FALSE(devices().place_of(&offset));
  EXPECT_FALSE(devices().is_device(&offset));
  EXPECT_FALSE(devices().place_of(run().arena().unit_slot(0)));
}

TEST_F(GpuMemoryTest, NeighboursShareAGranule)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  ASSERT_TRUE(devices().commit(offset, mebibyte));
  const std::size_t before = free_memory();
  for (unsigned k = 1; k < 64; ++k) ASSERT_TRUE(devices().commit(offset + k * mebibyte, mebibyte));
  EXPECT_GE(free_memory() + 8 * mebibyte, before) << "each small request took memory of its own";
  expect_usable(devices().reach(run().unit(), offset, 64 * mebibyte), 64 * mebibyte);
}

TEST_F(GpuMemoryTest, LargeBlockCoversSmallOnesThatWereThere)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  ASSERT_TRUE(devices().commit(offset + 64 * mebibyte, 4096));
  std::byte* memory = own_memory(offset, 256 * mebibyte);
  ASSERT_NE(memory, nullptr);
  expect_usable(memory + 63 * mebibyte, 70 * mebibyte);
  devices().release(offset, 256 * mebibyte);
}

TEST_F(GpuMemoryTest, ReleasedMemoryReturnsToTheGpu)
{
  const auto offset = run().fresh_offset();
  // Units that share a GPU would notice each other's allocations, so they take turns.
  for (std::uint32_t turn = 0; turn < run().units(); ++turn) {
    if (turn == run().unit() && run().is_gpu_unit()) {
      const std::size_t before = free_memory();
      ASSERT_NE(own_memory(offset, 512 * mebibyte), nullptr);
      EXPECT_LE(free_memory() + 512 * mebibyte, before);
      devices().release(offset, 512 * mebibyte);
      EXPECT_GE(free_memory() + 32 * mebibyte, before);
    }
    run().barrier();
  }
}

TEST_F(GpuMemoryTest, ReleasedMemoryCanBeCommittedAgain)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  for (int round = 0; round < 3; ++round) {
    std::byte* memory = own_memory(offset, 128 * mebibyte);
    ASSERT_NE(memory, nullptr);
    expect_usable(memory + 100 * mebibyte, mebibyte);
    devices().release(offset, 128 * mebibyte);
    EXPECT_EQ(devices().reach(run().unit(), offset, 4096), nullptr);
  }
}

TEST_F(GpuMemoryTest, EndOfARunKeepsAFewGranules)
{
  const auto offset = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  ASSERT_NE(own_memory(offset, 256 * mebibyte), nullptr);
  devices().release(0, run().arena().slot_bytes());
  EXPECT_EQ(devices().reach(run().unit(), offset, 4096), nullptr) << "a large block stayed";
  std::byte* memory = own_memory(offset, 4096);
  ASSERT_NE(memory, nullptr);
  expect_usable(memory, 4096);
}

TEST_F(GpuMemoryTest, ExhaustedMemoryIsRefusedAndTheUnitGoesOn)
{
  const auto offset = run().arena().slot_bytes() / 2;
  const auto small = run().fresh_offset();
  if (!run().is_gpu_unit()) return;
  std::size_t available = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&available, &total), cudaSuccess);
  const std::uint64_t too_much = (total + mebibyte) / mebibyte * mebibyte;
  ASSERT_LT(too_much, run().arena().slot_bytes() / 2);
  EXPECT_FALSE(devices().commit(offset, too_much));
  std::byte* memory = own_memory(small, mebibyte);
  ASSERT_NE(memory, nullptr);
  expect_usable(memory, mebibyte);
}

TEST_F(GpuMemoryTest, CapacityIsAnEvenShare)
{
  if (!run().is_gpu_unit()) return;
  std::size_t available = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&available, &total), cudaSuccess);
  unsigned sharing = 0;
  for (std::uint32_t unit = 0; unit < run().units(); ++unit) {
    sharing += devices().gpu_of(unit) == devices().gpu_of(run().unit());
  }
  EXPECT_GE(devices().capacity(), total / sharing / 2);
  EXPECT_LE(devices().capacity() * sharing, total + total / 8);
}

TEST_F(GpuMemoryTest, MemoryThatWasNotCommittedIsRefused)
{
  const auto offset = run().fresh_offset();
  EXPECT_EQ(devices().reach(run().first_gpu_unit(), offset, 4096), nullptr);
}

}  // namespace
