// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <string>
#include <type_traits>

#include "dash_test_base.h"

using dash::global_unit_t;
using dash::team_unit_t;

class UnitIdTest : public dash::test::TestBase {};

// These conversions must not compile: numbers and ids of the other scope do not become ids by
// accident.
static_assert(!std::is_convertible_v<int, team_unit_t>);
static_assert(!std::is_convertible_v<int, global_unit_t>);
static_assert(!std::is_convertible_v<global_unit_t, team_unit_t>);
static_assert(!std::is_assignable_v<team_unit_t&, global_unit_t>);
static_assert(!std::is_assignable_v<global_unit_t&, team_unit_t>);

template <class A, class B>
concept Ordered = requires(A a, B b) { a < b; };
static_assert(!Ordered<team_unit_t, global_unit_t>);
static_assert(Ordered<team_unit_t, team_unit_t> && Ordered<team_unit_t, size_t>);

static_assert(std::is_constructible_v<team_unit_t, global_unit_t>);
static_assert(std::is_convertible_v<dart_team_unit_t, team_unit_t>);
static_assert(std::is_convertible_v<team_unit_t, dart_team_unit_t>);
static_assert(std::is_convertible_v<team_unit_t, int>);
static_assert(std::is_trivially_copyable_v<team_unit_t> && std::is_standard_layout_v<team_unit_t>);
static_assert(dash::is_container_compatible<global_unit_t>::value);
static_assert(noexcept(team_unit_t{0}) && noexcept(team_unit_t()));

static_assert(team_unit_t().id == -1);
static_assert(dash::UNDEFINED_TEAM_UNIT_ID.id == -1 && dash::UNDEFINED_GLOBAL_UNIT_ID.id == -1);
static_assert(team_unit_t{3} == 3 && 3 == team_unit_t{3} && team_unit_t{3} != 4u);

static int number_of(dart_unit_t unit)
{
  return unit;
}

static std::string scope_of(team_unit_t)
{
  return "team";
}

TEST_F(UnitIdTest, ComparesWithIntegersOfAnyType)
{
  const team_unit_t unit{2};
  const size_t n = 3;
  const long l = -1;
  const short s = 2;
  EXPECT_TRUE(unit < n);
  EXPECT_TRUE(n > unit);
  EXPECT_TRUE(unit <= 2u);
  EXPECT_TRUE(unit > l);
  EXPECT_TRUE(unit == s);
  EXPECT_TRUE(s == unit);
  EXPECT_TRUE(unit != n);
  EXPECT_TRUE(n != unit);
  EXPECT_FALSE(unit >= n);
  EXPECT_EQ(unit, 2);
  EXPECT_EQ(2, unit);
  EXPECT_EQ(unit, size_t{2});
  EXPECT_LT(unit, n);
}

TEST_F(UnitIdTest, UndefinedIsBelowUnsignedNumbers)
{
  EXPECT_TRUE(team_unit_t() < size_t{0});
  EXPECT_FALSE(team_unit_t() == static_cast<size_t>(-1));
  EXPECT_FALSE(team_unit_t() == static_cast<unsigned>(-1));
}

TEST_F(UnitIdTest, ComparesWithinAndAcrossScopes)
{
  const team_unit_t t1{1};
  const team_unit_t t2{2};
  const global_unit_t g1{1};
  EXPECT_TRUE(t1 == t1 && t1 != t2 && t1 < t2 && t2 > t1 && t1 <= t2 && t2 >= t1);
  EXPECT_TRUE(t1 == g1);
  EXPECT_TRUE(g1 == t1);
  EXPECT_TRUE(t2 != g1);
  EXPECT_TRUE(g1 != t2);
  EXPECT_EQ(team_unit_t(dash::myid()) != dash::myid(), false);
}

TEST_F(UnitIdTest, ComparesWithDartStructs)
{
  const dart_team_unit_t dart_unit{1};
  EXPECT_TRUE(team_unit_t{1} == dart_unit);
  EXPECT_TRUE(dart_unit == team_unit_t{1});
  EXPECT_TRUE(team_unit_t{2} != dart_unit);
}

TEST_F(UnitIdTest, IsANumberWhereNumbersAreAsked)
{
  const int myid = dash::myid();
  EXPECT_EQ(myid, dash::myid().id);
  const std::array<int, 3> values{10, 11, 12};
  EXPECT_EQ(values[team_unit_t{2}], 12);
  EXPECT_EQ(number_of(team_unit_t{7}), 7);
  EXPECT_EQ((team_unit_t{7} + 1) % 4, 0);
  EXPECT_EQ((dash::myid() + 1) % dash::size(), (static_cast<size_t>(myid) + 1) % dash::size());
  EXPECT_EQ(team_unit_t{5} * 2, 10);
  switch (team_unit_t{1}) {
    case 1:
      break;
    default:
      FAIL();
  }
  EXPECT_EQ(scope_of(team_unit_t{1}), "team");
  EXPECT_EQ(scope_of(dart_team_unit_t{1}), "team");
}

TEST_F(UnitIdTest, Arithmetic)
{
  team_unit_t unit{5};
  static_assert(std::is_same_v<decltype(unit + unit), team_unit_t>);
  static_assert(std::is_same_v<decltype(unit - unit), team_unit_t>);
  EXPECT_EQ(unit + unit, team_unit_t{10});
  EXPECT_EQ(unit - team_unit_t{2}, 3);
  EXPECT_EQ(unit++, 5);
  EXPECT_EQ(++unit, 7);
  EXPECT_EQ(unit--, 7);
  EXPECT_EQ(--unit, 5);
  EXPECT_EQ(unit += 3, 8);
  EXPECT_EQ(unit -= size_t{2}, 6);
  EXPECT_EQ(unit *= 4l, 24);
  EXPECT_EQ(unit /= 5u, 4);
  EXPECT_EQ(unit %= 3, 1);
  unit = 9;
  EXPECT_EQ(unit, 9);
  unit = team_unit_t{4};
  EXPECT_EQ(unit.id, 4);
}

TEST_F(UnitIdTest, IteratesOverUnits)
{
  size_t count = 0;
  for (team_unit_t unit{0}; unit < dash::size(); ++unit) ++count;
  for (global_unit_t unit{0}; unit < dash::size(); unit++) ++count;
  EXPECT_EQ(count, 2 * dash::size());
}

TEST_F(UnitIdTest, PrintsItsNumber)
{
  std::ostringstream os;
  os << team_unit_t{12} << ' ' << global_unit_t();
  EXPECT_EQ(os.str(), "12 -1");
}
