// Tier: suite n3 c2g2

#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/base/StreamConversion.h>
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "dash_test_base.h"

// The operators must not conflict with operators that a program defines itself.
namespace program {

struct Values : std::vector<int> {
  using vector::vector;
};

std::ostream& operator<<(std::ostream& os, const Values& values)
{
  return os << values.size() << " values";
}

}  // namespace program

static_assert(!dash::detail::PrintableRange<std::string>);
static_assert(!dash::detail::PrintableRange<std::list<int>>);
static_assert(dash::detail::PrintableRange<std::vector<int>>);

template <class T>
static std::string printed(const T& value)
{
  using namespace dash;
  std::ostringstream os;
  os << value;
  return os.str();
}

TEST(StreamOutputTest, StdTypes)
{
  EXPECT_EQ(printed(std::pair<int, std::string>(1, "a")), "(1, a)");
  EXPECT_EQ(printed(std::map<int, char>{{1, 'a'}, {2, 'b'}}), "{ (1, a), (2, b) }");
  EXPECT_EQ(printed(std::set<int>{3, 1}), "{ 1, 3 }");
  EXPECT_EQ(printed(std::array<int, 2>{4, 5}), "{ 4, 5 }");
  EXPECT_EQ(printed(std::vector<std::array<int, 1>>{{{6}}, {{7}}}), "{ { 6 }, { 7 } }");
  EXPECT_EQ(printed(std::vector<bool>{true, false}), "{ 1, 0 }");
  EXPECT_EQ(printed(std::string("text")), "text");
}

TEST(StreamOutputTest, DartUnits)
{
  EXPECT_EQ(printed(dart_global_unit_t{3}), "3");
  EXPECT_EQ(printed(dart_team_unit_t{4}), "4");
  EXPECT_EQ(printed(dash::team_unit_t{5}), "5");
}

TEST(StreamOutputTest, ProgramsOperatorsWin)
{
  EXPECT_EQ(printed(program::Values{1, 2}), "2 values");
}
