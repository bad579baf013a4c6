/// Measures accesses to single elements in random order: reading, writing and atomically adding to
/// another unit's elements, and random updates by all units, in comparison with raw accesses to the
/// same shared memory; and, for 1 GiB or another number of words (--size), to a std::vector.

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "support/bench.h"
#include "support/shared_block.h"

namespace {

using bench::at_least_ratio;
using bench::at_most_ratio;
using bench::by_all;
using bench::by_one;
using Word = std::uint64_t;

using Positions = std::vector<std::uint32_t>;

Positions random_positions(std::size_t count, std::size_t range)
{
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(range - 1));
  Positions positions(count);
  for (auto& position : positions) position = any(random);
  return positions;
}

/// The accesses as a program writes them, to elements of an array and to raw memory.

template <class Words>
void load(const Words& words, std::size_t first, const Positions& positions)
{
  Word sum = 0;
  for (const auto i : positions) sum += words[first + i];
  bench::do_not_optimize(sum);
}

template <class Words>
void store(Words& words, std::size_t first, const Positions& positions)
{
  for (const auto i : positions) words[first + i] = i;
  bench::clobber_memory();
}

void add(const dash::GlobRef<dash::Atomic<Word>>& counter)
{
  counter.add(1);
}

void add(Word& counter)
{
  std::atomic_ref(counter).fetch_add(1);
}

template <class Counters>
void add(Counters& counters, std::size_t first, const Positions& positions)
{
  for (const auto i : positions) add(counters[first + i]);
}

/// Unit 0 accesses unit 1's part, of \p elements words, \p accesses times in random order.
void measure_remote(bench::Bench& bench, std::size_t elements, std::size_t accesses)
{
  dash::Array<Word> array(elements * dash::size());
  dash::Array<dash::Atomic<Word>> counters(elements * dash::size());
  std::fill(array.lbegin(), array.lend(), Word{1});
  for (std::size_t i = 0; i < elements; ++i) counters[dash::myid() * elements + i].set(0);
  dash::barrier();

  Word* raw = bench::raw_part(array, 1);
  auto* raw_counters = reinterpret_cast<Word*>(bench::raw_part(counters, 1));
  const auto first = array.begin() + elements;
  const auto positions = random_positions(accesses, elements);
  const auto report = [&](const char* name, bench::Body dash, bench::Body other,
                          const char* baseline, bench::Reach reach) {
    const auto seconds = bench.duel(std::move(dash), std::move(other));
    bench.report(
        name, {{"elements", elements}}, seconds.time(static_cast<double>(accesses), bench::nano),
        "ns", baseline, std::move(reach));
  };
  report(
      "get", by_one([&] { load(array, elements, positions); }),
      by_one([&] { load(raw, 0, positions); }), "raw load", at_most_ratio(1.5));
  report(
      "put", by_one([&] { store(array, elements, positions); }),
      by_one([&] { store(raw, 0, positions); }), "raw store", at_most_ratio(1.5));
  report(
      "get, first[i]", by_one([&] { load(first, 0, positions); }),
      by_one([&] { load(raw, 0, positions); }), "raw load", {});
  report(
      "atomic add", by_one([&] { add(counters, elements, positions); }),
      by_one([&] { add(raw_counters, 0, positions); }), "std::atomic_ref", at_most_ratio(1.2));
}

/// Unit 0 accesses elements of unit 1 in random order, where they are as many as in a vector of its
/// own: systems may give vectors larger pages.
void measure_pages(bench::Bench& bench, std::size_t elements, std::size_t accesses)
{
  dash::Array<Word> array(elements * dash::size());
  std::fill(array.lbegin(), array.lend(), Word{1});
  std::vector<Word> own(dash::myid() == 0 ? elements : 0, 1);
  dash::barrier();
  const auto positions = random_positions(accesses, elements);
  const auto report = [&](const char* name, bench::Body dash, bench::Body other) {
    const auto seconds = bench.duel(std::move(dash), std::move(other));
    bench.report(
        name, {{"elements", elements}}, seconds.time(static_cast<double>(accesses), bench::nano),
        "ns", "std::vector", at_most_ratio(1.05));
  };
  report("get, large", by_one([&] { load(array, elements, positions); }), by_one([&] {
           load(own, 0, positions);
         }));
  report("put, large", by_one([&] { store(array, elements, positions); }), by_one([&] {
           store(own, 0, positions);
         }));
}

/// Unit 0 adds to one element of unit 1 through a reference that it keeps.
void measure_counter(bench::Bench& bench, std::size_t additions)
{
  dash::Array<dash::Atomic<Word>> counters(dash::size());
  counters[static_cast<std::size_t>(dash::myid())].set(0);
  dash::barrier();
  const auto counter = counters[1];
  Word& raw = *reinterpret_cast<Word*>(bench::raw_part(counters, 1));
  const auto seconds = bench.duel(
      by_one([&] {
        for (std::size_t i = 0; i < additions; ++i) add(counter);
      }),
      by_one([&] {
        for (std::size_t i = 0; i < additions; ++i) add(raw);
      }));
  bench.report(
      "atomic add, one element", {}, seconds.time(static_cast<double>(additions), bench::nano),
      "ns", "std::atomic_ref", at_most_ratio(1.2));
}

/// Next number of the random sequence of RandomAccess in the HPC Challenge.
Word next_random(Word random)
{
  constexpr Word polynomial = 7;
  return (random << 1) ^ (static_cast<std::int64_t>(random) < 0 ? polynomial : 0);
}

/// Updates are not atomic, and the benchmark permits that some of them are lost.
template <class Words>
void update(Words& words, std::size_t size, std::size_t updates, Word random)
{
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = 0; i < updates; ++i) {
    random = next_random(random);
    words[static_cast<Word>(static_cast<Wide>(random) * size >> 64)] ^= random;
  }
  bench::clobber_memory();
}

/// All units update random words of the whole table.
void measure_updates(bench::Bench& bench, std::size_t elements_per_unit, std::size_t updates)
{
  const std::size_t elements = elements_per_unit * dash::size();
  dash::Array<Word> table(elements);
  bench::SharedBlock<Word> raw(elements);
  Word* raw_table = raw.data();
  std::iota(table.lbegin(), table.lend(), dash::myid() * elements_per_unit);
  dash::barrier();

  const Word seed = 0x9E3779B97F4A7C15U * (dash::myid() + 1);
  const auto seconds = bench.duel(
      by_all([&] { update(table, elements, updates, seed); }),
      by_all([&] { update(raw_table, elements, updates, seed); }));
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
    measure_remote(bench, bench.sized(1 << 22, 1 << 10), accesses);  // does not fit into the cache
    for (const std::size_t elements : bench.sizes({1 << 27}, 1 << 10)) {  // 1 GiB
      measure_pages(bench, elements, accesses);
    }
    measure_counter(bench, accesses);
    measure_updates(bench, bench.sized(1 << 22, 1 << 10), accesses);
  });
}
