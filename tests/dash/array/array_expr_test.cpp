// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/util/ArrayExpr.h>
#include <dash/util/UniversalMember.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace ce = dash::ce;

constexpr std::array<int, 4> values{1, 2, 3, 4};

static_assert(ce::take<2>(values) == std::array<int, 2>{1, 2});
static_assert(ce::take<0>(values).empty());
static_assert(ce::drop<3>(values) == std::array<int, 1>{4});
static_assert(ce::take<9>(values) == values);
static_assert(ce::drop<9>(values).empty());
static_assert(ce::head(values) == std::array<int, 1>{1});
static_assert(ce::tail(values) == std::array<int, 3>{2, 3, 4});
static_assert(ce::append(ce::take<1>(values), ce::drop<3>(values)) == std::array<int, 2>{1, 4});
static_assert(ce::append(ce::take<1>(values), 9) == std::array<int, 2>{1, 9});
static_assert(ce::reverse(values) == std::array<int, 4>{4, 3, 2, 1});
static_assert(ce::replace_nth<1>(8, values) == std::array<int, 4>{1, 8, 3, 4});
static_assert(ce::split<int, 1, 3>(values).left() == std::array<int, 1>{1});
static_assert(ce::split<int, 1, 3>(values).right() == std::array<int, 3>{2, 3, 4});
static_assert(ce::accumulate(values, 1, 3, 10, ce::plus<int>) == 15);
static_assert(ce::inner_product(values, values, 0, 4, 0) == 30);
static_assert(ce::minus(5, 3) == 2 && ce::multiplies(5, 3) == 15 && ce::divides(6, 3) == 2);
static_assert(ce::pow(2, 10) == 1024 && ce::pow(7, 0) == 1 && ce::pow(3, 1u) == 3);
static_assert(ce::are_integral<int, char>::value && !ce::are_integral<int, float>::value);

TEST(UniversalMemberTest, OwnsWhatIsMovedIn)
{
  std::string text = "text";
  dash::UniversalMember<std::string> member(std::move(text));
  std::string& held = member;
  EXPECT_EQ(held, "text");
  member = std::string("other");
  const auto& constant = std::as_const(member);
  EXPECT_EQ(static_cast<const std::string&>(constant), "other");
}

TEST(UniversalMemberTest, RefersToLvalues)
{
  const std::string text = "text";
  const dash::UniversalMember<std::string> by_reference(text);
  const dash::UniversalMember<std::string> by_address(&text);
  EXPECT_EQ(&static_cast<const std::string&>(by_reference), &text);
  EXPECT_EQ(&static_cast<const std::string&>(by_address), &text);
}

TEST(UniversalMemberTest, AssignsThroughTheReference)
{
  std::string text = "text";
  dash::UniversalMember<std::string> member(text);
  member = std::string("other");
  EXPECT_EQ(text, "other");
  const std::string third = "third";
  member = third;
  EXPECT_EQ(text, "third");
}
