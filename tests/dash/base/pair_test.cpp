// Tier: suite n3 c2g2

#include <dash/Pair.h>
#include <dash/Types.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "dash_test_base.h"

using dash::Pair;

static_assert(std::is_trivially_copyable_v<Pair<int, double>>);
static_assert(dash::is_container_compatible<Pair<int, double>>::value);
static_assert(Pair<int, int>() == Pair<int, int>(0, 0));
static_assert(std::is_same_v<decltype(dash::make_pair(1, 2.0)), Pair<int, double>>);

TEST(PairTest, ComparesLexicographically)
{
  const Pair<int, int> a{1, 2};
  const Pair<int, int> b{1, 3};
  const Pair<int, int> c{2, 0};
  EXPECT_TRUE(a == a && a != b && a < b && b < c && c > a && a <= a && b >= a);
  EXPECT_FALSE(b < a || c < b || a > b);
}

TEST(PairTest, Converts)
{
  const Pair<long, double> p = Pair<int, float>(1, 2.5f);
  EXPECT_EQ(p.first, 1);
  EXPECT_EQ(p.second, 2.5);
  const Pair<std::string, int> s("text", 1);
  EXPECT_EQ(s.first, "text");
}

TEST(PairTest, SwapsAndPrints)
{
  Pair<int, char> a{1, 'a'};
  Pair<int, char> b{2, 'b'};
  a.swap(b);
  EXPECT_EQ(a.first, 2);
  using std::swap;
  swap(a, b);
  EXPECT_EQ(a, dash::make_pair(1, 'a'));
  std::ostringstream os;
  os << a;
  EXPECT_EQ(os.str(), "(1, a)");
}
