// Tier: suite n3

#include <dash/Dimensional.h>
#include <dash/Types.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <sstream>

#include "dash_test_base.h"

namespace {

class ViewSpec : public dash::test::TestBase {
 protected:
  using Extents = std::array<std::size_t, 2>;
  using Offsets = std::array<dash::default_index_t, 2>;
};

TEST_F(ViewSpec, StartsAtTheOrigin)
{
  const dash::ViewSpec<2> view(Extents{3, 4});
  EXPECT_EQ(view.offsets(), (Offsets{0, 0}));
  EXPECT_EQ(view.extents(), (Extents{3, 4}));
  EXPECT_EQ(view.size(), 12u);
  EXPECT_EQ(view.size(1), 4u);
  EXPECT_EQ(view.rank(), 2);
  EXPECT_EQ(dash::ViewSpec<2>::ndim(), 2);
  EXPECT_EQ(dash::ViewSpec<2>().size(), 0u);
}

TEST_F(ViewSpec, OffsetsAndExtents)
{
  const int n = 7;
  const dash::ViewSpec<2> view{{1, 0}, {2, static_cast<std::size_t>(n)}};
  EXPECT_EQ(view.offset(0), 1);
  EXPECT_EQ(view.offset(1), 0);
  EXPECT_EQ(view.extent(0), 2u);
  EXPECT_EQ(view.extent(1), 7u);
  EXPECT_EQ(view.range(0).begin, 1);
  EXPECT_EQ(view.range(0).end, 3);
  EXPECT_EQ(view.region().begin, (Offsets{1, 0}));
  EXPECT_EQ(view.region().end, (Offsets{3, 7}));
  EXPECT_EQ(view, (dash::ViewSpec<2>({1, 0}, {2, 7})));
  EXPECT_NE(view, (dash::ViewSpec<2>({1, 1}, {2, 7})));
}

TEST_F(ViewSpec, Resize)
{
  dash::ViewSpec<2> view({1, 2}, {3, 4});
  view.resize(5, 6);
  EXPECT_EQ(view, (dash::ViewSpec<2>({1, 2}, {5, 6})));
  view.resize(Extents{7, 8});
  EXPECT_EQ(view, (dash::ViewSpec<2>({1, 2}, {7, 8})));
  view.resize_dim(1, 9, 10);
  EXPECT_EQ(view, (dash::ViewSpec<2>({1, 9}, {7, 10})));
  using Pair = dash::ViewPair<dash::default_index_t>;
  view.resize(std::array<Pair, 2>{Pair{1, 2}, Pair{3, 4}});
  EXPECT_EQ(view, (dash::ViewSpec<2>({1, 3}, {2, 4})));
  view.set_rank(1);
  EXPECT_EQ(view.rank(), 1);
}

TEST_F(ViewSpec, SliceDropsADimension)
{
  const dash::ViewSpec<3> view({1, 2, 3}, {4, 5, 6});
  EXPECT_EQ(view.slice(0), (dash::ViewSpec<2>({2, 3}, {5, 6})));
  EXPECT_EQ(view.slice(1), (dash::ViewSpec<2>({1, 3}, {4, 6})));
  EXPECT_EQ(view.slice(2), (dash::ViewSpec<2>({1, 2}, {4, 5})));
}

TEST_F(ViewSpec, Output)
{
  std::ostringstream os;
  os << dash::ViewSpec<2>({1, 2}, {4, 5});
  EXPECT_EQ(os.str(), "dash::ViewSpec(offsets: (1, 2), extents: (4, 5))");
}

}  // namespace
