/// Measures algorithms on sorted ranges, random permutations and sums of rows and columns on GPU
/// units in comparison with Thrust on one GPU that has the same number of elements in total.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/ReduceAlong.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/Shuffle.h>
#include <dash/util/Random.h>

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/merge.h>
#include <thrust/random.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/tabulate.h>

#include <cstddef>
#include <cstdint>

#include "gpu/gpu.h"

namespace {

using Number = std::int32_t;

/// Every other number, or every third one.
struct Multiples {
  Number factor;
  __host__ __device__ Number operator()(std::int64_t i) const
  {
    return static_cast<Number>(i) * factor;
  }
};

struct RandomNumbers {
  std::size_t n;
  __host__ __device__ Number operator()(std::int64_t i) const
  {
    return static_cast<Number>(dash::Random(7).below(static_cast<std::uint64_t>(i), 2 * n));
  }
};

void measure_numbers(bench::Bench& bench, std::size_t n)
{
  dash::Array<Number> evens(n), triples(n), random(n), out(2 * n);
  dash::generate_with_index(evens.begin(), evens.end(), Multiples{2});
  dash::generate_with_index(triples.begin(), triples.end(), Multiples{3});
  dash::generate_with_index(random.begin(), random.end(), RandomNumbers{n});
  dash::barrier();
  using Vector = thrust::device_vector<Number>;
  const bool is_raw = dash::myid() == 0;
  Vector raw_evens(is_raw ? n : 0), raw_triples(is_raw ? n : 0), raw_random(is_raw ? n : 0);
  Vector raw_out(is_raw ? 2 * n : 0);
  thrust::tabulate(raw_evens.begin(), raw_evens.end(), Multiples{2});
  thrust::tabulate(raw_triples.begin(), raw_triples.end(), Multiples{3});
  thrust::tabulate(raw_random.begin(), raw_random.end(), RandomNumbers{n});
  const auto report = [&](const char* name, auto dash_call, auto raw_call) {
    const auto raw = bench::by_one([&] {
      raw_call();
      bench::require(cudaDeviceSynchronize());
    });
    bench.report(
        name, {{"elements", n}, bench::gpu_units()},
        bench.duel(bench::by_all(dash_call), raw).rate(static_cast<double>(n), bench::giga), "G/s",
        "Thrust on one GPU", bench::Reach{});
  };
  // Calls an algorithm of Thrust on both ranges.
  const auto on_both = [&](auto algorithm) {
    return [&, algorithm] {
      algorithm(
          raw_evens.begin(), raw_evens.end(), raw_triples.begin(), raw_triples.end(),
          raw_out.begin());
    };
  };
  report(
      "merge", [&] { dash::merge(evens, triples, out.begin()); },
      on_both([](auto... arguments) { thrust::merge(arguments...); }));
  report(
      "set_union", [&] { dash::set_union(evens, triples, out.begin()); },
      on_both([](auto... arguments) { thrust::set_union(arguments...); }));
  report(
      "set_intersection", [&] { dash::set_intersection(evens, triples, out.begin()); },
      on_both([](auto... arguments) { thrust::set_intersection(arguments...); }));
  report(
      "lower_bound of as many keys", [&] { dash::lower_bound(evens, random, out.begin()); },
      [&] {
        thrust::lower_bound(
            raw_evens.begin(), raw_evens.end(), raw_random.begin(), raw_random.end(),
            raw_out.begin());
      });
  report(
      "shuffle", [&] { dash::shuffle(random, dash::Random(3)); },
      [&] {
        thrust::shuffle(raw_random.begin(), raw_random.end(), thrust::default_random_engine(3));
      });
}

/// Sums of rows and of columns, beside a copy of the matrix by one GPU.
void measure_sums(bench::Bench& bench, std::size_t extent)
{
  const std::size_t n = extent * extent;
  dash::NArray<double, 2> matrix(
      dash::SizeSpec<2>(extent, extent), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE));
  dash::fill(matrix, 1.0);
  dash::Array<double> sums(extent);
  dash::barrier();
  const bool is_raw = dash::myid() == 0;
  thrust::device_vector<double> from(is_raw ? n : 0), to(is_raw ? n : 0);
  for (const dash::dim_t along : {1, 0}) {
    const auto sum =
        bench::by_all([&, along] { dash::reduce_along(matrix, along, sums.begin(), 0.0); });
    const auto copy = bench::by_one([&] {
      thrust::copy(from.begin(), from.end(), to.begin());
      bench::require(cudaDeviceSynchronize());
    });
    bench.report(
        along == 1 ? "reduce_along, sums of rows" : "reduce_along, sums of columns",
        {{"extent", extent}, bench::gpu_units()},
        bench.duel(sum, copy).rate(static_cast<double>(n * sizeof(double)), bench::giga), "GB/s",
        "a copy by one GPU", bench::Reach{});
  }
}

void measure(bench::Bench& bench)
{
  for (const std::size_t n : bench.sizes({1 << 20, 1 << 24, 1 << 27}, 1 << 12)) {
    measure_numbers(bench, n);
  }
  for (const std::size_t extent : bench.sizes({1 << 10, 1 << 13, 1 << 14}, 1 << 6)) {
    measure_sums(bench, extent);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("sorted", argc, argv, bench::Units::gpu_only, measure);
}
