// Boxes of elements, simplified to as few dimensions as possible.

#include "base/box.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

// The operator is in the namespace of the type, so that vectors of it can be compared.
static bool operator==(const dart_box_dimension_t& a, const dart_box_dimension_t& b)
{
  return std::tie(a.extent, a.to_stride, a.from_stride) ==
         std::tie(b.extent, b.to_stride, b.from_stride);
}

namespace {

using dart::Box;
using Dimensions = std::vector<Box::Dimension>;

TEST(Box, ElementsWithoutGapsAreOne)
{
  const Box box = Box(4, {{2, 60, 60}, {3, 20, 20}, {5, 4, 4}}).simplified();
  EXPECT_EQ(box.element_bytes(), 120);
  EXPECT_EQ(box.dimensions(), Dimensions{});
}

TEST(Box, RowsWithGaps)
{
  const Box box = Box(4, {{5, 4, 4}, {1, 7, 9}, {3, 32, 20}}).simplified();
  EXPECT_EQ(box.element_bytes(), 20);
  EXPECT_EQ(box.dimensions(), (Dimensions{{3, 32, 20}}));
}

TEST(Box, DimensionsThatContinueEachOther)
{
  const Box box = Box(8, {{6, 160, 320}, {10, 16, 32}}).simplified();
  EXPECT_EQ(box.element_bytes(), 8);
  EXPECT_EQ(box.dimensions(), (Dimensions{{60, 16, 32}}));
}

TEST(Box, TranspositionsKeepTheirElements)
{
  const Box box = Box(8, {{3, 8, 40}, {5, 24, 8}}).simplified();
  EXPECT_EQ(box.element_bytes(), 8);
  EXPECT_EQ(box.dimensions(), (Dimensions{{5, 24, 8}, {3, 8, 40}}));
}

TEST(Box, SpansAndSizes)
{
  const Box box(4, {{3, 100, 200}, {5, 8, 4}});
  EXPECT_EQ(box.bytes(), 60);
  EXPECT_EQ(box.to_span(), 236);
  EXPECT_EQ(box.from_span(), 420);
  EXPECT_FALSE(box.is_empty());
  EXPECT_TRUE(Box(4, {{3, 1, 1}, {0, 1, 1}}).is_empty());
  EXPECT_TRUE(Box(0, {}).is_empty());
}

}  // namespace
