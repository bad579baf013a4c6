// Copies between any two kinds of memory.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "gpu_run.h"

namespace {

using dart::Box;
using dart::DeviceSpace;
using dash::test::GpuTest;
using dash::test::pattern;

class GpuCopyTest : public GpuTest {
 protected:
  static constexpr std::size_t capacity = 8 << 20;

  /// Memory of one kind, which is freed with the test.
  struct Place {
    std::string kind;
    std::byte* address;
  };

  void SetUp() override
  {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    pageable_.resize(capacity);
    places_.push_back({"pageable", pageable_.data()});
    void* memory = nullptr;
    ASSERT_EQ(cudaHostAlloc(&memory, capacity, cudaHostAllocPortable), cudaSuccess);
    keep(memory, cudaFreeHost);
    places_.push_back({"pinned", static_cast<std::byte*>(memory)});
    ASSERT_EQ(cudaMalloc(&memory, capacity), cudaSuccess);
    keep(memory, cudaFree);
    places_.push_back({"cudaMalloc", static_cast<std::byte*>(memory)});
    ASSERT_EQ(cudaMallocManaged(&memory, capacity), cudaSuccess);
    keep(memory, cudaFree);
    places_.push_back({"managed", static_cast<std::byte*>(memory)});

    // Each unit uses a separate part of the first GPU unit's memory.
    const auto device = run().fresh_offset();
    const std::uint32_t owner = run().first_gpu_unit();
    const std::uint64_t part = device + run().unit() * capacity;
    if (run().unit() == owner) {
      ASSERT_TRUE(devices().commit(device, run().units() * capacity));
    }
    run().barrier();
    places_.push_back({"device memory", devices().reach(owner, part, capacity)});
    ASSERT_NE(places_.back().address, nullptr);

    std::byte* host = run().arena().unit_slot(run().unit()) + device;
    places_.push_back({"arena", host});
    std::byte* registered = host + 16 * mebibyte;
    ASSERT_EQ(devices().reach_host(registered, capacity), registered);
    places_.push_back({"registered arena", registered});
    // Half of it is registered, with the border in the middle of copies.
    std::byte* border = host + 32 * mebibyte + 3 * mebibyte;
    ASSERT_EQ(devices().reach_host(host + 32 * mebibyte, 4 * mebibyte), host + 32 * mebibyte);
    places_.push_back({"half registered arena", border});
  }

  void TearDown() override
  {
    for (auto& [memory, release] : owned_) EXPECT_EQ(release(memory), cudaSuccess);
    owned_.clear();
    GpuTest::TearDown();
  }

  /// Stores by CUDA itself if possible, because CUDA refuses memory of which only a part is
  /// registered.
  static void store(const Place& place, std::size_t at, const std::vector<std::byte>& values)
  {
    if (is_host(place)) {
      std::copy(values.begin(), values.end(), place.address + at);
    } else {
      ASSERT_EQ(
          cudaMemcpy(place.address + at, values.data(), values.size(), cudaMemcpyDefault),
          cudaSuccess);
      // With pageable memory, the call may return before the last bytes are stored.
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    }
  }
  static void load(const Place& place, std::size_t at, std::vector<std::byte>& values)
  {
    if (is_host(place)) {
      std::copy_n(place.address + at, values.size(), values.begin());
    } else {
      EXPECT_EQ(
          cudaMemcpy(values.data(), place.address + at, values.size(), cudaMemcpyDefault),
          cudaSuccess);
    }
  }
  static std::vector<std::byte> load(const Place& place, std::size_t at, std::size_t bytes)
  {
    std::vector<std::byte> values(bytes);
    load(place, at, values);
    return values;
  }
  static bool is_host(const Place& place)
  {
    return place.kind != "cudaMalloc" && place.kind != "device memory";
  }

  dart_ret_t copy(void* to, const void* from, std::size_t bytes)
  {
    DeviceSpace::Ticket ticket = 0;
    const dart_ret_t started = devices().start_copy(to, from, bytes, &ticket);
    return started == DART_OK ? devices().wait(ticket) : started;
  }

  dart_ret_t copy_box(void* to, const void* from, const Box& box)
  {
    DeviceSpace::Ticket ticket = 0;
    const dart_ret_t started = devices().start_copy_box(to, from, box, &ticket);
    return started == DART_OK ? devices().wait(ticket) : started;
  }

  /// Calls f(from, to) for each two different places, until it fails.
  template <class F>
  void for_each_pair(F f)
  {
    for (const Place& from : places_) {
      for (const Place& to : places_) {
        if (&from != &to && !HasFatalFailure()) f(from, to);
      }
    }
  }

  /// Copies a box in host memory, in the simplest way.
  static void copy_elements(
      const Box& box, std::byte* to, const std::byte* from, std::size_t dimension = 0)
  {
    if (dimension == box.dimensions().size()) {
      std::copy_n(from, box.element_bytes(), to);
      return;
    }
    const Box::Dimension& step = box.dimensions()[dimension];
    for (std::size_t i = 0; i < step.extent; ++i)
      copy_elements(box, to + i * step.to_stride, from + i * step.from_stride, dimension + 1);
  }

  /// Copies a box from each place to each other one, \c from_shift and \c to_shift bytes behind
  /// their begins. Two patterns take turns, so that what an earlier copy left in a buffer is wrong.
  void expect_copies(const Box& box, std::size_t from_shift, std::size_t to_shift)
  {
    struct Values {
      std::vector<std::byte> source, before, after;
    };
    std::array<Values, 2> variants;
    for (Values& values : variants) {
      const unsigned seed = ++seed_;
      constexpr std::size_t behind = 16 << 10;  // bytes that stay the same
      values.source = pattern(seed, box.is_empty() ? 0 : box.from_span());
      values.before = pattern(~seed, behind + (box.is_empty() ? 0 : box.to_span()));
      values.after = values.before;
      copy_elements(box, values.after.data(), values.source.data());
    }
    std::vector<std::byte> result(variants[0].after.size());
    std::size_t turn = 0;
    for_each_pair([&](const Place& from, const Place& to) {
      const Values& values = variants[turn++ % variants.size()];
      store(from, from_shift, values.source);
      store(to, to_shift, values.before);
      ASSERT_EQ(copy_box(to.address + to_shift, from.address + from_shift, box), DART_OK);
      load(to, to_shift, result);
      ASSERT_EQ(std::memcmp(result.data(), values.after.data(), result.size()), 0)
          << "from " << from.kind << " to " << to.kind;
    });
  }

  /// Frees memory with the test.
  void keep(void* memory, cudaError_t (*release)(void*)) { owned_.emplace_back(memory, release); }

  std::vector<Place> places_;

 private:
  unsigned seed_ = 0;  ///< what the last pattern was made from
  std::vector<std::byte> pageable_;
  std::vector<std::pair<void*, cudaError_t (*)(void*)>> owned_;
};

TEST_F(GpuCopyTest, KindsAreTold)
{
  for (const Place& place : places_) {
    EXPECT_EQ(devices().is_device(place.address), !is_host(place)) << place.kind;
  }
}

TEST_F(GpuCopyTest, AllKindsAndSizes)
{
  unsigned seed = 0;
  for_each_pair([&](const Place& from, const Place& to) {
    for (const std::size_t bytes :
         {std::size_t(1), std::size_t(7), std::size_t(4096), std::size_t(65537),
          std::size_t(mebibyte - 1), std::size_t(mebibyte), std::size_t(5 * mebibyte + 13)}) {
      const std::size_t shift = seed % 5;
      const auto values = pattern(++seed, bytes);
      const auto around = pattern(~seed, bytes + 2);
      store(from, shift, values);
      store(to, shift + 2, around);
      ASSERT_EQ(copy(to.address + shift + 3, from.address + shift, bytes), DART_OK);
      const auto result = load(to, shift + 2, bytes + 2);
      ASSERT_TRUE(std::equal(values.begin(), values.end(), result.begin() + 1))
          << bytes << " bytes from " << from.kind << " to " << to.kind;
      EXPECT_EQ(result.front(), around.front()) << "stored in front";
      EXPECT_EQ(result.back(), around.back()) << "stored behind";
    }
  });
}

TEST_F(GpuCopyTest, PageableSourceMayBeReusedOnReturn)
{
  const auto device = std::find_if(
      places_.begin(), places_.end(), [](const Place& p) { return p.kind == "device memory"; });
  constexpr std::size_t sizes[] = {8, 4096, 60000, capacity};
  for (const std::size_t bytes : sizes) {
    const auto values = pattern(5, bytes);
    auto source = values;
    DeviceSpace::Ticket ticket = 0;
    ASSERT_EQ(devices().start_copy(device->address, source.data(), bytes, &ticket), DART_OK);
    std::fill(source.begin(), source.end(), std::byte{0});
    ASSERT_EQ(devices().wait(ticket), DART_OK);
    EXPECT_EQ(load(*device, 0, bytes), values) << bytes;
  }
}

TEST_F(GpuCopyTest, CopiesOfTheSameMemoryKeepTheirOrder)
{
  const auto& pinned = places_[1];
  const auto& device = places_[4];
  constexpr std::size_t bytes = 4 << 20;
  for (unsigned round = 0; round < 20; ++round) {
    // Copies to the GPU, and immediately back by another stream.
    const auto values = pattern(round, bytes);
    store(pinned, 0, values);
    DeviceSpace::Ticket up = 0, down = 0;
    std::byte* back = pinned.address + bytes;
    ASSERT_EQ(devices().start_copy(device.address, pinned.address, bytes, &up), DART_OK);
    ASSERT_EQ(devices().start_copy(back, device.address, bytes, &down), DART_OK);
    ASSERT_EQ(devices().wait(down), DART_OK);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), back)) << "round " << round;
    EXPECT_EQ(devices().wait(up), DART_OK);
  }
}

TEST_F(GpuCopyTest, LaterTicketNamesEarlierCopies)
{
  const auto& pinned = places_[1];
  const auto& device = places_[4];
  constexpr std::size_t pieces = 500, bytes = 512;
  const auto values = pattern(9, pieces * bytes);
  store(pinned, 0, values);
  std::vector<DeviceSpace::Ticket> tickets(pieces);
  for (std::size_t k = 0; k < pieces; ++k) {
    ASSERT_EQ(
        devices().start_copy(
            device.address + k * bytes, pinned.address + k * bytes, bytes, &tickets[k]),
        DART_OK);
  }
  ASSERT_EQ(devices().wait(tickets[pieces / 2]), DART_OK);
  EXPECT_TRUE(devices().test(tickets[pieces / 2]));
  EXPECT_TRUE(devices().test(tickets[0]));
  while (!devices().test(tickets.back())) {
  }
  EXPECT_EQ(load(device, 0, pieces * bytes), values);
  EXPECT_EQ(devices().flush(), DART_OK);
}

TEST_F(GpuCopyTest, Rows)
{
  struct Shape {
    std::size_t to_stride, from_stride, row_bytes, rows;
  };
  const Shape shapes[] = {
      {64, 48, 40, 100},
      {1000, 1003, 999, 500},
      {7, 5, 3, 1000},
      {4096, 4096, 4096, 8},
      {40000, 50000, 30000, 9},
      {8, 8, 0, 5},
      {100, 90, 10, 0},
      {mebibyte + 64, mebibyte + 8, mebibyte, 3},
      {4, 8, 4, 20'000},
      {24, 8, 8, 50'000},
      {8, 24, 8, 50'000},
      {16, 8, 8, 300'000},
      {48, 8, 8, 150'000},
      {8, 16, 8, 300'000},
      {8, 48, 8, 150'000},
      {8, 0, 8, 300'000},
      {16, 0, 8, 300'000},
      {30'000, 24'000, 20'480, 200},
      {24'000, 30'000, 20'480, 200}};
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(
        std::to_string(shape.rows) + " rows of " + std::to_string(shape.row_bytes) + " bytes");
    expect_copies(
        Box::rows(shape.row_bytes, {shape.rows, shape.to_stride, shape.from_stride}), 1, 2);
  }
}

TEST_F(GpuCopyTest, BoxesOfSeveralDimensions)
{
  const Box boxes[] = {
      {4, {{200, 2000, 3000}, {100, 12, 8}}},  // gaps at both ends
      {4, {{300'000, 12, 8}, {2, 4, 4}}},      // gaps in the target
      {4, {{300'000, 8, 12}, {2, 4, 4}}},      // gaps in the source
      {2, {{1000, 4, 3000}, {700, 4000, 4}}},  // transposed
      {8, {{10, 400'000, 200'000}, {50, 4000, 4000}, {200, 16, 8}}},
      {8, {{10, 200'000, 400'000}, {50, 4000, 4000}, {200, 8, 16}}},
      {8, {{10, 200'000, 700'000}, {50, 4000, 14'000}, {200, 8, 64}}},
      {1, {{4, 1'000'000, 900'000}, {20, 40'000, 45'000}, {30, 1000, 1010}, {500, 2, 1}}},
  };
  for (const Box& box : boxes) {
    SCOPED_TRACE("box " + std::to_string(&box - boxes));
    expect_copies(box, 0, 0);
  }
}

/// Kernels of this unit's GPU do not access what the program has taken on another one.
TEST_F(GpuCopyTest, BoxesInMemoryOfTheProgramOnAnotherGpu)
{
  const int gpus = dash::test::visible_gpus();
  if (gpus < 2) GTEST_SKIP() << "there is no other GPU";
  int own = 0;
  ASSERT_EQ(cudaGetDevice(&own), cudaSuccess);
  ASSERT_EQ(cudaSetDevice((own + 1) % gpus), cudaSuccess);
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, capacity), cudaSuccess);
  keep(memory, cudaFree);
  ASSERT_EQ(cudaSetDevice(own), cudaSuccess);
  places_.push_back({"cudaMalloc", static_cast<std::byte*>(memory)});
  expect_copies(Box::rows(8, {1000, 24, 16}), 1, 2);
  expect_copies({4, {{20, 2000, 3000}, {100, 12, 8}}}, 0, 0);
}

/// While a program captures a stream, CUDA forbids all threads to ask whether work is complete.
TEST_F(GpuCopyTest, CopiesWhileAStreamIsCaptured)
{
  const auto& pinned = places_[1];
  const auto& device = places_[4];
  constexpr std::size_t bytes = 4096;
  const auto values = pattern(3, bytes);
  store(pinned, 0, values);
  const auto copy_there_and_back = [&] {
    DeviceSpace::Ticket up = 0, down = 0;
    std::byte* const back = pinned.address + bytes;
    EXPECT_EQ(devices().start_copy(device.address, pinned.address, bytes, &up), DART_OK);
    EXPECT_EQ(devices().start_copy(back, device.address, bytes, &down), DART_OK);
    while (!devices().test(up) || !devices().test(down)) {
    }
    EXPECT_EQ(devices().wait(down), DART_OK);
  };
  copy_there_and_back();  // takes what the copies need
  std::fill_n(pinned.address + bytes, bytes, std::byte{0});
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  copy_there_and_back();
  std::thread(copy_there_and_back).join();
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_TRUE(std::equal(values.begin(), values.end(), pinned.address + bytes));
}

TEST_F(GpuCopyTest, NothingIsLegal)
{
  EXPECT_EQ(copy(places_[4].address, places_[0].address, 0), DART_OK);
  EXPECT_EQ(copy(nullptr, nullptr, 0), DART_OK);
}

}  // namespace
