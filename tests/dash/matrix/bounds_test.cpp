// Tier: suite n3 c2g2; sanitized c2g2

// Bounds of containers and views are checked in builds with assertions. They are enabled here,
// whatever the build settings: this program alone instantiates the templates.
#ifndef DASH_ENABLE_ASSERTIONS
#define DASH_ENABLE_ASSERTIONS
#endif

#include <dash/Array.h>
#include <dash/Coarray.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/Range.h>
#include <dash/View.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <dash/tasks/Span.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "refusals.h"

namespace {

/// An access outside of bounds, and what its message has to contain.
struct Access {
  const char* name;
  std::function<void()> access;
  std::vector<std::string> parts;
};

class BoundsTest : public dash::test::RefusalTest {
 protected:
  static void expect_refused(const std::vector<Access>& table)
  {
    for (const auto& [name, access, parts] : table) {
      SCOPED_TRACE(name);
      dash::test::expect_refused<dash::exception::OutOfRange>(access, parts);
    }
  }
};

/// All forms of access to a matrix of 3 rows and 4 columns at each unit.
template <class M>
std::vector<Access> accesses(M& m)
{
  const auto& c = std::as_const(m);
  const auto rows = static_cast<int>(m.extent(0));
  const auto lrows = static_cast<int>(m.local.extent(0));
  const std::string row = std::to_string(rows);
  const std::string lrow = std::to_string(lrows);
  return {
      {"m(3, 0)", [=, &m] { m(rows, 0) = 1; }, {row, "dimension 0"}},
      {"m(-1, 0)", [&m] { m(-1, 0) = 1; }, {"-1", "dimension 0"}},
      {"m(0, 4)", [&m] { m(0, 4) = 1; }, {"4", "dimension 1"}},
      {"const m(0, 4)", [&c] { static_cast<void>(int(c(0, 4))); }, {"4", "dimension 1"}},
      {"m.at(3, 0)", [=, &m] { m.at(rows, 0) = 1; }, {row, "dimension 0"}},
      {"m.at({0, 7})", [&m] { m.at({{0, 7}}) = 1; }, {"7", "dimension 1"}},
      {"m[3]", [=, &m] { m[rows]; }, {row, "dimension 0"}},
      {"m[1][7]", [&m] { m[1][7] = 1; }, {"7", "dimension 1", "4"}},
      {"const m[1][7]", [&c] { static_cast<void>(int(c[1][7])); }, {"7", "dimension 1", "4"}},
      {"m.row(3)", [=, &m] { m.row(rows); }, {row, "dimension 0"}},
      {"m.row(1)[7]", [&m] { m.row(1)[7] = 1; }, {"7", "dimension 1", "4"}},
      {"m.row(1).at(7)", [&m] { m.row(1).at(7) = 1; }, {"7", "dimension 1", "4"}},
      {"m.col(1)[3]", [=, &m] { m.col(1)[rows] = 1; }, {row, "dimension 0"}},
      {"m.rows(1, rows)", [=, &m] { m.rows(1, rows); }, {row, "dimension 0"}},
      {"m.submatrix", [&m] { m.submatrix({{0, 3}}, {{1, 2}}); }, {"3", "dimension 1", "4"}},
      {"m.sub(2, 2)(0, 2)", [&m] { m.template sub<1>(2, 2)(0, 2) = 1; }, {"2", "dimension 1"}},
      {"m.local(3, 0)", [=, &m] { m.local(lrows, 0) = 1; }, {lrow, "dimension 0", "local"}},
      {"m.local(0, 5)", [&m] { m.local(0, 5) = 1; }, {"5", "dimension 1", "local"}},
      {"m.local.at(0, 5)", [&m] { m.local.at(0, 5) = 1; }, {"5", "dimension 1", "local"}},
      {"m.local[3]", [=, &m] { m.local[lrows]; }, {lrow, "dimension 0"}},
      {"m.local[0][5]", [&m] { m.local[0][5] = 1; }, {"5", "dimension 1", "local"}},
      {"const m.local[0][5]",
       [&c] { static_cast<void>(int(c.local[0][5])); },
       {"5", "dimension 1", "local"}},
      {"m.local.row(0)[5]", [&m] { m.local.row(0)[5] = 1; }, {"5", "dimension 1", "local"}},
      {"m.local.begin()[n]",
       [&m] { m.local.begin()[static_cast<int>(m.local.size())] = 1; },
       {std::to_string(m.local.size())}},
      {"m.local.begin()[-1]", [&m] { m.local.begin()[-1] = 1; }, {"-1"}},
      {"*m.end()", [&m] { *m.end() = 1; }, {std::to_string(m.size())}},
      {"m.begin()[-1]", [&m] { m.begin()[-1] = 1; }, {"-1"}},
      {"m.row(1).begin()[4]", [&m] { m.row(1).begin()[4] = 1; }, {"4"}},
  };
}

template <class Matrix>
class MatrixBoundsTest : public BoundsTest {};

using Matrices = testing::Types<
    dash::Matrix<int, 2, dash::default_index_t, dash::TilePattern<2>, dash::HostSpace>,
    dash::NArray<int, 2, dash::default_index_t, dash::Pattern<2>, dash::HostSpace>,
    dash::Matrix<
        int, 2, dash::default_index_t, dash::BlockPattern<2, dash::COL_MAJOR>, dash::HostSpace>>;
TYPED_TEST_SUITE(MatrixBoundsTest, Matrices);

TYPED_TEST(MatrixBoundsTest, AccessIsChecked)
{
  TypeParam m(3 * dash::size(), 4);
  this->expect_refused(accesses(m));
  EXPECT_NO_THROW(m.template sub<0>(0, 0));
}

TEST_F(BoundsTest, MdSpan)
{
  dash::NArray<int, 2, dash::default_index_t, dash::Pattern<2>, dash::HostSpace> m(
      3 * dash::size(), 4);
  const auto span = m.local.mdspan();
  const auto row = span[2];
  expect_refused({
      {"span(0, 5)", [&] { span(0, 5) = 1; }, {"5", "dimension 1", "4"}},
      {"span(-1, 0)", [&] { span(-1, 0) = 1; }, {"-1", "dimension 0", "3"}},
      {"span({3, 0})", [&] { span({{3, 0}}) = 1; }, {"3", "dimension 0"}},
      {"span[3]", [&] { span[3]; }, {"3", "dimension 0"}},
      {"span[2][4]", [&] { row[4] = 1; }, {"4", "dimension 0"}},
      {"span.sub", [&] { span.sub({{1, 1}}, {{2, 4}}); }, {"1", "dimension 1", "4"}},
  });
  EXPECT_NO_THROW(span.sub({{3, 4}}, {{0, 0}}));
  EXPECT_NO_THROW(span(2, 3) = 1);
}

TEST_F(BoundsTest, OneDimension)
{
  const auto n = 10 * dash::size();
  const auto end = static_cast<int>(n);
  const std::string size = std::to_string(n);
  dash::HostArray<int> array(n);
  const auto& readonly = std::as_const(array);
  const auto view = dash::sub(2, 8, array);
  const auto local_view = dash::local(dash::sub(0, n, array));
  const auto global_view = dash::global(dash::sub(0, 10, array.local));
  const auto range = dash::make_range(array.begin(), array.begin() + 5);
  const auto zipped = dash::views::zip(array, array);
  const auto device = array.device_view();
  const dash::tasks::Span<int> span(array.lbegin(), 10);
  dash::Coarray<int[5][6]> coarray;
  const dash::HostArray<int>::pointer pointer(array.begin());
  auto past = pointer + end;
  const auto unit_memory = dash::memalloc<int>(10);
  expect_refused({
      {"array[n]", [&] { array[n] = 1; }, {size}},
      {"const array[n]", [&] { static_cast<void>(int(readonly[n])); }, {size}},
      {"array.at(n)", [&] { array.at(n) = 1; }, {size}},
      {"array.async[n]", [&] { array.async[n] = 1; }, {size}},
      {"array.local[10]", [&] { array.local[10] = 1; }, {"10"}},
      {"*array.end()", [&] { *array.end() = 1; }, {size}},
      {"array.begin()[-1]", [&] { array.begin()[-1] = 1; }, {"-1"}},
      {"array.block(n)", [&] { array.block(end); }, {size}},
      {"array.local.block(9)", [&] { array.local.block(9); }, {"9"}},
      {"view[6]", [&] { view[6] = 1; }, {"6"}},
      {"view[-1]", [&] { view[-1] = 1; }, {"-1"}},
      {"dash::sub", [&] { dash::sub(2, end + 1, array); }, {size}},
      {"local_view[10]", [&] { local_view[10] = 1; }, {"10"}},
      {"global_view[10]", [&] { global_view[10] = 1; }, {"10"}},
      {"range[5]", [&] { range[5] = 1; }, {"5"}},
      {"zipped[n]", [&] { static_cast<void>(zipped[end]); }, {size}},
      {"device[n]", [&] { device[end] = 1; }, {size}},
      {"device.local[10]", [&] { device.local[10] = 1; }, {"10"}},
      {"span[10]", [&] { span[10] = 1; }, {"10"}},
      {"coarray[5]", [&] { coarray[5]; }, {"5"}},
      {"coarray[1][6]", [&] { coarray[1][6] = 1; }, {"6"}},
      {"coarray(0)[1][6]", [&] { coarray(0)[1][6] = 1; }, {"6"}},
      {"coarray(0)[-1]", [&] { coarray(0)[-1]; }, {"-1"}},
      {"coarray(n)", [&] { coarray(end); }, {size}},
      {"*(pointer + n)", [&] { *past = 1; }, {"offset 40", "40 bytes", "segment"}},
      {"pointer[n + 5]", [&] { static_cast<void>(int(pointer[end + 5])); }, {"offset 60"}},
      {"pointer[100000]", [&] { static_cast<void>(int(pointer[100'000])); }, {"40 bytes"}},
      {"pointer[-1]", [&] { static_cast<void>(int(pointer[-1])); }, {"offset -4 of unit 0"}},
      {"in front of the heap",
       [&] { static_cast<void>(int(unit_memory[-(1L << 50)])); },
       {"segment"}},
  });
  EXPECT_NO_THROW(static_cast<void>(int(pointer[end - 1])));
  EXPECT_NO_THROW(static_cast<void>(int(unit_memory[9])));
  dash::memfree(unit_memory, 10);
}

}  // namespace
