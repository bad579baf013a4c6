// Tier: suite n3 c2g2

// Transposition and multiplication of matrices of all patterns.

#include <dash/Array.h>
#include <dash/Cartesian.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/ReduceAlong.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/algorithm/Transpose.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"

namespace {

using dash::test::Box;
using dash::test::for_each_coords;
using dash::test::for_each_run_structure;
using dash::test::Index;
using dash::test::MatrixOf;
using dash::test::number;
using dash::test::value_of;

class MatrixProduct : public dash::test::TestBase {};

/// Calls f(matrix) for matrices of different patterns over a team.
template <class T, class F>
void for_other_patterns(const std::array<std::size_t, 2>& extents, dash::Team& team, F f)
{
  using namespace dash;
  const SizeSpec<2> size(extents);
  const TeamSpec<2> grid(1, team.size());
  f(MatrixOf<T, BlockPattern<2>>(BlockPattern<2>(size, {NONE, BLOCKED}, grid, team)));
  f(MatrixOf<T, TilePattern<2, COL_MAJOR>>(
      TilePattern<2, COL_MAJOR>(size, {TILE(2), TILE(3)}, grid, team)));
}

TEST_F(MatrixProduct, Transpose)
{
  for_each_run_structure([](auto& from) {
    number(from);
    for_other_patterns<int>({from.extent(1), from.extent(0)}, from.team(), [&](auto&& to) {
      dash::transpose(from, to);
      for_each_coords(Box<2>(to.extents()), [&](const auto& at) {
        EXPECT_EQ(value_of(std::array<Index, 2>{at[1], at[0]}), to.at(at));
      });
      to.barrier();
      dash::fill(to, 0);
      to.barrier();
      dash::transpose(from.submatrix({{1, 0}}, {{2, 3}}), to.submatrix({{0, 1}}, {{3, 2}}));
      for_each_coords(Box<2>(to.extents()), [&](const auto& at) {
        const bool inside = at[0] < 3 && at[1] >= 1 && at[1] < 3;
        EXPECT_EQ(inside ? value_of(std::array<Index, 2>{at[1], at[0]}) : 0, to.at(at));
      });
      EXPECT_THROW(
          dash::transpose(from.rows(0, 1), to.rows(0, 1)), dash::exception::InvalidArgument);
      to.barrier();
    });
  });
}

TEST_F(MatrixProduct, TransposeInManyBlocks)
{
  dash::NArray<int, 2> from(150, 70);
  dash::Matrix<int, 2> to(dash::SizeSpec<2>(70, 150));
  dash::iota(from, 0);
  dash::transpose(from, to);
  for (std::size_t i = dash::myid(); i < 150; i += 7) {
    for (std::size_t j = 0; j < 70; j += 3) EXPECT_EQ(static_cast<int>(i * 70 + j), to(j, i));
  }
  to.barrier();
}

/// Elements of std::vector<bool> could not be copied.
TEST_F(MatrixProduct, TransposedMask)
{
  const auto is_set = [](std::size_t i, std::size_t j) { return (i + 2 * j) % 3 == 0; };
  dash::NArray<bool, 2> mask(9, 14);
  dash::Matrix<bool, 2> transposed(dash::SizeSpec<2>(14, 9));
  dash::generate_with_index(mask, [&](std::size_t i) { return is_set(i / 14, i % 14); });
  dash::transpose(mask, transposed);
  dash::Array<int> counts(9);
  dash::reduce_along(mask, 1, counts.begin(), 0);
  for (std::size_t i = 0; i < 9; ++i) {
    int count = 0;
    for (std::size_t j = 0; j < 14; ++j) {
      EXPECT_EQ(is_set(i, j), bool(transposed(j, i)));
      count += is_set(i, j);
    }
    EXPECT_EQ(count, counts[i]);
  }
  counts.barrier();
}

/// Element (i, j) of a product of matrices whose elements are small integers.
double term(Index i, Index j)
{
  return static_cast<double>((3 * i + 5 * j) % 7 - 3);
}

template <class Matrix>
void set_terms(Matrix& matrix)
{
  const auto& pattern = matrix.pattern();
  dash::generate_with_index(matrix, [&](Index gidx) {
    const auto at = pattern.coords(gidx);
    return static_cast<typename Matrix::value_type>(term(at[0], at[1]));
  });
  matrix.barrier();
}

template <class A, class B, class C>
void expect_product(A& a, B& b, C& c)
{
  set_terms(a);
  set_terms(b);
  dash::fill(c, 2);
  dash::summa(a, b, c);
  const auto depth = static_cast<Index>(a.extent(1));
  for_each_coords(Box<2>(c.extents()), [&](const auto& at) {
    double expected = 2;
    for (Index k = 0; k < depth; ++k) expected += term(at[0], k) * term(k, at[1]);
    EXPECT_EQ(expected, static_cast<double>(c.at(at)));
  });
  c.barrier();
}

TEST_F(MatrixProduct, Summa)
{
  for_each_run_structure<double>([](auto& a) {
    for_other_patterns<float>({a.extent(1), 4}, a.team(), [&](auto&& b) {
      for_other_patterns<double>(
          {a.extent(0), 4}, a.team(), [&](auto&& c) { expect_product(a, b, c); });
    });
  });
}

TEST_F(MatrixProduct, SummaInManyBlocks)
{
  dash::Matrix<double, 2> a(dash::SizeSpec<2>(20, 300));
  dash::NArray<double, 2> b(300, 140);
  dash::Matrix<double, 2> c(dash::SizeSpec<2>(20, 140));
  static_assert(dash::summa_pattern_constraints<decltype(a)>::satisfied::value);
  set_terms(a);
  set_terms(b);
  dash::fill(c, 1);
  dash::mmult(a, b, c);
  for (Index i = 0; i < 20; i += 3) {
    for (Index j = 0; j < 140; j += 9) {
      double expected = 1;
      for (Index k = 0; k < 300; ++k) expected += term(i, k) * term(k, j);
      EXPECT_EQ(expected, c(i, j));
    }
  }
  EXPECT_THROW(dash::summa(a, a, c), dash::exception::InvalidArgument);
  c.barrier();
}

TEST_F(MatrixProduct, SummaOfViews)
{
  dash::NArray<int, 2> a(6, 7), b(7, 5), c(8, 5);
  set_terms(a);
  set_terms(b);
  dash::fill(c, 0);
  dash::summa(a.rows(1, 4), b.cols(1, 3), c.submatrix({{3, 2}}, {{4, 3}}));
  for_each_coords(Box<2>(c.extents()), [&](const auto& at) {
    int expected = 0;
    const bool inside = at[0] >= 3 && at[0] < 7 && at[1] >= 2;
    for (Index k = 0; inside && k < 7; ++k) {
      expected += static_cast<int>(term(at[0] - 2, k) * term(k, at[1] - 1));
    }
    EXPECT_EQ(expected, c.at(at));
  });
  c.barrier();
}

}  // namespace
