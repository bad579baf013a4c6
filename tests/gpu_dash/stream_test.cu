// Streams and triggers of GPUs: graphs, kernels in between, kernels that fire tags.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Stream.h>
#include <dash/Triggers.h>
#include <dash/algorithm/CollectivesOnStream.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/OnStream.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::contents;

class DeviceStreams : public dash::test::TestBase {
 protected:
  static int me() { return dash::myid().id; }
  static int units() { return static_cast<int>(dash::size()); }
  static int next() { return (me() + 1) % units(); }
  static bool has_gpu() { return dash::is_gpu_unit() && dart_gpu_backend() == DART_GPU_CUDA; }
  /// Whether each unit has a GPU that no other unit has, so that kernels may wait for each other.
  static bool all_have_own_gpus()
  {
    std::set<int> gpus;
    for (dart_unit_t unit = 0; unit < units(); ++unit) {
      int gpu = -1;
      EXPECT_EQ(DART_OK, dart_unit_gpu(dart_global_unit_t{unit}, &gpu));
      if (gpu >= 0) gpus.insert(gpu);
    }
    return dart_gpu_backend() == DART_GPU_CUDA && gpus.size() == dash::size();
  }
};

struct Increment {
  __host__ __device__ void operator()(int& value) const { ++value; }
};

struct Double {
  __host__ __device__ int operator()(int value) const { return 2 * value; }
};

/// Adds what lies at the place of a unit's element with a global index.
struct AddToSums {
  const int* values;
  int* sums;
  long first;  // the unit's first element

  __host__ __device__ void operator()(long index) const
  {
    sums[index - first] += values[index - first];
  }
};

void require(cudaError_t error)
{
  ASSERT_EQ(cudaSuccess, error) << cudaGetErrorString(error);
}

__global__ void add_one(int* values, int n)
{
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) values[i] += 1;
}

/// A graph of transfers, flags, barriers and kernels does the same at each launch.
TEST_F(DeviceStreams, GraphsAreRepeated)
{
  constexpr int n = 50'000, launches = 20;  // which a cluster of blocks puts
  dash::Array<int> values(static_cast<std::size_t>(n) * dash::size());
  dash::Array<int> inbox(values.size()), sums(values.size());
  dash::Flags<std::uint64_t, dash::UnitSpace> arrived(1);
  dash::fill(values, 0);
  dash::fill(inbox, -1);
  dash::fill(sums, 0);
  values.barrier();
  dash::Stream stream;
  stream.barrier();  // the first one takes memory
  stream.wait();
  const AddToSums add{inbox.lbegin(), sums.lbegin(), static_cast<long>(n) * me()};
  const auto place = inbox.begin() + static_cast<long>(n) * next();
  const auto add_round = [&] {
    dash::for_each(stream, values, Increment{});
    stream.barrier();
    stream.put_notify(place, {values.lbegin(), n}, arrived(next()), 7);
    stream.wait_for(arrived[0], std::equal_to{}, 7);
    dash::for_each_index(stream, sums, add);
    stream.reset(arrived[0]);
    stream.barrier();
  };
  if (has_gpu()) {
    const auto native = static_cast<cudaStream_t>(stream.native());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t program = nullptr;
    require(cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal));
    add_round();
    require(cudaStreamEndCapture(native, &graph));
    require(cudaGraphInstantiate(&program, graph, 0));
    for (int i = 0; i < launches; ++i) require(cudaGraphLaunch(program, native));
    stream.wait();
    require(cudaGraphExecDestroy(program));
    require(cudaGraphDestroy(graph));
  } else {
    for (int i = 0; i < launches; ++i) add_round();
    stream.wait();
  }
  values.barrier();
  EXPECT_EQ(std::vector<int>(values.size(), launches), contents(values));
  EXPECT_EQ(std::vector<int>(values.size(), launches), contents(inbox));
  // All elements were there in each round when the flag was.
  EXPECT_EQ(std::vector<int>(values.size(), launches * (launches + 1) / 2), contents(sums));
  values.barrier();
}

/// The last unit adds another collective first than the others, and then the same.
TEST_F(DeviceStreams, AnotherCollectiveIsRefused)
{
  if (!all_have_own_gpus()) GTEST_SKIP() << "threads execute the collectives, and find out later";
  if (units() < 2) GTEST_SKIP() << "a unit alone adds what it wants";
  dash::Array<int> values(dash::size());
  dash::fill(values, 1);
  values.barrier();
  dash::Stream stream;
  const std::span<int> mine(values.lbegin(), 1);
  dash::all_reduce(stream, mine, dash::plus<int>());
  const bool is_last = me() + 1 == units();
  if (is_last) {
    dash::barrier();  // the others have added theirs
    try {
      dash::all_reduce(stream, mine, dash::max<int>());
      ADD_FAILURE() << "the others have added another one";
    } catch (const dash::exception::RuntimeError& error) {
      const std::string text = error.what();
      EXPECT_NE(std::string::npos, text.find("by SUM")) << text;
      EXPECT_NE(std::string::npos, text.find("by MAX")) << text;
    }
  }
  dash::all_reduce(stream, mine, dash::plus<int>());
  if (!is_last) dash::barrier();
  stream.wait();
  values.barrier();
  EXPECT_EQ(std::vector<int>(values.size(), units() * units()), contents(values));
  values.barrier();
}

/// Collectives take their turn in a graph, small ones and large ones.
TEST_F(DeviceStreams, GraphsOfCollectives)
{
  if (!all_have_own_gpus()) GTEST_SKIP() << "threads execute the collectives";
  constexpr int launches = 10;
  const auto units = dash::size();
  for (const int n : {1, 5000, 1 << 20}) {
    SCOPED_TRACE(n);
    dash::Array<long> sums(n * units), all(n * units * units);
    dash::fill(sums, 1L);
    sums.barrier();
    const std::span<long> mine(sums.lbegin(), n), gathered(all.lbegin(), n * units);
    dash::Stream stream;
    long one = 1;  // the first collective takes memory
    dash::all_reduce(stream, std::span(&one, 1), dash::plus<long>());
    stream.wait();
    EXPECT_EQ(static_cast<long>(units), one);
    const auto native = static_cast<cudaStream_t>(stream.native());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t program = nullptr;
    require(cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal));
    dash::all_reduce(stream, mine, dash::plus<long>());
    dash::all_reduce(stream, mine, dash::max<long>());
    dash::all_gather(stream, mine, gathered);
    require(cudaStreamEndCapture(native, &graph));
    require(cudaGraphInstantiate(&program, graph, 0));
    long expected = 1;
    for (int launch = 0; launch < launches; ++launch) {
      require(cudaGraphLaunch(program, native));
      expected *= static_cast<long>(units);
    }
    stream.wait();
    std::vector<long> own_sums(n), own_all(n * units);
    require(cudaMemcpy(own_sums.data(), mine.data(), mine.size_bytes(), cudaMemcpyDefault));
    require(cudaMemcpy(own_all.data(), gathered.data(), gathered.size_bytes(), cudaMemcpyDefault));
    EXPECT_EQ(std::vector<long>(own_sums.size(), expected), own_sums);
    EXPECT_EQ(std::vector<long>(own_all.size(), expected), own_all);
    require(cudaGraphExecDestroy(program));
    require(cudaGraphDestroy(graph));
    dash::barrier();
  }
}

/// Memory of the next unit becomes accessible to this one while a stream is captured, even if
/// the program forbids all threads what is not a part of the graph.
TEST_F(DeviceStreams, GraphsThatUseMemoryForTheFirstTime)
{
  constexpr int n = 24 << 20;  // more than memory that is mapped together with other memory
  for (const auto mode : {cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeGlobal}) {
    dash::Array<int> values(n * dash::size());
    dash::HostArray<int> on_host(n * dash::size());
    dash::Array<int> own(1000, dash::Team::Self());
    dash::fill(own, 100 + me());
    values.barrier();
    if (has_gpu()) {
      dash::Stream stream;
      const auto native = static_cast<cudaStream_t>(stream.native());
      cudaGraph_t graph = nullptr;
      cudaGraphExec_t program = nullptr;
      require(cudaStreamBeginCapture(native, mode));
      stream.put(values.begin() + static_cast<long>(n) * next(), std::span(own.lbegin(), 1000));
      stream.put(on_host.begin() + static_cast<long>(n) * next(), std::span(own.lbegin(), 1000));
      require(cudaStreamEndCapture(native, &graph));
      require(cudaGraphInstantiate(&program, graph, 0));
      require(cudaGraphLaunch(program, native));
      stream.wait();
      require(cudaGraphExecDestroy(program));
      require(cudaGraphDestroy(graph));
    }
    values.barrier();
    const int previous = (me() + units() - 1) % units();
    const bool previous_has_gpu = dash::is_gpu_unit(dash::global_unit_t(previous));
    std::vector<int> there(1000);
    dash::copy(
        values.begin() + static_cast<long>(n) * me(),
        values.begin() + static_cast<long>(n) * me() + 1000, there.data());
    const std::vector<int> on_host_there(on_host.lbegin(), on_host.lbegin() + 1000);
    if (previous_has_gpu && dart_gpu_backend() == DART_GPU_CUDA) {
      EXPECT_EQ(std::vector<int>(1000, 100 + previous), there);
      EXPECT_EQ(std::vector<int>(1000, 100 + previous), on_host_there);
    }
    values.barrier();
  }
}

/// Memory that the GPU does not reach is written by a thread, in a graph, too.
TEST_F(DeviceStreams, GraphsWithCalls)
{
  if (!has_gpu()) {
    dash::barrier();
    return;
  }
  constexpr int launches = 10;
  int calls = 0;
  std::vector<int> pageable(1000, 5), back(1000, 0);
  dash::Array<int> own(1000, dash::Team::Self());
  dash::Stream stream;
  const auto native = static_cast<cudaStream_t>(stream.native());
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t program = nullptr;
  require(cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal));
  stream.call([&calls] { ++calls; });
  stream.put(own.begin(), pageable);
  add_one<<<4, 256, 0, native>>>(own.lbegin(), 1000);
  stream.get(own.begin(), back);
  require(cudaStreamEndCapture(native, &graph));
  require(cudaGraphInstantiate(&program, graph, 0));
  for (int i = 0; i < launches; ++i) require(cudaGraphLaunch(program, native));
  stream.wait();
  EXPECT_EQ(launches, calls);
  EXPECT_EQ(std::vector<int>(1000, 6), back);
  require(cudaGraphExecDestroy(program));
  require(cudaGraphDestroy(graph));
  dash::barrier();
}

/// Algorithms return before they are done, and begin when what is in front of them is.
TEST_F(DeviceStreams, AlgorithmsReturnBeforeTheyAreDone)
{
  dash::Array<int> a(10'000), b(10'000);
  dash::Flags<std::uint64_t, dash::UnitSpace> start(1);
  dash::Stream stream;
  stream.wait_for(start[0], std::equal_to{}, 1);
  dash::fill(stream, a, 3);
  dash::transform(stream, a, b, Double{});
  dash::for_each(stream, b, Increment{});
  EXPECT_FALSE(stream.is_complete());
  start[0].notify(1);
  stream.wait();
  b.barrier();
  EXPECT_EQ(std::vector<int>(10'000, 7), contents(b));
  b.barrier();
}

/// How often a kernel of blocks fires.
enum class Granularity { thread, block, kernel };

__global__ void write_and_fire(
    int* values, int n, dash::kernel::Triggers triggers, std::size_t tag, Granularity granularity,
    unsigned* blocks_done)
{
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) values[i] = i;
  if (granularity == Granularity::thread) triggers.fire(tag);
  __syncthreads();
  if (threadIdx.x != 0 || granularity == Granularity::thread) return;
  if (granularity == Granularity::block) return triggers.fire(tag);
  __threadfence_system();
  if (atomicAdd(blocks_done, 1U) + 1 == gridDim.x) triggers.fire(tag);
}

TEST_F(DeviceStreams, KernelsFireTags)
{
  constexpr int n = 1000, blocks = 4, threads = 256;
  dash::Array<int> inbox(static_cast<std::size_t>(n) * dash::size());
  dash::Array<int> outbox(inbox.size());
  dash::Array<unsigned> counters(dash::size());
  dash::Flags<> arrived(1), done(1);
  const auto place = inbox.begin() + static_cast<long>(n) * next();
  std::vector<int> expected(n);
  std::iota(expected.begin(), expected.end(), 0);
  std::uint64_t round = 0;
  for (const Granularity granularity :
       {Granularity::thread, Granularity::block, Granularity::kernel}) {
    for (const bool fires_first : {false, true}) {
      dash::fill(inbox, -1);
      dash::fill(outbox, -1);
      dash::fill(counters, 0U);
      inbox.barrier();
      ++round;
      dash::Triggers triggers(2);
      const std::uint64_t threshold = granularity == Granularity::thread  ? blocks * threads
                                      : granularity == Granularity::block ? blocks
                                                                          : 1;
      const auto post = [&] {
        triggers.put_notify(
            1, threshold, place, {outbox.lbegin(), n}, arrived(next()), round, {done[0]});
      };
      const auto fire = [&] {
        if (!has_gpu()) {
          std::vector<int> values(expected);
          dash::copy(
              values.data(), values.data() + n, outbox.begin() + static_cast<long>(n) * me());
          return triggers.fire(1, threshold);
        }
        void* stream = nullptr;
        ASSERT_EQ(DART_OK, dart_gpu_stream(&stream));
        write_and_fire<<<blocks, threads, 0, static_cast<cudaStream_t>(stream)>>>(
            outbox.lbegin(), n, triggers.view(), 1, granularity, counters.lbegin());
        require(cudaGetLastError());
      };
      if (fires_first) fire();
      post();
      if (!fires_first) fire();
      arrived[0].wait(std::equal_to{}, round);
      done[0].wait(std::equal_to{}, round);
      triggers.wait();
      inbox.barrier();
      const std::vector<int> all = contents(inbox);
      EXPECT_EQ(expected, std::vector<int>(all.begin() + n * me(), all.begin() + n * (me() + 1)));
      inbox.barrier();
    }
  }
}

__global__ void fire_unknown(dash::kernel::Triggers triggers)
{
  triggers.fire(5);
}

TEST_F(DeviceStreams, TagsThatDoNotExistAreNamed)
{
  dash::Triggers triggers(2);
  if (has_gpu()) {
    void* stream = nullptr;
    ASSERT_EQ(DART_OK, dart_gpu_stream(&stream));
    fire_unknown<<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>(triggers.view());
    require(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)));
    EXPECT_THROW(triggers.wait(), dash::exception::InvalidArgument);
  }
  dash::barrier();
}

}  // namespace
