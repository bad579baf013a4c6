#pragma once

/// \file
/// Collectives of running kernels: barriers, broadcasts, reductions, scans.

#include <dash/kernel/KernelCollectives.h>

#include <algorithm>
#include <cstdint>

#include "kernel/kernel_base.h"

namespace dash::test {

/// Each block counts its steps in memory of its unit, and looks at the counts of all blocks of all
/// units behind the barrier: one step further at most, and none behind.
struct StepsKernel {
  kernel::Team team;
  std::size_t steps;
  std::uint64_t first;                       ///< steps that were done before
  kernel::Pointer<std::uint64_t> counts[4];  ///< the counts of each unit, one for each block
  kernel::Pointer<std::uint64_t> wrong;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    for (std::uint64_t step = first + 1; step <= first + steps; ++step) {
      if (kernel::Block::rank() == 0) own_count(grid) = step;
      if (!kernel::barrier(team, grid)) return;
      if (kernel::Block::rank() == 0) look(grid, step);
      if (!kernel::barrier(team, grid)) return;
    }
  }

 private:
  DASH_HOST_DEVICE std::uint64_t& own_count(const kernel::Grid& grid) const
  {
    return counts[team.rank()][static_cast<std::ptrdiff_t>(grid.block())];
  }

  DASH_HOST_DEVICE void look(const kernel::Grid& grid, std::uint64_t step) const
  {
    for (std::size_t unit = 0; unit < team.size(); ++unit) {
      if (!counts[unit].is_in_reach()) continue;
      for (std::size_t block = 0; block < grid.blocks(); ++block) {
        const bool is_right = counts[unit][static_cast<std::ptrdiff_t>(block)] == step;
        if (!is_right) kernel::detail::Shared<std::uint64_t>(*wrong).fetch_add(1);
      }
    }
  }
};

/// A value that takes several words.
struct Extremes {
  double smallest, largest, sum;
  std::int64_t count;
};

struct CombineExtremes {
  DASH_HOST_DEVICE Extremes operator()(const Extremes& a, const Extremes& b) const
  {
    return {
        a.smallest < b.smallest ? a.smallest : b.smallest,
        a.largest < b.largest ? b.largest : a.largest, a.sum + b.sum, a.count + b.count};
  }
};

struct Add {
  DASH_HOST_DEVICE std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

/// What a unit has to get in round \c round: unit u contributes 100 u + round.
struct Results {
  std::int64_t broadcast, sum, inclusive, exclusive;
  Extremes extremes;
};

template <class Scope>
struct CollectivesKernel {
  kernel::Team team;
  std::size_t rounds;
  kernel::Pointer<Results> results;  ///< one for each round

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    const Scope scope;
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto own = static_cast<std::int64_t>(100 * team.rank() + round);
      Results result{own, own, own, own, {}};
      const auto real = static_cast<double>(own);
      result.extremes = {real, real, real, 1};
      kernel::broadcast(scope, team, result.broadcast, round % team.size());
      kernel::all_reduce(scope, team, result.sum, Add{});
      kernel::inclusive_scan(scope, team, result.inclusive, Add{});
      kernel::exclusive_scan(scope, team, result.exclusive, 7, Add{});
      kernel::all_reduce(scope, team, result.extremes, CombineExtremes{});
      const bool is_last = scope.rank() + 1 == scope.size();  // all threads get the results
      if (is_last) results[static_cast<std::ptrdiff_t>(round)] = result;
    }
  }
};

class KernelCollectivesTest : public KernelTest {
 protected:
  static void expect_steps(std::size_t blocks)
  {
    KernelTeam team;
    dash::Array<std::uint64_t> counts(blocks * units()), wrong(units());
    set_part(counts, std::vector<std::uint64_t>(blocks));
    set_part(wrong, {0});
    constexpr std::size_t steps = 50;
    // A kernel goes on where the one before has ended.
    for (const std::uint64_t first : {0, 50, 100}) {
      StepsKernel steps_kernel{
          team.view(), steps, first, {}, team.pointer(element_of(wrong, me()))};
      for (std::size_t unit = 0; unit < units(); ++unit) {
        steps_kernel.counts[unit] = team.pointer(element_of(counts, unit));
      }
      run(team, {blocks, 64}, steps_kernel);
    }
    EXPECT_EQ(0u, part_of(wrong, me())[0]) << blocks << " blocks";
    EXPECT_EQ(std::vector<std::uint64_t>(blocks, 150), part_of(counts, me()));
    counts.barrier();
  }

  template <class Scope>
  static void expect_results()
  {
    constexpr std::size_t rounds = 9;
    KernelTeam team;
    dash::Array<Results> results(rounds * units());
    run(team, shape_for<Scope>(),
        CollectivesKernel<Scope>{team.view(), rounds, team.pointer(element_of(results, me()))});
    const std::vector<Results> found = part_of(results, me());
    for (std::size_t round = 0; round < rounds; ++round) expect_round(found[round], round);
    results.barrier();
  }

 private:
  static void expect_round(const Results& result, std::size_t round)
  {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto value = [round](std::size_t u) {
      return static_cast<std::int64_t>(100 * u + round);
    };
    std::int64_t sum = 0, before = 0;
    for (std::size_t u = 0; u < units(); ++u) {
      sum += value(u);
      if (u < me()) before += value(u);
    }
    EXPECT_EQ(value(round % units()), result.broadcast);
    EXPECT_EQ(sum, result.sum);
    EXPECT_EQ(before + value(me()), result.inclusive);
    EXPECT_EQ(7 + before, result.exclusive);
    EXPECT_EQ(static_cast<double>(value(0)), result.extremes.smallest);
    EXPECT_EQ(static_cast<double>(value(units() - 1)), result.extremes.largest);
    EXPECT_EQ(static_cast<double>(sum), result.extremes.sum);
    EXPECT_EQ(static_cast<std::int64_t>(units()), result.extremes.count);
  }
};

TEST_F(KernelCollectivesTest, BarrierOfAllBlocks)
{
  for (const std::size_t blocks : {1, 2, 5}) expect_steps(blocks);
}

TEST_F(KernelCollectivesTest, SmallValues)
{
  expect_results<kernel::Thread>();
  expect_results<kernel::Warp>();
  expect_results<kernel::Block>();
}

/// Adds up numbers of the threads of a scope, one sum behind the other.
template <class Scope>
struct ThreadSumsKernel {
  kernel::Pointer<std::uint64_t> wrong;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    const Scope scope;
    const std::size_t n = scope.size();
    const auto rank = static_cast<std::uint32_t>(scope.rank());
    for (std::uint32_t round = 1; round <= 20; ++round) {
      const std::uint64_t large = scope.sum(std::uint64_t{1} << 40 | rank);
      const std::uint32_t small = scope.sum(round * rank);
      const double real = scope.sum(0.5 * round);
      const std::size_t ranks = n * (n - 1) / 2;
      const bool is_right = large == (n << 40) + ranks && small == round * ranks &&
                            real == 0.5 * round * static_cast<double>(n);
      if (!is_right) kernel::detail::Shared<std::uint64_t>(*wrong).fetch_add(1);
    }
  }
};

TEST_F(KernelCollectivesTest, SumsOfThreads)
{
  KernelTeam team;
  dash::Array<std::uint64_t> wrong(units());
  set_part(wrong, {0});
  const auto own = team.pointer(element_of(wrong, me()));
  run(team, {1, 1}, ThreadSumsKernel<kernel::Thread>{own});
  run(team, {2, 96}, ThreadSumsKernel<kernel::Warp>{own});
  for (const std::size_t threads : {32, 96, 1024})
    run(team, {3, threads}, ThreadSumsKernel<kernel::Block>{own});
  EXPECT_EQ(0u, part_of(wrong, me())[0]);
  wrong.barrier();
}

/// Sums a value of each unit over all units.
struct SumKernel {
  kernel::Team team;
  kernel::Pointer<std::int64_t> sum;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    std::int64_t value = 1 + static_cast<std::int64_t>(team.rank());
    kernel::all_reduce(kernel::Thread{}, team, value, Add{});
    *sum = value;
  }
};

TEST_F(KernelCollectivesTest, TeamsThatAreNotAll)
{
  if (units() < 2) return;
  dash::Array<std::int64_t> sums(units());
  dash::Team& half = dash::Team::All().split(2);
  {
    KernelTeam team(half);
    run(team, {1, 1}, SumKernel{team.view(), team.pointer(element_of(sums, me()))});
    const auto n = static_cast<std::int64_t>(half.size());
    EXPECT_EQ(n * (n + 1) / 2, part_of(sums, me())[0]);
  }
  sums.barrier();
}

}  // namespace dash::test
