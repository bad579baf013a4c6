// Tier: suite n3; sanitized c2g2

#include <dash/Domain.h>
#include <dash/Exception.h>
#include <gtest/gtest.h>

#include <array>
#include <type_traits>

#include "dash_test_base.h"

using Domain = dash::Domain<2, int>;

TEST(DomainTest, OffsetsAndExtents)
{
  const Domain domain{{0, 10}, {5, 20}};
  EXPECT_EQ(domain.offset(0), 0);
  EXPECT_EQ(domain.offset(1), 5);
  EXPECT_EQ(domain.extent(0), 10);
  static_assert(std::is_same_v<Domain::extents_type, std::array<int, 2>>);
  EXPECT_EQ(domain.extents(), (Domain::extents_type{10, 15}));
  const Domain empty{{3, 3}, {4, 2}};
  EXPECT_EQ(empty.extents(), (Domain::extents_type{0, 0}));
}

TEST(DomainTest, Changes)
{
  Domain domain{{0, 10}, {5, 20}};
  domain.translate({1, -2}).resize({4, 5}).expand({1, -1});
  EXPECT_EQ(domain.offsets(), (Domain::offsets_type{1, 3}));
  EXPECT_EQ(domain.extents(), (Domain::extents_type{5, 4}));
}

TEST(DomainTest, NeedsARangeADimension)
{
  EXPECT_THROW((Domain{{0, 10}}), dash::exception::InvalidArgument);
}
