// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <sstream>
#include <type_traits>

#include "dash_test_base.h"

namespace {

class Cartesian : public dash::test::TestBase {};

TEST_F(Cartesian, ExtentsFromAnyIntegers)
{
  const int rows = 3;
  const short columns = 4;
  const dash::SizeSpec<2> spec(rows, columns);
  EXPECT_EQ(spec.size(), 12u);
  EXPECT_EQ(spec.rank(), 2);
  EXPECT_EQ(spec.extent(0), 3u);
  EXPECT_EQ(spec.extents()[1], 4u);
  EXPECT_EQ(dash::ndim(spec), 2);
  EXPECT_EQ(dash::extent<1>(spec), 4u);
  EXPECT_EQ(dash::extent(0, spec), 3u);
  EXPECT_EQ(decltype(spec)::ndim::value, 2);
  static_assert(std::is_same_v<dash::SizeSpec<2, unsigned>::index_type, int>);
}

TEST_F(Cartesian, EmptyByDefault)
{
  EXPECT_EQ(dash::SizeSpec<3>().size(), 0u);
  EXPECT_EQ(dash::SizeSpec<3>(2, 0, 3).size(), 0u);
}

TEST_F(Cartesian, Resize)
{
  dash::CartesianSpace<2> space(3, 4);
  space.resize(std::array<int, 2>{5, 6});
  EXPECT_EQ(space, (dash::CartesianSpace<2>(5, 6)));
  space.resize(dash::dim_t{1}, std::size_t{7});
  EXPECT_EQ(space, (dash::CartesianSpace<2>(5, 7)));
  EXPECT_NE(space, (dash::CartesianSpace<2>(5, 6)));
  dash::CartesianSpace<3> cube;
  cube.resize(2, 3, 4);
  EXPECT_EQ(cube.size(), 24u);
}

TEST_F(Cartesian, ConvertsBetweenSizeTypes)
{
  const dash::SizeSpec<2, unsigned> narrow(dash::SizeSpec<2>(3, 4));
  EXPECT_EQ(narrow.extents(), (std::array<unsigned, 2>{3, 4}));
}

template <dash::MemArrange Order>
void expect_inverse_numbering()
{
  const dash::CartesianIndexSpace<3, Order> space(2, 3, 4);
  long expected = 0;
  // Loops run from the slowest dimension to the fastest.
  const std::array<int, 3> pace =
      Order == dash::ROW_MAJOR ? std::array{0, 1, 2} : std::array{2, 1, 0};
  std::array<long, 3> c;
  for (c[pace[0]] = 0; c[pace[0]] < static_cast<long>(space.extent(pace[0])); ++c[pace[0]]) {
    for (c[pace[1]] = 0; c[pace[1]] < static_cast<long>(space.extent(pace[1])); ++c[pace[1]]) {
      for (c[pace[2]] = 0; c[pace[2]] < static_cast<long>(space.extent(pace[2])); ++c[pace[2]]) {
        EXPECT_EQ(space.at(c), expected);
        EXPECT_EQ(space.at(c[0], c[1], c[2]), expected);
        EXPECT_EQ(space.coords(expected), c);
        EXPECT_EQ(space.x(expected), c[0]);
        EXPECT_EQ(space.y(expected), c[1]);
        EXPECT_EQ(space.z(expected), c[2]);
        ++expected;
      }
    }
  }
}

TEST_F(Cartesian, RowMajorNumbering)
{
  expect_inverse_numbering<dash::ROW_MAJOR>();
}

TEST_F(Cartesian, ColMajorNumbering)
{
  expect_inverse_numbering<dash::COL_MAJOR>();
}

TEST_F(Cartesian, OrderOfASingleCall)
{
  const dash::CartesianIndexSpace<2> space(3, 5);
  const std::array<int, 2> point{1, 2};
  EXPECT_EQ(space.at(point), 7);
  EXPECT_EQ(space.at<dash::COL_MAJOR>(point), 7);
  EXPECT_EQ(space.at<dash::COL_MAJOR>(std::array<int, 2>{2, 1}), 5);
  EXPECT_EQ(space.coords<dash::COL_MAJOR>(5), (std::array<long, 2>{2, 1}));
}

TEST_F(Cartesian, PointsOfViews)
{
  const dash::CartesianIndexSpace<2> space(10, 20);
  const dash::ViewSpec<2> view({2, 3}, {4, 5});
  EXPECT_EQ(space.at(std::array<int, 2>{1, 1}, view), 3 * 20 + 4);
  EXPECT_EQ(space.coords(7, view), (std::array<long, 2>{3, 5}));
}

TEST_F(Cartesian, ConstantExpressions)
{
  constexpr dash::CartesianIndexSpace<2> space(3, 5);
  static_assert(space.size() == 15);
  static_assert(space.at(1, 2) == 7);
  static_assert(space.coords(7)[0] == 1);
}

#if defined(DASH_ENABLE_ASSERTIONS)
TEST_F(Cartesian, OutOfRange)
{
  const dash::CartesianIndexSpace<2> space(3, 5);
  EXPECT_THROW(space.at(3, 0), dash::exception::OutOfRange);
  EXPECT_THROW(space.at(0, -1), dash::exception::OutOfRange);
  EXPECT_THROW(space.coords(15), dash::exception::OutOfRange);
  EXPECT_THROW(space.extent(2), dash::exception::OutOfRange);
}
#endif

TEST_F(Cartesian, Output)
{
  std::ostringstream os;
  os << dash::SizeSpec<2>(3, 5);
  EXPECT_EQ(os.str(), "dash::SizeSpec(3, 5)");
}

}  // namespace
