// Tier: suite n3 c2g2; sanitized c2g2

// Host memory that algorithms use for a moment.

#include <dash/detail/memory/HostScratch.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "dash_test_base.h"

namespace {

using dash::detail::free_host_scratch;
using dash::detail::take_host_scratch;

class HostScratchTest : public dash::test::TestBase {};

/// Blocks of all sizes, also of more than are kept, are apart from each other.
TEST_F(HostScratchTest, BlocksDoNotOverlap)
{
  for (int round = 0; round < 3; ++round) {
    std::vector<std::pair<unsigned char*, std::size_t>> blocks;
    for (const std::size_t nbytes :
         {1u, 40'000u, 40'000u, 65'536u, 300'000u, 300'001u, 9'000'000u, 9'000'000u, 16'000'000u}) {
      auto* const block = static_cast<unsigned char*>(take_host_scratch(nbytes));
      std::memset(block, static_cast<int>(blocks.size()), nbytes);
      blocks.emplace_back(block, nbytes);
    }
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const auto [block, nbytes] = blocks[k];
      EXPECT_EQ(block[0], k);
      EXPECT_EQ(block[nbytes - 1], k);
      free_host_scratch(block, nbytes);
    }
  }
}

/// Blocks that follow each other are the same memory, also if the last one is a little smaller.
TEST_F(HostScratchTest, IsUsedAgain)
{
  for (const std::size_t chunk : {256u << 10, 20u << 20}) {
    std::set<void*> addresses;
    for (const std::size_t nbytes : {chunk, chunk, chunk, chunk - 5000}) {
      void* const a = take_host_scratch(nbytes);
      void* const b = take_host_scratch(nbytes);
      addresses.insert({a, b});
      free_host_scratch(b, nbytes);
      free_host_scratch(a, nbytes);
    }
    EXPECT_EQ(addresses.size(), 2u) << chunk;
  }
}

/// A thread does not keep the memory of the largest blocks that it has ever used for small ones.
TEST_F(HostScratchTest, LargeBlocksServeThoseOfAboutTheirSize)
{
  constexpr std::size_t large = std::size_t(40) << 20;
  void* const block = take_host_scratch(large);
  free_host_scratch(block, large);
  void* const small = take_host_scratch(large / 4);
  EXPECT_NE(small, block);
  void* const similar = take_host_scratch(large - large / 4);
  EXPECT_EQ(similar, block);
  free_host_scratch(small, large / 4);
  free_host_scratch(similar, large - large / 4);
}

}  // namespace
