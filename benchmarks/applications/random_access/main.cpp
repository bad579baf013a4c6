/// app_random_access: RandomAccess by the rules of the HPC Challenge, in comparison with a raw loop
/// of atomic operations on memory that the units share, or with a kernel on plain pointers to the
/// memory of all GPUs. Of a small table, 99 % of the words have to be those of a serial run; of the
/// large one, all updates are made twice, which has to restore it but for 1 %. With atomic
/// operations, there are no errors.
///
///     dartrun -n 2 app_random_access

#include "random_access.h"

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/dart/if/dart.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "support/application.h"
#include "support/shared_block.h"

namespace {

using random_access::RandomAccess;
using random_access::Word;
using Table = dash::Array<Word>;

/// Leaves 0 in words that are as at the start.
struct XorIndex {
  Table::device_view_type table;

  DASH_HOST_DEVICE void operator()(dash::default_index_t i) const
  {
    table[i] ^= static_cast<Word>(i);
  }
};

/// Number of words that are not as at the start, which they have to be after every second update.
/// Collective; the table is used up by it.
std::size_t count_errors(Table& table)
{
  dash::for_each_index(table, XorIndex{table.device_view()});
  return table.size() - static_cast<std::size_t>(dash::count(table, Word{0}));
}

/// The unit's part of all updates, one after the other.
struct Sequence {
  std::uint64_t first, last;

  static Sequence of_unit(std::size_t size)
  {
    const std::uint64_t updates = 4 * size, me = static_cast<std::uint64_t>(dash::myid());
    return {updates * me / dash::size(), updates * (me + 1) / dash::size()};
  }
};

/// Some of the updates, by plain pointers.
void update_raw(Word* table, std::size_t size, const Sequence& part)
{
  Word number = random_access::number_at(part.first);
  for (std::uint64_t i = part.first; i < part.last; ++i, number = random_access::next(number)) {
    __atomic_fetch_xor(table + (number & (size - 1)), number, __ATOMIC_RELAXED);
  }
}

/// Number of words that are not as after a serial run of all updates. Collective.
std::size_t count_differences(const Table& table)
{
  std::vector<Word> found(table.size()), expected(table.size());
  dash::copy(table.begin(), table.end(), found.data());
  std::iota(expected.begin(), expected.end(), Word{0});
  update_raw(expected.data(), expected.size(), {0, 4 * expected.size()});
  return std::transform_reduce(
      found.begin(), found.end(), expected.begin(), std::size_t{0}, std::plus<>{},
      std::not_equal_to<>{});
}

DASH_HOST_DEVICE inline void xor_at(Word* word, Word value)
{
#if defined(__CUDA_ARCH__)
  atomicXor_system(reinterpret_cast<unsigned long long*>(word), value);
#else
  std::atomic_ref(*word).fetch_xor(value, std::memory_order_relaxed);
#endif
}

/// The parts of units whose number is a power of two, as a kernel without the library has them.
struct PlainPointers {
  static constexpr std::size_t most_units = 16;

  Word* parts[most_units];
  int part_bits;

  DASH_HOST_DEVICE Word& operator[](Word index) const
  {
    return parts[index >> part_bits][index & ((Word{1} << part_bits) - 1)];
  }
};

/// A batch of updates, as a kernel without the library makes them.
struct PlainUpdates {
  PlainPointers words;
  Word mask;
  Sequence sequence;

  DASH_HOST_DEVICE void operator()(std::uint64_t batch) const
  {
    std::uint64_t i = sequence.first + batch * random_access::look_ahead;
    const std::uint64_t behind = i + random_access::look_ahead;
    const std::uint64_t end = behind < sequence.last ? behind : sequence.last;
    for (Word number = random_access::number_at(i); i < end; ++i) {
      xor_at(&words[number & mask], number);
      number = random_access::next(number);
    }
  }
};

/// Calls of the kernel with plain pointers; empty if there is no such kernel for the number of
/// units, or if it cannot access all parts.
std::function<void()> raw_kernel(Table& table)
{
  const std::size_t units = dash::size(), part = table.size() / units;
  if (!std::has_single_bit(units) || units > PlainPointers::most_units) return {};
  PlainPointers words{{}, std::countr_zero(part)};
  for (std::size_t unit = 0; unit < units; ++unit) {
    words.parts[unit] =
        table.device_view().address(static_cast<dash::default_index_t>(unit * part));
    if (words.parts[unit] == nullptr) return {};
  }
  const PlainUpdates updates{words, table.size() - 1, Sequence::of_unit(table.size())};
  const std::uint64_t size = updates.sequence.last - updates.sequence.first;
  const std::uint64_t batches = (size + random_access::look_ahead - 1) / random_access::look_ahead;
  return [=] { dash::for_each_index(batches, updates); };
}

std::size_t table_size(const bench::Bench& bench, bool one_host, bool only_gpus)
{
  if (!one_host) return bench.sized(1 << 13, 1 << 9);
  return bench.sized(std::size_t{1} << (only_gpus ? 27 : 22), 1 << 12);
}

void measure(bench::Bench& bench)
{
  const bool one_host = dart_team_is_on_one_host(DART_TEAM_ALL);
  const int gpus = bench::num_gpu_units();
  const bool only_gpus = static_cast<std::size_t>(gpus) == dash::size();
  const std::size_t size = table_size(bench, one_host, only_gpus);
  {
    const std::size_t few = std::min<std::size_t>(size, 1 << 16);
    RandomAccess application(few);
    application.update();
    bench::require(
        100 * count_differences(application.table()) <= few,
        "at most 1 % of the words differ from those of a serial run");
  }
  {
    RandomAccess application(size);
    application.update();
    application.update();
    bench::require(
        100 * count_errors(application.table()) <= size, "at most 1 % of the words are wrong");
  }
  const bench::Memory before;
  RandomAccess application(size);
  const auto updates = 4.0 * static_cast<double>(size);
  auto params = bench::where();
  params.emplace_back("words", size);
  const auto run = bench::by_all([&] { application.update(); });
  const auto compare = [&](const char* raw_name, std::function<void()> raw) {
    const auto seconds = bench.duel(run, bench::by_all(std::move(raw)));
    bench.report(
        "updates", params, seconds.rate(updates, bench::giga), "GUPS", raw_name,
        bench::at_least_ratio(0.9));
  };
  if (const auto kernel = only_gpus ? raw_kernel(application.table()) : nullptr) {
    compare("kernel on plain pointers", kernel);
  } else if (gpus == 0 && one_host) {
    const bench::SharedBlock<Word> table(size);
    compare(
        "raw loop of atomics", [&] { update_raw(table.data(), size, Sequence::of_unit(size)); });
  } else {
    bench.report("updates", params, bench.figure(run).rate(updates, bench::giga), "GUPS");
  }
  bench::report_memory(bench, before, static_cast<double>(size * sizeof(Word)));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("random_access", argc, argv, measure);
}
