// Tier: suite n3 c2g2; sanitized c2g2

// Collectives on values as operations of a stream.

#include <dash/Array.h>
#include <dash/algorithm/CollectivesOnStream.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/OnStream.h>

#include <numeric>
#include <vector>

#include "dash_test_base.h"

namespace {

class CollectivesOnStream : public dash::test::TestBase {
 protected:
  static int me() { return dash::myid().id; }
  static int units() { return static_cast<int>(dash::size()); }

  /// Elements of the calling unit.
  template <class T>
  static std::span<T> own(dash::Array<T>& array)
  {
    return {array.lbegin(), array.lsize()};
  }
  template <class T>
  static std::vector<T> values(dash::Array<T>& array)
  {
    std::vector<T> all(array.size());
    dash::copy(array.begin(), array.end(), all.data());
    return all;
  }
};

/// Each operation sees what those before it have done; the host waits once.
TEST_F(CollectivesOnStream, TakeTheirTurn)
{
  constexpr int n = 7, rounds = 3;
  const auto size = static_cast<std::size_t>(n) * dash::size();
  dash::Array<int> numbers(size), sums(size), all(size * dash::size());
  dash::Stream stream;
  for (int round = 1; round <= rounds; ++round) {
    dash::fill(stream, numbers, round * (me() + 1));
    dash::all_reduce(stream, own(numbers), own(sums), dash::plus<int>());
    dash::all_gather(stream, own(numbers), own(all));
    dash::all_reduce(stream, own(numbers), dash::max<int>());
  }
  stream.wait();
  dash::barrier();
  // Each unit has all numbers of the last round, and all sums.
  std::vector<int> expected(all.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = rounds * (1 + static_cast<int>(i / n % dash::size()));
  EXPECT_EQ(std::vector<int>(size, rounds * units()), values(numbers));
  EXPECT_EQ(std::vector<int>(size, rounds * units() * (units() + 1) / 2), values(sums));
  EXPECT_EQ(expected, values(all));
}

TEST_F(CollectivesOnStream, MoveAndCombineBlocks)
{
  const auto size = dash::size();
  std::vector<double> blocks(3 * size), sum(3), exchanged(3 * size), given(5, me());
  std::iota(blocks.begin(), blocks.end(), 100.0 * me());
  const dash::Stream stream;
  dash::reduce_scatter(stream, blocks, sum, std::plus{});
  dash::all_to_all(stream, blocks, exchanged);
  dash::broadcast(stream, given, dash::team_unit_t(units() - 1));
  stream.wait();
  for (int i = 0; i < 3; ++i) {
    const double mine = 3 * me() + i;
    EXPECT_EQ(units() * mine + 100.0 * units() * (units() - 1) / 2, sum[i]);
    for (int unit = 0; unit < units(); ++unit)
      EXPECT_EQ(100.0 * unit + mine, exchanged[3 * unit + i]);
  }
  EXPECT_EQ(std::vector<double>(5, units() - 1), given);
}

/// A team has collectives in a stream beside those that the program calls, and so has each team.
TEST_F(CollectivesOnStream, BesideOthersAndOnTeams)
{
  if (units() < 2) GTEST_SKIP() << "needs two teams";
  dash::Team& half = dash::Team::All().split(2);
  std::vector<int> ones(1000, 1), of_half(1000), of_all(1000);
  const dash::Stream one, other;
  for (int round = 0; round < 20; ++round) {
    dash::all_reduce(one, ones, of_all, dash::plus<int>());
    dash::all_reduce(other, ones, of_half, dash::plus<int>(), half);
    EXPECT_EQ(units(), dash::all_reduce(1, dash::plus<int>()));
  }
  one.wait();
  other.wait();
  EXPECT_EQ(std::vector<int>(1000, units()), of_all);
  EXPECT_EQ(std::vector<int>(1000, static_cast<int>(half.size())), of_half);
}

TEST_F(CollectivesOnStream, WrongSizesAreRefused)
{
  const dash::Stream stream;
  std::vector<int> three(3), four(4), uneven(4 * dash::size() + 1);
  EXPECT_THROW(
      dash::all_reduce(stream, three, four, dash::plus<int>()), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::all_gather(stream, three, four), dash::exception::InvalidArgument);
  EXPECT_THROW(
      dash::reduce_scatter(stream, uneven, four, dash::plus<int>()),
      dash::exception::InvalidArgument);
  EXPECT_THROW(dash::all_to_all(stream, three, four), dash::exception::InvalidArgument);
  stream.wait();
}

}  // namespace
