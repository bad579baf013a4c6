// Kernels of collectives: small work, which a kernel does that may still be there from the last
// time, and other work in between.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include "gpu_run.h"
#include "kernels.h"
#include "memory/combination.h"
#include "types/basic_types.h"

namespace {

using dart::Combination;
using dart::Combining;
using dart::DeviceSpace;
using dash::test::GpuTest;
using dash::test::pattern;

/// Longer ones than the second are longer than a kernel usually stays.
constexpr std::array pauses{
    std::chrono::microseconds(0), std::chrono::microseconds(8), std::chrono::microseconds(19),
    std::chrono::microseconds(21), std::chrono::microseconds(60)};

void pause_for(std::chrono::microseconds time)
{
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

class GpuSmallWorkTest : public GpuTest {
 protected:
  static constexpr std::size_t part_bytes = 8 << 20, buffer_bytes = 1 << 20;

  void SetUp() override
  {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const std::uint64_t base = run().fresh_offset();
    if (run().is_gpu_unit()) {
      ASSERT_TRUE(devices().commit(base, run().units() * part_bytes));
    }
    // Memory that processes share by CUDA IPC is accessible to kernels of the GPU that has it, and
    // of a GPU unit. The kernels of a CPU unit are those of one GPU.
    const std::uint32_t first = run().first_gpu_unit(), gpu_units = run().units() - first;
    const std::uint32_t owner = first + (run().is_gpu_unit() ? 0 : run().unit() % gpu_units);
    run().barrier();
    memory_ = devices().reach(owner, base + run().unit() * part_bytes, part_bytes);
    ASSERT_NE(memory_, nullptr);
    if (!run().is_gpu_unit()) {
      cudaPointerAttributes attributes{};
      ASSERT_EQ(cudaPointerGetAttributes(&attributes, memory_), cudaSuccess);
      ASSERT_EQ(cudaSetDevice(attributes.device), cudaSuccess);
    }
    void* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(&pinned, buffer_bytes, cudaHostAllocPortable), cudaSuccess);
    pinned_ = static_cast<std::byte*>(pinned);
  }

  void TearDown() override
  {
    if (pinned_ != nullptr) {
      EXPECT_EQ(cudaFreeHost(pinned_), cudaSuccess);
    }
    GpuTest::TearDown();
  }

  /// Device memory.
  std::byte* buffer(std::size_t number) const { return memory_ + number * buffer_bytes; }
  std::byte* pinned() const { return pinned_; }

  void store(std::byte* to, const std::vector<std::byte>& values)
  {
    ASSERT_EQ(devices().copy(to, values.data(), values.size()), DART_OK);
  }
  std::vector<std::byte> load(const std::byte* from, std::size_t bytes)
  {
    std::vector<std::byte> values(bytes);
    EXPECT_EQ(devices().copy(values.data(), from, bytes), DART_OK);
    return values;
  }

  /// The same combination by host code, of what is in device memory at such places.
  std::vector<std::byte> expected(const Combination& combination)
  {
    const std::size_t bytes = combination.elements * dart::basic_type_bytes[combination.type];
    std::vector<std::vector<std::byte>> sources;
    std::vector<const std::byte*> from;
    for (const std::byte* source : combination.from) sources.push_back(load(source, bytes));
    for (const auto& source : sources) from.push_back(source.data());
    std::vector<std::byte> result(bytes);
    std::byte* const to[] = {result.data()};
    Combination by_host = combination;
    by_host.from = from;
    by_host.to = to;
    dart::combine_on_host(by_host);
    return result;
  }

 private:
  std::byte *memory_ = nullptr, *pinned_ = nullptr;
};

TEST_F(GpuSmallWorkTest, SeesWhatHasChangedSinceTheLastTime)
{
  constexpr std::size_t n = 1000;
  const std::byte* const from[] = {buffer(0), buffer(1)};
  std::byte* const to[] = {buffer(2), pinned()};
  const Combination sum{Combining::reduction, DART_TYPE_INT, DART_OP_SUM, n, from, to};
  std::vector<int> values(n, 0);
  store(buffer(1), std::vector<std::byte>(n * sizeof(int)));
  for (int round = 0; round < 1000; ++round) {
    // Copies, kernels, and the work itself take turns to write the values.
    if (round % 3 == 0) {
      for (std::size_t i = 0; i < n; ++i) values[i] = round * 7 + static_cast<int>(i);
      ASSERT_EQ(devices().copy(buffer(0), values.data(), n * sizeof(int)), DART_OK);
    } else {
      auto* const elements = reinterpret_cast<int*>(round % 3 == 1 ? buffer(0) : buffer(2));
      ASSERT_EQ(
          dash::test::add_one(elements, reinterpret_cast<int*>(buffer(0)), n, nullptr),
          cudaSuccess);
      for (int& value : values) ++value;
    }
    ASSERT_EQ(devices().combine({&sum, 1}), DART_OK);
    ASSERT_TRUE(std::equal(values.begin(), values.end(), reinterpret_cast<const int*>(pinned())))
        << "round " << round;
    pause_for(pauses[round % pauses.size()]);
    if (round % 50 == 0) {
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    }
  }
}

TEST_F(GpuSmallWorkTest, AllTypesAndSizesInTurn)
{
  unsigned seed = 0;
  for (const std::size_t n : {1, 7, 31, 1000, 4096, 8191, 40'000}) {
    for (dart_datatype_t type = DART_TYPE_BYTE; type < DART_TYPE_LAST; ++type) {
      if (type == DART_TYPE_LONG_DOUBLE) continue;
      const std::size_t bytes = n * dart::basic_type_bytes[type];
      const std::size_t shift = seed % 2 == 0 ? 0 : dart::basic_type_bytes[type];
      const std::byte* const from[] = {buffer(0) + shift, buffer(1), buffer(2)};
      std::byte* const to[] = {buffer(3) + shift, pinned()};
      for (const std::byte* const source : from) {
        auto values = pattern(++seed, bytes);
        for (std::byte& value : values) value &= std::byte{0x3f};  // no NaN, which is no minimum
        store(const_cast<std::byte*>(source), values);
      }
      const Combination smallest{Combining::reduction, type, DART_OP_MIN, n, from, to};
      const auto result = expected(smallest);
      ASSERT_EQ(devices().combine({&smallest, 1}), DART_OK);
      EXPECT_EQ(load(buffer(3) + shift, bytes), result) << n << " elements of type " << type;
      EXPECT_TRUE(std::equal(result.begin(), result.end(), pinned())) << n << ", " << type;
      pause_for(pauses[seed % pauses.size()]);
    }
  }
}

TEST_F(GpuSmallWorkTest, CopiesAndCombinationsInTurn)
{
  for (unsigned round = 0; round < 300; ++round) {
    const std::size_t bytes = std::array<std::size_t, 5>{1, 100, 4096, 32'768, 600'000}[round % 5];
    const auto values = pattern(round, bytes);
    store(buffer(0), values);
    const DeviceSpace::Move moves[] = {
        {buffer(1), buffer(0), bytes},
        {pinned() + 3, buffer(0), std::min(bytes, buffer_bytes - 3)}};
    ASSERT_EQ(devices().move(moves), DART_OK);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), pinned() + 3)) << "round " << round;
    const std::byte* const from[] = {buffer(0), buffer(1)};
    std::byte* const to[] = {buffer(2)};
    const Combination all{Combining::reduction, DART_TYPE_BYTE, DART_OP_BOR, bytes, from, to};
    ASSERT_EQ(devices().combine({&all, 1}), DART_OK);
    EXPECT_EQ(load(buffer(2), bytes), values) << "round " << round;
    pause_for(pauses[round % pauses.size()]);
  }
  EXPECT_EQ(devices().move({}), DART_OK);
  EXPECT_EQ(devices().combine({}), DART_OK);
}

TEST_F(GpuSmallWorkTest, SeveralThreads)
{
  constexpr int rounds = 300;
  const auto work = [this](std::size_t number) {
    std::byte* const mine = buffer(2 * number);
    std::byte* const result = pinned() + number * 4096;
    for (int round = 0; round < rounds; ++round) {
      const std::vector<int> values(100, round);
      if (devices().copy(mine, values.data(), 400) != DART_OK) return false;
      const std::byte* const from[] = {mine, mine};
      std::byte* const to[] = {result};
      const Combination sum{Combining::reduction, DART_TYPE_INT, DART_OP_SUM, 100, from, to};
      if (devices().combine({&sum, 1}) != DART_OK) return false;
      if (*reinterpret_cast<const int*>(result) != 2 * round) return false;
    }
    return true;
  };
  std::array<bool, 3> are_right{};
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < are_right.size(); ++number)
    threads.emplace_back([&, number] { are_right[number] = work(number); });
  for (std::thread& thread : threads) thread.join();
  for (const bool is_right : are_right) EXPECT_TRUE(is_right);
}

}  // namespace
