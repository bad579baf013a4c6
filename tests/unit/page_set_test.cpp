// Tier: suite; sanitized

// The set of mapped pages of a slot of device memory.

#include "page_set.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace dart::cuda {
namespace {

constexpr std::uint64_t pages = 200, bytes = pages * page_bytes;

TEST(PageSetTest, ContainsWhatWasAdded)
{
  PageSet set(bytes);
  EXPECT_FALSE(set.contains(0, 1));
  set.add(3 * page_bytes, 100 * page_bytes);
  EXPECT_TRUE(set.contains(3 * page_bytes, 100 * page_bytes));
  EXPECT_TRUE(set.contains(70 * page_bytes + 5, 2 * page_bytes));
  EXPECT_FALSE(set.contains(3 * page_bytes - 1, 2));
  EXPECT_FALSE(set.contains(103 * page_bytes - 1, 2));
  set.remove(50 * page_bytes, 1);
  EXPECT_FALSE(set.contains(3 * page_bytes, 100 * page_bytes));
  EXPECT_TRUE(set.contains(51 * page_bytes, 52 * page_bytes));
}

TEST(PageSetTest, TakesAnyRange)
{
  PageSet set(bytes);
  set.add(0, bytes);
  EXPECT_TRUE(set.contains(0, bytes));
  EXPECT_TRUE(set.contains(bytes - 1, 1));
  for (const std::uint64_t offset :
       {bytes, bytes + 1, 64 * bytes, std::uint64_t(1) << 60, ~std::uint64_t(0)}) {
    EXPECT_FALSE(set.contains(offset, 1)) << offset;
    EXPECT_FALSE(set.contains(offset, ~std::uint64_t(0))) << offset;
  }
  EXPECT_FALSE(set.contains(1, bytes));
  EXPECT_FALSE(set.contains(1, ~std::uint64_t(0)));
}

}  // namespace
}  // namespace dart::cuda
