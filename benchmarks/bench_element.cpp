/// Single elements in random order: reading, writing and atomically adding to another unit's
/// elements, and random updates by all units; against raw accesses to the same shared memory.

#include <atomic>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "support/bench.h"
#include "support/shared_block.h"

namespace {

using bench::at_least_ratio;
using bench::at_most_ratio;
using bench::by_all;
using bench::by_one;
using Word = std::uint64_t;

std::vector<std::uint32_t> random_positions(std::size_t count, std::size_t range)
{
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(range - 1));
  std::vector<std::uint32_t> positions(count);
  for (auto& position : positions) position = any(random);
  return positions;
}

/// Unit 0 accesses unit 1's part, of \p elements words, \p accesses times in random order.
void measure_remote(bench::Bench& bench, std::size_t elements, std::size_t accesses)
{
  dash::Array<Word> array(elements * dash::size());
  dash::Array<dash::Atomic<Word>> counters(elements * dash::size());
  std::fill(array.lbegin(), array.lend(), Word{1});
  for (std::size_t i = 0; i < elements; ++i) counters[dash::myid() * elements + i].set(0);
  dash::barrier();

  Word* const raw = bench::raw_part(array, 1);
  auto* const raw_counters = reinterpret_cast<Word*>(bench::raw_part(counters, 1));
  const auto positions = random_positions(accesses, elements);
  const auto report = [&](const char* name, bench::Body dash, bench::Body other,
                          const char* baseline, bench::Reach reach) {
    const auto seconds = bench.duel(std::move(dash), std::move(other));
    bench.report(
        name, {{"elements", elements}}, seconds.time(static_cast<double>(accesses), bench::nano),
        "ns", baseline, std::move(reach));
  };

  report(
      "get", by_one([&] {
        Word sum = 0;
        for (const auto i : positions) sum += array[elements + i];
        dash::prevent_opt_elimination(sum);
      }),
      by_one([&] {
        Word sum = 0;
        for (const auto i : positions) sum += raw[i];
        dash::prevent_opt_elimination(sum);
      }),
      "raw load", at_most_ratio(1.5));
  report(
      "put", by_one([&] {
        for (const auto i : positions) array[elements + i] = i;
        dash::prevent_opt_elimination();
      }),
      by_one([&] {
        for (const auto i : positions) raw[i] = i;
        dash::prevent_opt_elimination();
      }),
      "raw store", at_most_ratio(1.5));
  const auto first = array.begin() + elements;
  report(
      "get, first[i]", by_one([&] {
        Word sum = 0;
        for (const auto i : positions) sum += first[i];
        dash::prevent_opt_elimination(sum);
      }),
      by_one([&] {
        Word sum = 0;
        for (const auto i : positions) sum += raw[i];
        dash::prevent_opt_elimination(sum);
      }),
      "raw load", {});
  report(
      "atomic add", by_one([&] {
        for (const auto i : positions) counters[elements + i].add(1);
      }),
      by_one([&] {
        for (const auto i : positions) std::atomic_ref(raw_counters[i]).fetch_add(1);
      }),
      "std::atomic_ref", at_most_ratio(1.2));
}

/// Unit 0 adds to one element of unit 1, by a reference that it keeps.
void measure_counter(bench::Bench& bench, std::size_t additions)
{
  dash::Array<dash::Atomic<Word>> counters(dash::size());
  counters[static_cast<std::size_t>(dash::myid())].set(0);
  dash::barrier();
  const auto counter = counters[1];
  Word& raw = *reinterpret_cast<Word*>(bench::raw_part(counters, 1));
  const auto seconds = bench.duel(
      by_one([&] {
        for (std::size_t i = 0; i < additions; ++i) counter.add(1);
      }),
      by_one([&] {
        for (std::size_t i = 0; i < additions; ++i) std::atomic_ref(raw).fetch_add(1);
      }));
  bench.report(
      "atomic add, one element", {}, seconds.time(static_cast<double>(additions), bench::nano),
      "ns", "std::atomic_ref", at_most_ratio(1.2));
}

/// The random sequence of the HPC Challenge's RandomAccess.
Word next_random(Word random)
{
  constexpr Word polynomial = 7;
  return (random << 1) ^ (static_cast<std::int64_t>(random) < 0 ? polynomial : 0);
}

/// All units update random words of the whole table; lost updates are part of the game.
void measure_updates(bench::Bench& bench, std::size_t elements_per_unit, std::size_t updates)
{
  const std::size_t elements = elements_per_unit * dash::size();
  dash::Array<Word> table(elements);
  bench::SharedBlock<Word> raw(elements);
  std::iota(table.lbegin(), table.lend(), dash::myid() * elements_per_unit);
  dash::barrier();

  const Word seed = 0x9E3779B97F4A7C15U * (dash::myid() + 1);
  const auto position = [elements](Word random) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<Word>(static_cast<Wide>(random) * elements >> 64);
  };
  const auto updated = [&](auto& words) {
    return by_all([&, seed] {
      Word random = seed;
      for (std::size_t i = 0; i < updates; ++i) {
        random = next_random(random);
        words[position(random)] ^= random;
      }
      dash::prevent_opt_elimination();
    });
  };
  const auto seconds = bench.duel(updated(table), updated(raw));
  bench.report(
      "random updates", {{"elements", elements}},
      seconds.rate(static_cast<double>(updates * dash::size()), bench::giga), "GUPS",
      "raw shared memory", at_least_ratio(0.5));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("element", argc, argv, [](bench::Bench& bench) {
    const std::size_t accesses = bench.sized(1 << 20, 1 << 10);
    measure_remote(bench, bench.sized(1 << 13, 1 << 8), accesses);   // fits into the cache
    measure_remote(bench, bench.sized(1 << 22, 1 << 10), accesses);  // does not
    measure_counter(bench, accesses);
    measure_updates(bench, bench.sized(1 << 22, 1 << 10), accesses);
  });
}
