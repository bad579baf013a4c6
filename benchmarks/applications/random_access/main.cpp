/// app_random_access: RandomAccess by the rules of the HPC Challenge, in comparison with a raw loop
/// of atomic operations on memory that the units share. All updates are made twice, which has to
/// restore the table but for 1 %; with atomic operations, there are no errors.
///
///     dartrun -n 2 app_random_access

#include "random_access.h"

#include <dash/Team.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "support/application.h"
#include "support/shared_block.h"

namespace {

using random_access::RandomAccess;
using random_access::Word;

/// The unit's part of the updates, by plain pointers.
void update_raw(Word* table, std::size_t size)
{
  const auto me = static_cast<std::uint64_t>(dash::myid());
  const std::uint64_t last = 4 * size * (me + 1) / dash::size();
  std::uint64_t i = 4 * size * me / dash::size();
  Word number = random_access::number_at(i);
  for (; i < last; ++i, number = random_access::next(number)) {
    __atomic_fetch_xor(table + (number & (size - 1)), number, __ATOMIC_RELAXED);
  }
}

void measure(bench::Bench& bench)
{
  const bool one_host = dart_team_is_on_one_host(DART_TEAM_ALL);
  const std::size_t size = one_host ? bench.sized(1 << 22, 1 << 12) : bench.sized(1 << 13, 1 << 9);
  {
    RandomAccess application(size);
    application.update();
    application.update();
    bench::require(100 * application.errors() <= size, "at most 1 % of the words are wrong");
  }
  const double resident = bench::resident_bytes();
  RandomAccess application(size);
  const auto updates = static_cast<double>(application.num_updates());
  auto params = bench::where();
  params.emplace_back("words", size);
  const auto run = bench::by_all([&] { application.update(); });
  if (bench::num_gpu_units() == 0 && one_host) {
    const bench::SharedBlock<Word> table(size);
    const auto seconds = bench.duel(run, bench::by_all([&] { update_raw(table.data(), size); }));
    bench.report(
        "updates", std::move(params), seconds.rate(updates, bench::giga), "GUPS",
        "raw loop of atomics");
  } else {
    bench.report(
        {.name = "updates",
         .params = std::move(params),
         .value = updates / bench.best(run) / bench::giga,
         .unit = "GUPS"});
  }
  bench::report_memory(bench, resident, static_cast<double>(size * sizeof(Word)));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("random_access", argc, argv, measure);
}
