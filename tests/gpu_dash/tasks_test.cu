// Tasks that execute on GPUs: index spaces, kernels, calls on streams, their order and errors.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/LaunchPolicy.h>
#include <dash/Tasks.h>
#include <dash/Types.h>
#include <dash/algorithm/Fill.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::in;
using dash::inout;
using dash::out;
using dash::tasks::Span;
using dash::test::contents;

constexpr std::size_t part = 6000;  ///< number of elements of a unit

class DeviceTasks : public dash::test::TestBase {
 protected:
  /// The next unit's elements of an array, which are initially zero.
  struct Field {
    Field() : array(part * dash::size())
    {
      dash::fill(array.begin(), array.end(), 0);
      array.barrier();
    }
    auto first() { return array.begin() + static_cast<std::ptrdiff_t>(next() * part); }
    auto last() { return first() + static_cast<std::ptrdiff_t>(part); }

    dash::Array<int> array;
  };

  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }
  static std::size_t next() { return (me() + 1) % dash::size(); }
  /// Whether there are CUDA GPUs, which tasks for GPUs alone need.
  static bool has_cuda() { return dart_gpu_backend() == DART_GPU_CUDA; }

  /// Expects that element i of each unit's part is value_at(i).
  template <class Value>
  static void expect_parts(const dash::Array<int>& array, Value value_at)
  {
    const std::vector<int> values = contents(array);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(value_at(static_cast<int>(i % part)), values[i]) << "element " << i;
    }
  }
};

/* ---- index spaces ---------------------------------------------------------------------------- */

/// Computes x[i] += scale * i.
struct Add {
  int scale;

  DASH_HOST_DEVICE void operator()(std::size_t i, Span<int> x) const
  {
    x[i] += scale * static_cast<int>(i);
  }
};

TEST_F(DeviceTasks, ParallelForOfNumbers)
{
  Field field;
  dash::tasks::parallel_for(part, inout(field.first(), field.last()), Add{2}).wait();
  dash::tasks::parallel_for(std::size_t{0}, inout(field.first(), field.last()), Add{5}).wait();
  expect_parts(field.array, [](int i) { return 2 * i; });
}

/// Adds to each element the number of its coordinates in row-major order.
template <std::size_t N>
struct Number {
  std::array<int, N> extents;

  template <class... Rest>
  DASH_HOST_DEVICE void operator()(int i, int j, Rest... rest) const
  {
    number(i * extents[1] + j, rest...);
  }

 private:
  DASH_HOST_DEVICE void number(int n, Span<int> x) const { x[static_cast<std::size_t>(n)] += n; }
  DASH_HOST_DEVICE void number(int n, int k, Span<int> x) const { number(n * extents[2] + k, x); }
};

TEST_F(DeviceTasks, ParallelForOfExtents)
{
  Field field;
  const auto all = inout(field.first(), field.last());
  const std::array flat{60, 100}, narrow{3000, 2}, wide{2, 3000}, column{6000, 1};
  for (const auto& extents : {flat, narrow, wide, column}) {
    dash::tasks::parallel_for(extents, all, Number<2>{extents});
  }
  const std::array box{20, 10, 30}, empty{20, 0, 30};
  dash::tasks::parallel_for(empty, all, Number<3>{empty});
  dash::tasks::parallel_for(box, all, Number<3>{box}).wait();
  expect_parts(field.array, [](int i) { return 5 * i; });
}

/* ---- order ----------------------------------------------------------------------------------- */

/// Computes to[i] = from[i] + 1.
struct Successor {
  DASH_HOST_DEVICE void operator()(std::size_t i, Span<const int> from, Span<int> to) const
  {
    to[i] = from[i] + 1;
  }
};

TEST_F(DeviceTasks, ChainThroughAllUnits)
{
  Field field;
  const auto block = [&](std::size_t k) {
    return field.array.block(static_cast<dash::default_index_t>(k % dash::size()));
  };
  constexpr std::size_t rounds = 10;
  if (me() == 0) {
    dash::tasks::task_group group;
    for (std::size_t k = 0; k < rounds * dash::size(); ++k) {
      group += dash::size() == 1
                   ? dash::tasks::parallel_for(part, inout(block(0)), Add{0})
                   : dash::tasks::parallel_for(part, in(block(k)), out(block(k + 1)), Successor{});
    }
    group.wait();
  }
  field.array.barrier();
  const int last = dash::size() == 1 ? 0 : static_cast<int>(rounds * dash::size());
  EXPECT_EQ(last, static_cast<int>(field.array[0]));
  field.array.barrier();
}

/* ---- kernels and streams --------------------------------------------------------------------- */

/// Computes to[i] = factor * from[n - 1 - i] within each block, through shared memory.
__global__ void reverse_blocks(const int* from, int* to, int factor, int n)
{
  extern __shared__ int elements[];
  const int first = static_cast<int>(blockIdx.x * blockDim.x);
  const int size = min(static_cast<int>(blockDim.x), n - first);
  const int i = static_cast<int>(threadIdx.x);
  if (i < size) elements[i] = from[first + i];
  __syncthreads();
  if (i < size) to[first + i] = factor * elements[size - 1 - i];
}

__global__ void do_nothing() {}

TEST_F(DeviceTasks, KernelWithoutArguments)
{
  if (!has_cuda()) GTEST_SKIP() << "kernels need CUDA";
  const auto launch = dash::tasks::kernel<do_nothing>(dim3(2), dim3(32));
  launch().wait();
  launch(dash::tasks::Options{.priority = 1}).wait();
  launch(dash::launch::sync);
}

TEST_F(DeviceTasks, KernelGetsItsArguments)
{
  if (!has_cuda()) GTEST_SKIP() << "kernels need CUDA";
  Field from, to;
  dash::tasks::parallel_for(part, inout(from.first(), from.last()), Add{1});
  const int n = static_cast<int>(part);
  const unsigned threads = 128;
  const auto launch = dash::tasks::kernel<reverse_blocks>(
      dim3((n + threads - 1) / threads), dim3(threads), threads * sizeof(int));
  launch(in(from.first(), from.last()), out(to.first(), to.last()), 3, n).wait();
  expect_parts(to.array, [&](int i) {
    const int first = i / 128 * 128;
    return 3 * (first + std::min(128, n - first) - 1 - (i - first));
  });
}

TEST_F(DeviceTasks, RefusedLaunchIsTheTasksError)
{
  if (!has_cuda()) GTEST_SKIP() << "kernels need CUDA";
  Field field;
  const auto all = inout(field.first(), field.last());
  {
    auto failed = dash::tasks::kernel<reverse_blocks>(dim3(1), dim3(4096))(all, all, 1, 1);
    try {
      failed.wait();
      ADD_FAILURE() << "no error";
    } catch (const dash::exception::RuntimeError& error) {
      EXPECT_NE(std::string::npos, std::string(error.what()).find("cudaErrorInvalid"));
    }
  }
  dash::tasks::parallel_for(part, all, Add{1}).wait();
  expect_parts(field.array, [](int i) { return i; });
}

__global__ void fill_all(Span<int> x, int value)
{
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < x.size()) x[i] = value;
}

/// The work of a body for a stream.
struct FillOnStream {
  int value;

  void operator()(dash::tasks::Stream stream, Span<int> x) const
  {
    const auto blocks = static_cast<unsigned>((x.size() + 255) / 256);
    fill_all<<<blocks, 256, 0, stream>>>(x, value);
    dash::detail::check_cuda(cudaGetLastError(), "fill_all");
  }
};

TEST_F(DeviceTasks, BodyOnAStream)
{
  if (!has_cuda()) GTEST_SKIP() << "needs CUDA";
  Field field;
  const auto all = out(field.first(), field.last());
  dash::async(all, dash::tasks::on_gpu(FillOnStream{17})).wait();
  expect_parts(field.array, [](int) { return 17; });
}

TEST_F(DeviceTasks, EitherBody)
{
  Field field;
  const auto on_cpu = [](Span<int> x) {
    for (int& value : x) value = 18;
  };
  const auto all = out(field.first(), field.last());
  dash::async(all, dash::tasks::on_either(on_cpu, FillOnStream{18})).wait();
  expect_parts(field.array, [](int) { return 18; });
}

/* ---- many ------------------------------------------------------------------------------------ */

TEST_F(DeviceTasks, ManySmallTasks)
{
  Field field;
  dash::tasks::task_group group;
  for (int round = 0; round < 20; ++round) {
    for (std::size_t k = 0; k < 10; ++k) {
      const auto first = field.first() + static_cast<std::ptrdiff_t>(k * part / 10);
      const auto last = first + static_cast<std::ptrdiff_t>(part / 10);
      group += dash::tasks::parallel_for(part / 10, inout(first, last), Add{1});
    }
  }
  group.wait();
  expect_parts(field.array, [](int i) { return 20 * (i % static_cast<int>(part / 10)); });
}

}  // namespace
