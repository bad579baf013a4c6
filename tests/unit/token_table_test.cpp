// Tier: suite; sanitized

// Tokens of objects: each stands for one object, and for none after its end.

#include "base/token_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace {

// Tables exist until the end of the process, as those of the runtime, and keep their memory.
using Table = dart::TokenTable<std::unique_ptr<int>, dart::TokenKind::group>;

TEST(TokenTableTest, TokensAreOfOneObjectEach)
{
  static Table table;
  std::set<Table::Token> seen;
  for (int round = 0; round < 3; ++round) {
    std::vector<Table::Token> tokens;
    for (int k = 0; k < 1000; ++k) {  // several blocks of slots
      tokens.push_back(table.add(std::make_unique<int>(k)));
      EXPECT_TRUE(seen.insert(tokens.back()).second);
      EXPECT_GT(static_cast<std::int64_t>(tokens.back()), 1000);
    }
    for (int k = 0; k < 1000; ++k) ASSERT_EQ(**table.find(tokens[k]), k);
    for (const Table::Token token : tokens) EXPECT_TRUE(table.remove(token));
    for (const Table::Token token : seen) ASSERT_EQ(table.find(token), nullptr);
  }
}

TEST(TokenTableTest, WordsThatAreNoTokens)
{
  static Table table;
  static dart::TokenTable<int, dart::TokenKind::type> other;
  const Table::Token token = table.add(std::make_unique<int>(1));
  EXPECT_EQ(table.find(other.add(1)), nullptr) << "of another kind";
  for (int bit = 0; bit < 64; ++bit) EXPECT_EQ(table.find(token ^ 1ULL << bit), nullptr) << bit;
  for (const Table::Token word : {0ULL, 1ULL, 100ULL, 0xffffffULL, ~0ULL}) {
    EXPECT_EQ(table.find(word), nullptr);
    EXPECT_FALSE(table.take(word));
    EXPECT_FALSE(table.remove(word));
  }
  EXPECT_EQ(**table.find(token), 1);
}

TEST(TokenTableTest, TakingAndClearing)
{
  static Table table;
  const Table::Token first = table.add(std::make_unique<int>(1));
  const Table::Token second = table.add(std::make_unique<int>(2));
  const auto taken = table.take(first);
  ASSERT_TRUE(taken);
  EXPECT_EQ(**taken, 1);
  EXPECT_FALSE(table.take(first));
  table.clear();
  EXPECT_EQ(table.find(second), nullptr);
  EXPECT_EQ(**table.find(table.add(std::make_unique<int>(3))), 3);
}

TEST(TokenTableTest, ThreadsAddAndRemove)
{
  static Table table;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int round = 0; round < 2000; ++round) {
        Table::Token tokens[5];
        for (int k = 0; k < 5; ++k) tokens[k] = table.add(std::make_unique<int>(5 * t + k));
        for (int k = 0; k < 5; ++k) {
          const auto taken = table.take(tokens[k]);
          ASSERT_TRUE(taken);
          ASSERT_EQ(**taken, 5 * t + k);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
