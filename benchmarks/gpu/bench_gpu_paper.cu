/// Measures the curves of figures 4 to 7 of L. Zhou, K. Fürlinger, "DART-CUDA: A PGAS Runtime
/// System for Multi-GPU Systems" with this library, and reports the numbers that its text states
/// (two GeForce GTX 750 Ti, CUDA 6.5). As in the paper, there may be more GPU units than GPUs.

#include <vector>

#include "gpu/gpu.h"

namespace {

using bench::require;
using bench::Who;

constexpr std::size_t stepping = 40000;  // bytes, as in the paper
constexpr int sizes = 25;

/// A global pointer that std::vector can hold in code compiled by nvcc 13, which fails on unnamed
/// structs.
struct Allocation {
  dart_gptr_t gptr;
};

std::vector<bench::Param> stated(int figure)
{
  return {{"figure", figure}, {"source", "paper"}};
}

std::vector<bench::Param> measured(int figure, std::size_t bytes)
{
  return {{"figure", figure}, {"source", "measured"}, {"bytes", bytes}, bench::gpu_units()};
}

/// Reports what the text of the paper says; its figures contain no readable numbers.
void report_stated(bench::Bench& bench)
{
  bench.report(
      {.name = "memalloc, order of magnitude, 1 to 4 units",
       .params = stated(4),
       .value = 1,
       .unit = "us"});
  bench.report({.name = "team-aligned, about", .params = stated(5), .value = 1000, .unit = "us"});
  bench.report(
      {.name = "limit of the first GPU's link", .params = stated(7), .value = 8, .unit = "GB/s"});
  bench.report(
      {.name = "limit of the second GPU's link", .params = stated(7), .value = 4, .unit = "GB/s"});
}

/// Figure 4: allocation by all units at the same time. Memory is freed before the next round.
void measure_heap(bench::Bench& bench)
{
  std::vector<Allocation> blocks;
  const std::size_t calls = bench.sized(256, 4);
  const auto free_all = [&] {
    for (const auto& block : blocks) require(dart_memfree(block.gptr));
    blocks.clear();
  };
  for (int i = 1; i <= sizes; ++i) {
    const std::size_t bytes = stepping * i;
    const auto allocate = bench::repeated(Who::all, calls, [&blocks, bytes] {
      require(dart_memalloc(bytes, DART_TYPE_BYTE, &blocks.emplace_back().gptr));
    });
    const double seconds = bench.best({Who::all, allocate.run, free_all});
    bench.report(
        {.name = "memalloc",
         .params = measured(4, bytes),
         .value = seconds / static_cast<double>(calls) / bench::micro,
         .unit = "us"});
  }
  free_all();
}

/// Figures 5 and 6: collective allocation, in comparison with CUDA's allocation by all units at the
/// same time.
void measure_segments(bench::Bench& bench)
{
  std::vector<Allocation> segments;
  std::vector<bench::RawMemory<char>> raw_blocks;
  const std::size_t calls = bench.sized(20, 2);
  const auto free_segments = [&] {
    for (const auto& segment : segments) require(dart_team_memfree(segment.gptr));
    segments.clear();
  };
  const int gpu = bench::gpu_of(dash::myid().id);
  for (int i = 1; i <= sizes; ++i) {
    const std::size_t bytes = stepping * i;
    const auto allocate = bench::repeated(Who::all, calls, [&segments, bytes] {
      require(dart_team_memalloc_aligned(
          DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &segments.emplace_back().gptr));
    });
    const auto allocate_raw = bench::repeated(Who::all, calls, [&raw_blocks, gpu, bytes] {
      raw_blocks.push_back(bench::RawMemory<char>::on_gpu(gpu, bytes));
    });
    const auto seconds = bench.duel(
        {Who::all, allocate.run, free_segments},
        {Who::all, allocate_raw.run, [&] { raw_blocks.clear(); }});
    bench.report(
        "team-aligned", measured(5, bytes), seconds.time(static_cast<double>(calls), bench::micro),
        "us", "cudaMalloc");
  }
  free_segments();
}

/// Figure 7: blocking access from host memory to the unit's own part and to that of another unit.
void measure_access(bench::Bench& bench)
{
  const std::size_t max_bytes = bench.sized(64 << 20, 1 << 10);
  dart_gptr_t segment;
  require(dart_team_memalloc_aligned(DART_TEAM_ALL, max_bytes, DART_TYPE_BYTE, &segment));
  const auto buffer = bench::RawMemory<char>::pinned(max_bytes);
  const auto measure = [&](const std::string& name, int unit, auto access) {
    auto part = segment;
    dart_gptr_setunit(&part, dart_team_unit_t{unit});
    for (std::size_t bytes = 64; bytes <= max_bytes; bytes *= 4) {
      const std::size_t calls = bench.sized(bytes < (1 << 20) ? 100 : 2, 1);
      const double seconds =
          bench.best(bench::repeated(Who::one, calls, [&] { require(access(part, bytes)); }));
      bench.report(
          {.name = name,
           .params = measured(7, bytes),
           .value = static_cast<double>(calls * bytes) / seconds / bench::giga,
           .unit = "GB/s"});
    }
  };
  const auto put = [&](dart_gptr_t part, std::size_t bytes) {
    return dart_put_blocking(part, buffer.data(), bytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
  };
  const auto get = [&](dart_gptr_t part, std::size_t bytes) {
    return dart_get_blocking(buffer.data(), part, bytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
  };
  measure("put, local", 0, put);
  measure("get, local", 0, get);
  if (dash::size() > 1) {
    measure("put, remote", bench::last_unit(), put);
    measure("get, remote", bench::last_unit(), get);
  }
  require(dart_team_memfree(segment));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("paper", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
    report_stated(bench);
    measure_heap(bench);
    measure_segments(bench);
    measure_access(bench);
  });
}
