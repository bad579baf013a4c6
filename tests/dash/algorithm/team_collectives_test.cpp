// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/algorithm/TeamCollectives.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

class TeamCollectives : public dash::test::TestBase {
 protected:
  /// Values of a unit.
  static std::vector<long> values_of(std::size_t unit, std::size_t n)
  {
    std::vector<long> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<long>(unit * 100 + i * i % 17);
    return values;
  }
  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }

  template <class Op>
  static std::vector<long> combined(std::size_t n, Op op)
  {
    std::vector<long> result = values_of(0, n);
    for (std::size_t unit = 1; unit < dash::size(); ++unit) {
      const std::vector<long> theirs = values_of(unit, n);
      for (std::size_t i = 0; i < n; ++i) result[i] = op(result[i], theirs[i]);
    }
    return result;
  }
};

/// Neither the runtime nor the library knows it. It is associative, but does not commute.
struct LastThatIsOdd {
  DASH_HOST_DEVICE long operator()(long a, long b) const { return b % 2 != 0 ? b : a; }
};

TEST_F(TeamCollectives, AllReduceOfRanges)
{
  for (const std::size_t n : {0, 1, 5, 1000}) {
    const std::vector<long> mine = values_of(me(), n);
    std::vector<long> result(n, -1);
    dash::all_reduce(mine, result, dash::plus<long>());
    EXPECT_EQ(combined(n, std::plus<>()), result);
    dash::all_reduce(mine, result, std::multiplies<>());
    EXPECT_EQ(combined(n, std::multiplies<>()), result);
    dash::all_reduce(std::span(mine), std::span(result), dash::max<long>());
    EXPECT_EQ(values_of(dash::size() - 1, n), result);
    dash::all_reduce(mine, result, LastThatIsOdd());
    EXPECT_EQ(combined(n, LastThatIsOdd()), result);
    result = mine;
    dash::all_reduce(result, std::plus<long>());
    EXPECT_EQ(combined(n, std::plus<>()), result);
    result = mine;
    dash::all_reduce(result, LastThatIsOdd());
    EXPECT_EQ(combined(n, LastThatIsOdd()), result);
  }
}

TEST_F(TeamCollectives, AllReduceOfOneValue)
{
  const long units = static_cast<long>(dash::size());
  EXPECT_EQ(units * (units - 1) / 2, dash::all_reduce(dash::myid().id + 0L, dash::plus<long>()));
  EXPECT_EQ(1L << units, dash::all_reduce(2L, std::multiplies<>()));
  struct Interval {
    int low, high;
  };
  const Interval mine{-dash::myid().id, dash::myid().id};
  const Interval range = dash::all_reduce(mine, [](Interval a, Interval b) {
    return Interval{std::min(a.low, b.low), std::max(a.high, b.high)};
  });
  EXPECT_EQ(1 - units, range.low);
  EXPECT_EQ(units - 1, range.high);
}

TEST_F(TeamCollectives, LargestOfSmallUnsignedNumbers)
{
  const bool is_first = dash::myid().id == 0;
  EXPECT_EQ(200, dash::all_reduce(std::uint8_t(is_first ? 200 : 100), dash::max<std::uint8_t>()));
  EXPECT_EQ(
      is_first && dash::size() == 1 ? 40'000 : 10,
      dash::all_reduce(std::uint16_t(is_first ? 40'000 : 10), dash::min<std::uint16_t>()));
}

/// The local parts of arrays lie in device memory on GPU units.
TEST_F(TeamCollectives, LocalPartsOfArrays)
{
  constexpr std::size_t n = 300;
  dash::Array<long> array(n * dash::size()), other(n * dash::size() * dash::size());
  const auto local = [](auto& container) {
    return std::span(container.lbegin(), container.lsize());
  };
  dash::test::set_local_values(array, values_of(me(), n));
  dash::all_reduce(local(array), dash::plus<long>());
  EXPECT_EQ(combined(n, std::plus<>()), dash::test::local_values(array));
  dash::test::set_local_values(array, values_of(me(), n));
  dash::all_reduce(local(array), LastThatIsOdd());
  EXPECT_EQ(combined(n, LastThatIsOdd()), dash::test::local_values(array));

  dash::test::set_local_values(array, values_of(me(), n));
  dash::all_gather(local(array), local(other));
  std::vector<long> all;
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    const std::vector<long> theirs = values_of(unit, n);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  EXPECT_EQ(all, dash::test::local_values(other));

  dash::reduce_scatter(local(other), local(array), std::plus<>());
  std::vector<long> expected = values_of(me(), n);
  for (long& value : expected) value *= static_cast<long>(dash::size());
  EXPECT_EQ(expected, dash::test::local_values(array));
}

TEST_F(TeamCollectives, AllToAll)
{
  constexpr std::size_t n = 3;
  std::vector<int> mine(n * dash::size()), received(n * dash::size()), expected;
  const int units = static_cast<int>(dash::size());
  for (std::size_t i = 0; i < mine.size(); ++i)
    mine[i] = dash::myid().id * units + static_cast<int>(i / n);
  for (int unit = 0; unit < units; ++unit)
    expected.insert(expected.end(), n, unit * units + dash::myid().id);
  dash::all_to_all(mine, received);
  EXPECT_EQ(expected, received);
  dash::all_to_all(mine, mine);
  EXPECT_EQ(expected, mine);
}

/// How many values a unit sends to another one: also none.
std::size_t count_between(std::size_t from, std::size_t to, std::size_t n)
{
  return (n + 3 * from + 5 * to) % (n + 1);
}

TEST_F(TeamCollectives, DifferentNumbers)
{
  for (const std::size_t n : {0, 1, 7, 2500}) {
    std::vector<std::size_t> counts, sent_counts, received_counts;
    std::vector<long> sent, received, gathered;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      counts.push_back(count_between(unit, 0, n));
      sent_counts.push_back(count_between(me(), unit, n));
      received_counts.push_back(count_between(unit, me(), n));
      const std::vector<long> shared = values_of(unit, counts.back());
      const std::vector<long> to_unit = values_of(100 * me() + unit, sent_counts.back());
      const std::vector<long> from_unit = values_of(100 * unit + me(), received_counts.back());
      gathered.insert(gathered.end(), shared.begin(), shared.end());
      sent.insert(sent.end(), to_unit.begin(), to_unit.end());
      received.insert(received.end(), from_unit.begin(), from_unit.end());
    }
    std::vector<long> result(gathered.size(), -1);
    dash::all_gather(values_of(me(), counts[me()]), result, counts);
    EXPECT_EQ(gathered, result);
    result.assign(received.size(), -1);
    dash::all_to_all(sent, sent_counts, result, received_counts);
    EXPECT_EQ(received, result);

    // The same from memory of the unit, which is that of a GPU on GPU units.
    dash::Array<long> array(std::max<std::size_t>(1, (n + 1) * dash::size()) * dash::size());
    std::vector<long> begin = sent;
    begin.resize(array.lsize());
    dash::test::set_local_values(array, begin);
    result.assign(received.size(), -1);
    dash::all_to_all(std::span(array.lbegin(), sent.size()), sent_counts, result, received_counts);
    EXPECT_EQ(received, result);
  }
}

TEST_F(TeamCollectives, PartsOfTeams)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  auto& half = dash::Team::All().split(2);
  std::vector<int> ids(half.size());
  dash::all_gather(std::array{half.myid().id}, ids, half);
  std::vector<int> expected(half.size());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(expected, ids);
  EXPECT_EQ(static_cast<int>(half.size()), dash::all_reduce(1, std::plus<>(), half));
}

TEST_F(TeamCollectives, WrongSizes)
{
  using dash::exception::InvalidArgument;
  std::vector<int> two(2), many(2 * dash::size() + 1);
  EXPECT_THROW(dash::all_reduce(two, many, std::plus<>()), InvalidArgument);
  EXPECT_THROW(dash::all_gather(two, many), InvalidArgument);
  EXPECT_THROW(dash::reduce_scatter(many, two, std::plus<>()), InvalidArgument);
  EXPECT_THROW(dash::all_to_all(two, many), InvalidArgument);
  if (dash::size() > 1) {
    EXPECT_THROW(dash::all_to_all(many, many), InvalidArgument);
  }
  std::vector<std::size_t> twos(dash::size(), 2), too_many(dash::size() + 1, 2);
  EXPECT_THROW(dash::all_gather(two, many, twos), InvalidArgument);
  EXPECT_THROW(dash::all_gather(two, many, too_many), InvalidArgument);
  EXPECT_THROW(dash::all_to_all(many, twos, many, twos), InvalidArgument);
  EXPECT_THROW(dash::all_to_all(many, too_many, many, twos), InvalidArgument);
}

/// All units learn that a unit sends more than another one receives.
TEST_F(TeamCollectives, NumbersThatDoNotAgree)
{
  const std::vector<int> mine(2 * dash::size(), dash::myid().id);
  const std::vector<std::size_t> twos(dash::size(), 2), ones(dash::size(), 1);
  std::vector<int> received(dash::size(), -1);
  EXPECT_THROW(dash::all_to_all(mine, twos, received, ones), dash::exception::RuntimeError);
  EXPECT_EQ(std::vector<int>(dash::size(), -1), received);
}

}  // namespace
