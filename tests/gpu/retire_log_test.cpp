#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "shared_block.h"

namespace {

using dart::cuda::RetireLog;

class RetireLogTest : public testing::Test {
 protected:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> catch_up()
  {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> dropped;
    log->catch_up(
        seen, [&](std::uint64_t begin, std::uint64_t end) { dropped.emplace_back(begin, end); });
    return dropped;
  }

  // Zero bytes, as in the shared block of the processes.
  std::unique_ptr<void, decltype(&std::free)> bytes{std::calloc(1, sizeof(RetireLog)), &std::free};
  RetireLog* log = static_cast<RetireLog*>(bytes.get());
  std::uint64_t seen = 0;
};

TEST_F(RetireLogTest, ReadersGetEachEntryOnce)
{
  EXPECT_TRUE(catch_up().empty());
  log->add(1, 2);
  log->add(5, 9);
  const auto dropped = catch_up();
  ASSERT_EQ(dropped.size(), 2u);
  EXPECT_EQ(dropped[1], std::pair(std::uint64_t(5), std::uint64_t(9)));
  EXPECT_TRUE(catch_up().empty());
  log->add(3, 4);
  EXPECT_EQ(catch_up().size(), 1u);
}

TEST_F(RetireLogTest, LateReadersDropEverything)
{
  for (std::uint64_t k = 0; k < 10'000; ++k) log->add(k, k + 1);
  const auto dropped = catch_up();
  ASSERT_EQ(dropped.size(), 1u);
  EXPECT_EQ(dropped[0].first, 0u);
  EXPECT_EQ(dropped[0].second, ~std::uint64_t(0));
  EXPECT_TRUE(catch_up().empty());
}

}  // namespace
