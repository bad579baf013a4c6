// Tier: suite n3 c2g2; sanitized c2g2

// Flags and notified puts: data before flags, comparisons, values that stay, several flags, misuse.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Flags.h>
#include <dash/GlobPtr.h>
#include <dash/Matrix.h>
#include <dash/memory/UnitSpace.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "hosts.h"
#include "refusals.h"
#include "team/teams.h"

namespace {

using dash::exception::InvalidArgument;
using dash::exception::OutOfRange;
using dash::test::expect_refused;

enum class Phase : std::uint8_t { none, begun, done };

static_assert(dash::FlagValue<int> && dash::FlagValue<bool> && dash::FlagValue<Phase>);
static_assert(!dash::FlagValue<double>);
static_assert(!std::is_copy_constructible_v<dash::Flags<>>);
static_assert(std::is_move_constructible_v<dash::Flags<>>);

dash::Flags<int> static_flags;

class FlagsTest : public dash::test::TestBase {
 protected:
  static int next() { return (dash::myid().id + 1) % size(); }
  static int previous() { return (dash::myid().id + size() - 1) % size(); }
  static int size() { return static_cast<int>(dash::size()); }
};

class FlagsRefusalTest : public dash::test::RefusalTest {};

/// Elements that a unit puts in one step.
std::vector<int> message(int unit, int step, std::size_t n)
{
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = 1000 * step + 100 * unit + static_cast<int>(i);
  return values;
}

/// Passes messages around all units of a team, with flags whose values count the steps.
template <class Array, class Space>
void expect_messages(dash::Team& team)
{
  constexpr std::size_t n = 9;
  const int me = team.myid(), units = static_cast<int>(team.size());
  const int next = (me + 1) % units, previous = (me + units - 1) % units;
  Array inbox(n * team.size(), dash::BLOCKED, team);
  dash::Flags<int, Space> arrived(1, team), taken(1, team);
  const auto part = [&](int unit) { return inbox.begin() + static_cast<int>(n) * unit; };
  for (int step = 1; step <= 20; ++step) {
    std::vector<int> values = message(me, step, n);
    dash::put_notify(part(next), values, arrived(next), step);
    values.assign(n, -1);  // they may be changed
    ASSERT_EQ(step, arrived[0].wait(std::greater_equal<>(), step));
    const std::vector<int> seen(part(me), part(me) + static_cast<int>(n));
    EXPECT_EQ(message(previous, step, n), seen);
    taken(previous).notify(step);
    taken[0].wait(std::equal_to<>(), step);
  }
}

TEST_F(FlagsTest, DataComeBeforeFlags)
{
  for (dash::Team& team : dash::test::teams()) {
    expect_messages<dash::Array<int>, dash::HostSpace>(team);
    expect_messages<dash::Array<int>, dash::UnitSpace>(team);
    expect_messages<dash::HostArray<int>, dash::HostSpace>(team);
    expect_messages<dash::HostArray<int>, dash::UnitSpace>(team);
  }
}

/// All units of a team put to one of them in turns; its flag counts what has arrived.
template <class Array, class Space>
void expect_counts(dash::Team& team)
{
  const int me = team.myid(), units = static_cast<int>(team.size());
  Array inbox(2 * team.size() * team.size(), dash::BLOCKED, team);
  dash::Flags<int, Space> arrived(1, team), done(1, team);
  for (int step = 1; step <= 10; ++step) {
    for (int unit = 0; unit < units; ++unit) {
      const std::vector<int> values = message(me, step, 2);
      const auto place = inbox.begin() + 2 * (unit * units + me);
      if (step % 2 == 0) {
        dash::put_notify_add(place, values, arrived(unit));
      } else {
        dash::put_notify_add(
            inbox.block(static_cast<std::size_t>(unit)).begin() + 2 * me, values, arrived(unit), 1);
      }
    }
    EXPECT_EQ(step * units, arrived[0].wait(std::greater_equal<>(), step * units));
    for (int unit = 0; unit < units; ++unit) {
      const auto place = inbox.begin() + 2 * (me * units + unit);
      EXPECT_EQ(message(unit, step, 2), std::vector<int>(place, place + 2));
    }
    for (int unit = 0; unit < units; ++unit) done(unit).notify_add(2);
    done[0].wait(std::greater_equal<>(), 2 * step * units);
  }
}

TEST_F(FlagsTest, CountsOfSeveralUnits)
{
  for (dash::Team& team : dash::test::teams()) {
    expect_counts<dash::Array<int>, dash::HostSpace>(team);
    expect_counts<dash::Array<int>, dash::UnitSpace>(team);
    expect_counts<dash::HostArray<int>, dash::UnitSpace>(team);
  }
  // A range, and a sum that is nothing again.
  dash::Array<int> array(2 * dash::size());
  const dash::Flags<int> flags;
  dash::put_notify_add(
      array.block(static_cast<std::size_t>(next())), std::vector<int>{4, 5}, flags(next()), 7);
  EXPECT_EQ(7, flags[0].wait());
  const auto mine = array.begin() + 2 * dash::myid().id;
  EXPECT_EQ((std::vector<int>{4, 5}), std::vector<int>(mine, mine + 2));
  flags[0].notify_add(-7);
  EXPECT_FALSE(flags[0].is_set());
  array.barrier();
}

TEST_F(FlagsTest, PlacesAndValuesOfAllKinds)
{
  dash::Array<int> array(4 * dash::size());
  dash::Matrix<int, 2> matrix(dash::size(), 4);
  dash::Flags<> flags;
  const auto first = array.begin() + 4 * next();
  const std::array<int, 4> values{1, 2, 3, 4};
  std::uint64_t step = 0;
  const auto expect_arrived = [&](auto& container) {
    flags[0].wait(std::equal_to<>(), ++step);
    const auto mine = container.begin() + 4 * dash::myid().id;
    EXPECT_EQ((std::vector<int>{1, 2, 3, 4}), std::vector<int>(mine, mine + 4));
    dash::barrier();
    *(mine + 3) = 0;
    dash::barrier();
  };
  dash::put_notify(first, values, flags(next()), 1);
  expect_arrived(array);
  dash::put_notify(dash::Array<int>::pointer(first), std::span(values), flags(next()), 2);
  expect_arrived(array);
  dash::put_notify(array.block(static_cast<std::size_t>(next())), values, flags(next()), 3);
  expect_arrived(array);
  dash::put_notify(
      matrix.row(static_cast<std::size_t>(next())), std::vector<int>{1, 2, 3, 4}, flags(next()), 4);
  expect_arrived(matrix);
  // Without elements, also at the end of the container, there is only the flag.
  dash::put_notify(array.end(), std::span<const int>(), flags(next()), 5);
  flags[0].wait(std::equal_to<>(), 5U);
  array.barrier();
}

TEST_F(FlagsTest, ValuesOfAllTypes)
{
  const auto expect_value = [&]<class T>(T value) {
    const dash::Flags<T> flags;
    EXPECT_EQ(T{}, flags[0].load());
    EXPECT_FALSE(flags[0].is_set());
    dash::barrier();
    flags(next()).notify(value);
    EXPECT_EQ(value, flags[0].wait());
    EXPECT_TRUE(flags[0].is_set());
    EXPECT_EQ(value, flags[0].reset());
    EXPECT_EQ(T{}, flags[0].reset());
    EXPECT_FALSE(flags[0].is_set());
  };
  expect_value(true);
  expect_value('x');
  expect_value(-5);
  expect_value(std::int8_t{-128});
  expect_value(~std::uint64_t{0});
  expect_value(Phase::done);
}

TEST_F(FlagsTest, Comparisons)
{
  const dash::Flags<int> flags(6);
  for (int i = 0; i < 6; ++i) flags(next(), static_cast<std::size_t>(i)).notify(-3);
  EXPECT_EQ(-3, flags[0].wait(std::equal_to<>(), -3));
  EXPECT_EQ(-3, flags[1].wait(std::not_equal_to<>(), 0));
  EXPECT_EQ(-3, flags[2].wait(std::less<>(), -2));
  EXPECT_EQ(-3, flags[3].wait(std::less_equal<>(), -3));
  flags[4].wait();
  EXPECT_EQ(-3, flags[4].wait(std::greater<>(), -4));
  const auto is_multiple = [](int value, int factor) { return value != 0 && value % factor == 0; };
  EXPECT_EQ(-3, flags[5].wait(is_multiple, 3));
}

TEST_F(FlagsTest, WaitsForTheRightValue)
{
  // Other values do not end the wait.
  const dash::Flags<int> flags(2);
  std::thread counter([&] {
    for (int value = 1; value <= 100; ++value) {
      flags[0].notify(value);
      flags[1].wait(std::greater_equal<>(), value);
    }
  });
  for (int value = 10; value <= 100; value += 10) {
    for (int step = value - 9; step < value; ++step) flags[1].notify(step);
    EXPECT_EQ(value, flags[0].wait(std::equal_to<>(), value));
    flags[1].notify(value);
  }
  counter.join();
}

TEST_F(FlagsTest, AnyOfSeveralFlags)
{
  const auto units = dash::size();
  const dash::Flags<int> flags(units);
  EXPECT_EQ(units, flags.size());
  EXPECT_EQ(std::nullopt, flags.test_any());
  dash::barrier();
  for (int unit = 0; unit < size(); ++unit) {
    flags(unit, static_cast<std::size_t>(dash::myid().id)).notify(dash::myid().id + 1);
  }
  std::vector<int> seen(units, 0);
  for (std::size_t i = 0; i < units; ++i) {
    const std::size_t from = flags.wait_any();
    ASSERT_LT(from, units);
    EXPECT_NE(std::nullopt, flags.test_any());
    seen[from] = flags[from].reset();
  }
  for (std::size_t from = 0; from < units; ++from)
    EXPECT_EQ(static_cast<int>(from) + 1, seen[from]);
  EXPECT_EQ(std::nullopt, flags.test_any());
}

TEST_F(FlagsTest, OtherUnitsOfTheHostWaitToo)
{
  const dash::Flags<int> flags(dash::size());
  const auto mine = static_cast<std::size_t>(dash::myid().id);
  flags(0, static_cast<std::size_t>(next())).notify(7);
  if (dash::test::is_here(0)) {
    EXPECT_EQ(7, flags(0, mine).wait());
  } else {
    expect_refused<InvalidArgument>([&] { flags(0, mine).wait(); }, {"not mapped"});
  }
  dash::barrier();
}

TEST_F(FlagsTest, StaticAndMovedObjects)
{
  EXPECT_EQ(0U, static_flags.size());
  expect_refused<OutOfRange>([] { static_flags[0].load(); }, {"no flags", "allocate"});
  static_flags.allocate(2);
  static_flags(next(), 1).notify(3);
  EXPECT_EQ(3, static_flags[1].wait());
  static_flags.allocate(1);  // new ones
  EXPECT_EQ(1U, static_flags.size());
  EXPECT_FALSE(static_flags[0].is_set());
  dash::Flags<int> other(std::move(static_flags));
  EXPECT_EQ(0U, static_flags.size());
  EXPECT_FALSE(other[0].is_set());
  EXPECT_TRUE(other[0] == other(dash::myid().id, 0));
  dash::finalize();
  EXPECT_EQ(0U, other.size());
  SetUp();
}

TEST_F(FlagsRefusalTest, Misuse)
{
  const int me = dash::myid().id, size = static_cast<int>(dash::size());
  const int next = (me + 1) % size;
  dash::Array<int> array(4 * dash::size()), cyclic(4 * dash::size(), dash::CYCLIC);
  const dash::Flags<int> flags(2);
  const auto mine = array.begin() + 4 * me;
  const std::vector<int> values{1, 2, 3, 4};
  struct Case {
    const char* name;
    std::function<void()> call;
    std::string reason;
  };
  const Case invalid[] = {
      {"value 0", [&] { flags[0].notify(0); }, "FlagRef::notify: the value 0"},
      {"value 0 of a put", [&] { dash::put_notify(mine, values, flags[0], 0); }, "value 0"},
      {"value 0 that is added", [&] { flags[0].notify_add(0); },
       "FlagRef::notify_add: the value 0"},
      {"too many values that count", [&] { dash::put_notify_add(array.block(0), {}, flags(0)); },
       "put_notify_add: the range"},
      {"too many values", [&] { dash::put_notify(array.block(0), {}, flags(0), 1); }, "4 elements"},
      {"null", [&] { dash::FlagRef<int>(DART_GPTR_NULL).load(); }, "null"},
      {"null", [&] { dash::FlagRef<int>(DART_GPTR_NULL).notify(1); }, "dash::FlagRef::notify to"},
      {"misaligned", [&] { dash::FlagRef<int>((mine + 1).dart_gptr()).wait(); }, "not aligned"},
  };
  for (const Case& row : invalid) {
    SCOPED_TRACE(row.name);
    expect_refused<InvalidArgument>(row.call, {row.reason});
  }
  const Case outside[] = {
      {"no such unit", [&] { flags(size).load(); }, "flag 0 of unit"},
      {"no such unit", [&] { flags(-1).load(); }, "of unit -1"},
      {"no such flag", [&] { flags[2].load(); }, "2 flags each"},
      {"over the end", [&] { dash::put_notify(array.end() - 3, values, flags[0], 1); },
       "has only 3"},
  };
  for (const Case& row : outside) {
    SCOPED_TRACE(row.name);
    expect_refused<OutOfRange>(row.call, {row.reason});
  }
  if (size > 1) {
    expect_refused<InvalidArgument>(
        [&] { dash::put_notify(mine, values, flags(next), 1); },
        {"dash::put_notify to", "but the flag is memory of unit"});
    expect_refused<InvalidArgument>(
        [&] { dash::put_notify(cyclic.begin(), values, flags(0), 1); },
        {"dash::put_notify: of 4 elements, only the first 1 lie side by side"});
    expect_refused<InvalidArgument>(
        [&] { const dash::Flags<int> unequal(static_cast<std::size_t>(me)); }, {"dash::Flags"});
  }
  array.barrier();
  EXPECT_EQ(std::nullopt, flags.test_any());
  array.barrier();
}

}  // namespace
