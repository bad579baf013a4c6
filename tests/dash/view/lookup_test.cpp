// Calls without a namespace find what is public only: dash::detail is no namespace that
// argument-dependent lookup searches for iterators, patterns, views and their parts.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/Pattern.h>
#include <dash/View.h>
#include <dash/detail/base/FastDivisor.h>
#include <dash/memory/GlobHeapMem.h>
#include <dash/pattern/LoadBalancePattern.h>
#include <dash/pattern/Section.h>
#include <gtest/gtest.h>

#include <utility>

#include "dash_test_base.h"

namespace dash::detail {

template <class T>
void found_by_lookup(const T&);

}  // namespace dash::detail

namespace {

template <class T>
concept ReachesDetail = requires(const T& value) { found_by_lookup(value); };

template <class... Types>
inline constexpr bool keep_private = (!ReachesDetail<Types> && ...);

using Array = dash::Array<int>;
using Matrix = dash::Matrix<int, 2>;
using Tile = dash::TilePattern<2>;
using Section = dash::Section<Tile>;

class LookupTest : public dash::test::TestBase {};

TEST_F(LookupTest, TheCheckWorks)
{
  static_assert(ReachesDetail<dash::detail::FastDivisor>, "the check works");
}

TEST_F(LookupTest, Patterns)
{
  static_assert(keep_private<
                dash::BlockPattern<1>, Tile, dash::ShiftTilePattern<2>, dash::SeqTilePattern<2>,
                dash::CSRPattern<1>, dash::LoadBalancePattern<1>>);
}

TEST_F(LookupTest, SectionsAndIndexSets)
{
  static_assert(
      keep_private<
          Section, decltype(std::declval<Section>().local()),
          decltype(std::declval<Section>().blocks()), decltype(dash::index(std::declval<Array&>())),
          decltype(dash::index(dash::local(dash::sub(0, 1, std::declval<Array&>()))))>);
}

TEST_F(LookupTest, IteratorsPointersAndReferences)
{
  static_assert(keep_private<
                Array::iterator, Array::const_iterator, Array::reference, Array::pointer,
                Array::local_type, Matrix::iterator, Matrix::view_type<1>::iterator,
                Matrix::local_type::iterator, dash::GlobHeapMem<int>::pointer>);
}

TEST_F(LookupTest, PartsOfMatrices)
{
  static_assert(keep_private<
                Matrix::view_type<2>, Matrix::view_type<1>, Matrix::local_type,
                Matrix::const_local_type, dash::MatrixDeviceView<int, Tile>>);
}

TEST_F(LookupTest, ContainersAndViews)
{
  using Sub = decltype(dash::sub(0, 1, std::declval<Array&>()));
  static_assert(keep_private<
                Array, Matrix, Sub, decltype(dash::local(std::declval<Sub>())),
                decltype(dash::blocks(std::declval<Sub>())),
                decltype(dash::rows(0, 1, std::declval<Matrix&>()))>);
}

TEST_F(LookupTest, Adaptors)
{
  static_assert(keep_private<
                decltype(dash::views::local), decltype(dash::views::sub(0, 1)),
                decltype(dash::views::sub(0, 1) | dash::views::blocks)>);
}

}  // namespace
