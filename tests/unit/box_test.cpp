// Tier: suite; sanitized

// Boxes of elements, simplified to as few dimensions as possible.

#include "base/box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
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

TEST(Box, WithoutGapsAtOneEnd)
{
  const Box box = Box(4, {{3, 100, 200}, {5, 8, 12}}).gapless(&Box::Dimension::to_stride);
  EXPECT_EQ(box.dimensions(), (Dimensions{{3, 20, 200}, {5, 4, 12}}));
  EXPECT_EQ(box.to_span(), box.bytes());
}

TEST(Box, SourcesThatCanBeReadWithTheirGaps)
{
  EXPECT_TRUE(Box(4, {{1000, 4, 8}}).can_read_gaps());
  EXPECT_TRUE(Box(4, {{1000, 64, 16}}).can_read_gaps()) << "gaps of the target do not matter";
  EXPECT_FALSE(Box(4, {{1000, 4, 20}}).can_read_gaps()) << "a fifth of it are elements";
  EXPECT_TRUE(Box(8192, {{10, 8192, 8192 + 4095}}).can_read_gaps());
  EXPECT_FALSE(Box(8192, {{10, 8192, 8192 + 4096}}).can_read_gaps()) << "pages without elements";
  EXPECT_TRUE(Box(8192, {{1, 0, 1 << 20}}).can_read_gaps());
  EXPECT_TRUE(Box(4, {{10, 4, 4000}, {1000, 40, 4}}).can_read_gaps()) << "transposed";
  EXPECT_FALSE(Box(4, {{10, 40, 9000}, {1000, 4, 4}}).can_read_gaps());
}

TEST(Box, PartsFormTheBox)
{
  const Box boxes[] = {
      {4, {{100, 8, 12}}},
      {4, {{10, 300, 500}, {20, 12, 20}}},
      {4, {{3, 4000, 5000}, {10, 300, 500}, {20, 12, 20}}},
      {64, {{5, 100, 70}}}};
  for (const Box& box : boxes) {
    for (const std::size_t most : {1, 4, 50, 90, 1000, 100'000}) {
      std::vector<std::byte> from(box.from_span());
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 7 % 251);
      std::vector<std::byte> expected(box.to_span()), to(box.to_span());
      copy_box(box, expected.data(), from.data());
      std::size_t bytes = 0;
      box.for_each_part(
          to.data(), from.data(), most,
          [&](std::byte* target, const std::byte* source, const Box& part) {
            EXPECT_LE(part.bytes(), std::max(most, box.element_bytes()));
            bytes += part.bytes();
            copy_box(part, target, source);
          });
      EXPECT_EQ(bytes, box.bytes());
      EXPECT_EQ(to, expected);
    }
  }
}

}  // namespace
