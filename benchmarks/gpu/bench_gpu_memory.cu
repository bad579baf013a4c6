/// Measures allocations of device memory, and start and end of the library, in comparison with
/// cudaMalloc and cudaFree.

#include "gpu/gpu.h"

namespace {

using bench::at_most;
using bench::repeated;
using bench::require;
using bench::Who;

/// Allocations by \p who, repeated so often that a batch takes much longer than the clock's
/// resolution.
bench::Body raw_allocation(Who who, std::size_t calls, std::size_t bytes)
{
  return repeated(who, calls, [bytes] {
    void* memory = nullptr;
    require(cudaMalloc(&memory, bytes));
    require(cudaFree(memory));
  });
}

/// Measures allocations by one unit.
void measure_heap(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(100000, 10);
  const std::size_t raw_calls = bench.sized(100, 2);
  for (const std::size_t bytes : {64, 1 << 10, 64 << 10, 1 << 20}) {
    const auto seconds = bench.duel(
        repeated(
            Who::one, calls,
            [bytes] {
              dart_gptr_t gptr;
              require(dart_memalloc(bytes, DART_TYPE_BYTE, &gptr));
              require(dart_memfree(gptr));
            }),
        raw_allocation(Who::one, raw_calls, bytes));
    const auto count = static_cast<double>(calls);
    bench.report(
        "memalloc + memfree", {{"bytes", bytes}, bench::gpu_units()},
        seconds.with_raw_scaled(count, static_cast<double>(raw_calls)).time(count, bench::nano),
        "ns", "cudaMalloc + cudaFree", at_most(50, "ns"));
  }
}

/// Measures collective allocations.
void measure_segments(bench::Bench& bench)
{
  const auto measure = [&](std::size_t bytes, std::size_t calls, std::size_t raw_calls,
                           bench::Reach reach) {
    const auto seconds = bench.duel(
        repeated(
            Who::all, calls,
            [bytes] {
              dart_gptr_t gptr;
              require(dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &gptr));
              require(dart_team_memfree(gptr));
            }),
        raw_allocation(Who::all, raw_calls, bytes));
    const auto count = static_cast<double>(calls);
    bench.report(
        "team-aligned + free", {{"bytes", bytes}, bench::gpu_units()},
        seconds.with_raw_scaled(count, static_cast<double>(raw_calls)).time(count, bench::micro),
        "us", "cudaMalloc + cudaFree", std::move(reach));
  };
  for (const std::size_t bytes : {128, 4 << 10, 128 << 10, 1 << 20, 32 << 20}) {
    measure(bytes, bench.sized(1000, 10), bench.sized(100, 2), at_most(10, "us"));
  }
  measure(1 << 30, bench.sized(5, 1), bench.sized(5, 1), {});
}

void measure_restart(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(20, 2);
  const double seconds = bench.best(repeated(Who::all, calls, [] {
    dash::finalize();
    dash::init(nullptr, nullptr);
  }));
  bench.report(
      {.name = "finalize + init again",
       .params = {bench::gpu_units()},
       .value = seconds / static_cast<double>(calls) / bench::milli,
       .unit = "ms",
       .reach = at_most(10, "ms")});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units(
      "memory", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
        measure_heap(bench);
        measure_segments(bench);
        measure_restart(bench);
      });
}
