/// Measures allocations of global memory, teams, and start and end of the library in one process.

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_most;
using bench::by_one;
using bench::repeated;

dart_gptr_t allocate(std::size_t bytes)
{
  dart_gptr_t gptr;
  dart_memalloc(bytes, DART_TYPE_BYTE, &gptr);
  return gptr;
}

/// Measures allocations by one unit.
void measure_heap(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(100000, 10);
  const auto report = [&](const char* name, std::size_t bytes, const bench::Duel& seconds,
                          bench::Reach reach) {
    bench.report(
        name, {{"bytes", bytes}}, seconds.time(static_cast<double>(calls), bench::nano), "ns",
        "malloc + free", std::move(reach));
  };
  for (const std::size_t bytes : {64, 1024, 65536}) {
    report(
        "memalloc + memfree", bytes,
        bench.duel(
            repeated(bench::Who::one, calls, [bytes] { dart_memfree(allocate(bytes)); }),
            repeated(
                bench::Who::one, calls,
                [bytes] {
                  void* memory = std::malloc(bytes);
                  bench::do_not_optimize(memory);
                  std::free(memory);
                })),
        at_most(35, "ns"));
  }

  std::vector<dart_gptr_t> blocks(calls);
  std::vector<void*> raw_blocks(calls);
  const std::size_t bytes = 64;
  report(
      "many, then free all", bytes,
      bench.duel(
          by_one([&] {
            for (auto& block : blocks) block = allocate(bytes);
            for (const auto& block : blocks) dart_memfree(block);
          }),
          by_one([&] {
            for (auto& block : raw_blocks) block = std::malloc(bytes);
            for (void* block : raw_blocks) std::free(block);
          })),
      {});
}

/// Measures collective allocations.
void measure_segments(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(1000, 10);
  for (const std::size_t bytes : {128, 4 << 10, 128 << 10, 1 << 20, 32 << 20}) {
    const double seconds = bench.best(repeated(bench::Who::all, calls, [bytes] {
      dart_gptr_t gptr;
      dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &gptr);
      dart_team_memfree(gptr);
    }));
    bench.report(
        {.name = "team-aligned + free",
         .params = {{"bytes", bytes}},
         .value = seconds / static_cast<double>(calls) / bench::micro,
         .unit = "us",
         .reach = at_most(5, "us")});
  }
  const double seconds =
      bench.best(repeated(bench::Who::all, calls, [] { dash::Array<double> array(1000); }));
  bench.report(
      {.name = "dash::Array, 1000 doubles",
       .value = seconds / static_cast<double>(calls) / bench::micro,
       .unit = "us"});
}

/// Splits the team of all units in two and destroys both parts.
void split_in_two()
{
  dart_group_t all;
  dart_group_t halves[2];
  std::size_t count = 0;
  dart_team_get_group(DART_TEAM_ALL, &all);
  dart_group_split(all, 2, &count, halves);
  dart_team_t mine = DART_TEAM_NULL;
  for (std::size_t i = 0; i < count; ++i) {
    dart_team_t team = DART_TEAM_NULL;
    dart_team_create(DART_TEAM_ALL, halves[i], &team);
    if (team != DART_TEAM_NULL) mine = team;
    dart_group_destroy(&halves[i]);
  }
  dart_group_destroy(&all);
  dart_team_destroy(&mine);
}

void measure_teams(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(1000, 3);
  const double seconds = bench.best(repeated(bench::Who::all, calls, split_in_two));
  bench.report(
      {.name = "team split in two + destroy",
       .value = seconds / static_cast<double>(calls) / bench::micro,
       .unit = "us",
       .reach = at_most(100, "us")});
}

void measure_restart(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(20, 2);
  const double seconds = bench.best(repeated(bench::Who::all, calls, [] {
    dash::finalize();
    dash::init(nullptr, nullptr);
  }));
  bench.report(
      {.name = "finalize + init again",
       .value = seconds / static_cast<double>(calls) / bench::milli,
       .unit = "ms",
       .reach = at_most(2, "ms")});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("memory", argc, argv, [](bench::Bench& bench) {
    measure_heap(bench);
    measure_segments(bench);
    measure_teams(bench);
    measure_restart(bench);
  });
}
