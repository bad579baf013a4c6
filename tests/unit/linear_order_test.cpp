// Tier: suite; sanitized

// Numbers and coordinates of the points of a box.

#include <dash/detail/base/LinearOrder.h>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace {

using Coords = std::array<std::uint32_t, 3>;

template <dash::MemArrange order>
void check_coords(const Coords& extents)
{
  const std::uint32_t size = dash::detail::product(extents);
  for (std::uint32_t distance = 0; distance < size; ++distance) {
    const Coords step = dash::detail::linear_coords<order>(distance, extents);
    for (std::uint32_t from = 0; from + distance < size; ++from) {
      Coords at = dash::detail::linear_coords<order>(from, extents);
      ASSERT_EQ(from, (dash::detail::linear_index<order, std::uint32_t>(at, extents)));
      dash::detail::advance_coords<order>(at, step, extents);
      ASSERT_EQ(dash::detail::linear_coords<order>(from + distance, extents), at);
    }
  }
}

TEST(LinearOrder, CoordsOfNumbersAndAfterAnyDistance)
{
  for (const Coords& extents :
       {Coords{1, 1, 1}, Coords{5, 1, 1}, Coords{1, 4, 1}, Coords{3, 4, 5}, Coords{7, 2, 6}}) {
    check_coords<dash::ROW_MAJOR>(extents);
    check_coords<dash::COL_MAJOR>(extents);
  }
}

/// What is beyond the end continues in the slowest dimension.
TEST(LinearOrder, AdvanceBeyondTheEnd)
{
  constexpr Coords extents{2, 3, 4};
  Coords at{1, 2, 3};
  dash::detail::advance_coords<dash::ROW_MAJOR>(at, {0, 0, 1}, extents);
  EXPECT_EQ((Coords{2, 0, 0}), at);
}

}  // namespace
