#include "page_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using dart::cuda::page_bytes;
using dart::cuda::PageSet;

TEST(PageSetTest, HoldsWhatWasAdded)
{
  PageSet pages(1000 * page_bytes);
  EXPECT_FALSE(pages.contains(0, 1));
  pages.add(3 * page_bytes, 200 * page_bytes);
  EXPECT_TRUE(pages.contains(3 * page_bytes, 200 * page_bytes));
  EXPECT_TRUE(pages.contains(63 * page_bytes + 5, 2 * page_bytes));
  EXPECT_FALSE(pages.contains(3 * page_bytes - 1, 2));
  EXPECT_FALSE(pages.contains(202 * page_bytes, page_bytes + 1));
  pages.remove(64 * page_bytes, page_bytes);
  EXPECT_FALSE(pages.contains(3 * page_bytes, 200 * page_bytes));
  EXPECT_TRUE(pages.contains(65 * page_bytes, 100 * page_bytes));
}

TEST(PageSetTest, EmptyRangeIsContained)
{
  PageSet pages(page_bytes);
  EXPECT_TRUE(pages.contains(0, 0));
}

TEST(PageSetTest, AgreesWithAModel)
{
  constexpr std::uint64_t count = 300;
  PageSet pages(count * page_bytes);
  std::vector<bool> model(count);
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::uint64_t first = random() % count, length = 1 + random() % (count - first);
    const bool adds = random() % 2 == 0;
    if (adds)
      pages.add(first * page_bytes, length * page_bytes);
    else
      pages.remove(first * page_bytes, length * page_bytes);
    std::fill_n(model.begin() + first, length, adds);
    const std::uint64_t from = random() % count, extent = 1 + random() % (count - from);
    const bool all = std::find(model.begin() + from, model.begin() + from + extent, false) ==
                     model.begin() + from + extent;
    ASSERT_EQ(pages.contains(from * page_bytes, extent * page_bytes), all) << "round " << round;
  }
}

}  // namespace
