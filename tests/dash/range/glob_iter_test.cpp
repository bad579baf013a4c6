// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Matrix.h>
#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/iterator/GlobIter.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <sstream>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::for_each_array;
using dash::test::sequence;

class GlobIterTest : public dash::test::TestBase {};

/// How often a function that returns \c answer is called for own elements; what the loop returns
/// has to say whether it went through all of them.
template <class Loop>
int calls_with(bool answer, const Loop& loop)
{
  int calls = 0;
  const bool went_through = loop([&](auto&&...) {
    ++calls;
    return answer;
  });
  EXPECT_EQ(answer || calls == 0, went_through);
  return calls;
}

template <class Loop>
void expect_to_stop(const Loop& loop)
{
  EXPECT_EQ(std::min(1, calls_with(true, loop)), calls_with(false, loop));
}

TEST_F(GlobIterTest, LoopsOverOwnRunsStop)
{
  for_each_array(37, dash::Team::All(), [](auto& array) {
    using dash::detail::for_each_local_run;
    const auto first = array.begin() + 2, last = array.end() - 1;
    expect_to_stop([&](auto f) { return for_each_local_run(first, last, f); });
    const auto from = std::make_reverse_iterator(last), to = std::make_reverse_iterator(first);
    expect_to_stop([&](auto f) { return for_each_local_run(from, to, f); });
    const auto me = array.team().myid();
    expect_to_stop([&](auto f) { return first.for_each_line_at(me, last - first, f); });
  });
}

TEST_F(GlobIterTest, LoopsOverOwnRunsOfMatricesStop)
{
  const auto check = [](const auto& matrix) {
    const auto part = matrix.template sub<0>(1, 7).template sub<1>(2, 9);
    expect_to_stop(
        [&](auto f) { return dash::detail::for_each_local_run(part.begin(), part.end(), f); });
  };
  check(dash::Matrix<int, 2>(9, 14, dash::BLOCKCYCLIC(3), dash::CYCLIC));
  check(dash::Matrix<int, 2>(9, 14, dash::BLOCKED, dash::NONE));
  using Shifted = dash::ShiftTilePattern<2>;
  check(dash::Matrix<int, 2, dash::default_index_t, Shifted>(
      Shifted(24, 24, dash::TILE(2), dash::TILE(2))));
}

TEST_F(GlobIterTest, WalksForwardBackwardAndByStrides)
{
  for_each_array(37, dash::Team::All(), [](auto& array) {
    const auto expected = sequence(37);
    assign(array, expected);
    std::vector<int> forward;
    for (auto it = array.begin(); it != array.end(); ++it) forward.push_back(*it);
    EXPECT_EQ(expected, forward);

    std::vector<int> backward;
    for (auto it = array.end(); it != array.begin();) backward.push_back(*--it);
    EXPECT_TRUE(std::equal(expected.rbegin(), expected.rend(), backward.begin(), backward.end()));

    using reverse = typename std::remove_reference_t<decltype(array)>::const_reverse_iterator;
    std::vector<int> reversed;
    for (reverse it(array.cend()); it != reverse(array.cbegin()); ++it) reversed.push_back(*it);
    EXPECT_EQ(backward, reversed);

    for (int stride = 1; stride < 40; ++stride) {
      auto it = array.begin();
      for (int pos = 0; pos < 37; pos += stride, it += stride) EXPECT_EQ(expected[pos], *it);
      it = array.end();
      for (int pos = 37 - stride; pos >= 0; pos -= stride) {
        it -= stride;
        EXPECT_EQ(expected[pos], *it);
      }
    }
    auto zigzag = array.begin() + 18;
    for (int distance = 1; distance < 18; ++distance) {
      zigzag += distance % 2 == 0 ? -distance : distance;
      EXPECT_EQ(expected[static_cast<std::size_t>(zigzag.pos())], *zigzag);
      ++zigzag;
      EXPECT_EQ(expected[static_cast<std::size_t>(zigzag.pos())], *zigzag);
      --zigzag;
    }
    array.barrier();
  });
}

TEST_F(GlobIterTest, Arithmetic)
{
  dash::Array<int> array(20, dash::BLOCKCYCLIC(3));
  assign(array, sequence(20));
  const auto begin = array.begin();
  const auto end = array.end();
  EXPECT_EQ(20, end - begin);
  EXPECT_EQ(20, dash::distance(begin, end));
  EXPECT_TRUE(begin + 20 == end && 20 + begin == end && end - 20 == begin);
  EXPECT_TRUE(begin < end && end > begin && begin <= begin && end >= begin && begin != end);
  auto it = begin;
  EXPECT_EQ(0, (it++).pos());
  EXPECT_EQ(1, (it--).pos());
  EXPECT_EQ(begin, it);
  EXPECT_EQ(sequence(20)[7], (begin + 3)[4]);
  dash::Array<int>::const_iterator readonly = begin + 5;
  EXPECT_TRUE(readonly == begin + 5 && begin + 5 == readonly && begin < readonly);
  EXPECT_EQ(5, readonly - begin);
  EXPECT_EQ(5, dash::index(readonly));
  EXPECT_EQ(3, dash::index(3));
  EXPECT_EQ(dash::Array<int>::iterator(), dash::Array<int>::iterator());
  array.barrier();
}

TEST_F(GlobIterTest, OwnersAndAddresses)
{
  for_each_array(23, dash::Team::All(), [](auto& array) {
    assign(array, sequence(23));
    for (auto it = array.begin(); it != array.end(); ++it) {
      const auto position = it.lpos();
      EXPECT_EQ(array.pattern().unit_at(it.pos()), position.unit);
      EXPECT_EQ(array.is_local(it.gpos()), it.is_local());
      if (it.is_local()) {
        EXPECT_EQ(array.lbegin() + position.index, it.local());
      } else {
        EXPECT_EQ(nullptr, it.local());
      }
      const auto ptr = static_cast<typename std::decay_t<decltype(array)>::pointer>(it);
      EXPECT_EQ(position.unit, ptr.get_unit());
      EXPECT_TRUE(ptr.dart_gptr() == it.dart_gptr());
      EXPECT_EQ(static_cast<int>(*it), static_cast<int>(*ptr));
    }
    const auto last = array.end() - 1;
    const auto end = array.end().lpos();
    EXPECT_EQ(last.lpos().unit, end.unit);
    EXPECT_EQ(last.lpos().index + 1, end.index);
    EXPECT_EQ(last.is_local() ? last.local() + 1 : nullptr, array.end().local());
    array.barrier();
  });
}

TEST_F(GlobIterTest, StdAlgorithms)
{
  for_each_array(31, dash::Team::All(), [](auto& array) {
    auto expected = sequence(31);
    assign(array, expected);
    EXPECT_EQ(
        std::accumulate(expected.begin(), expected.end(), 0),
        std::accumulate(array.begin(), array.end(), 0));
    std::vector<int> copied(31);
    std::copy(array.begin(), array.end(), copied.begin());
    EXPECT_EQ(expected, copied);
    std::vector<int> positive;
    std::copy_if(
        array.begin(), array.end(), std::back_inserter(positive), [](int v) { return v > 0; });
    EXPECT_EQ(
        31 - std::count_if(array.begin(), array.end(), [](int v) { return v <= 0; }),
        static_cast<std::ptrdiff_t>(positive.size()));
    EXPECT_TRUE(std::equal(array.begin(), array.end(), expected.begin()));
    EXPECT_TRUE(std::all_of(array.begin(), array.end(), [](int v) { return v < 100; }));
    array.barrier();
    if (dash::myid() == 0) {
      std::sort(array.begin(), array.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_TRUE(std::equal(array.begin(), array.end(), expected.begin()));
      std::reverse(array.begin(), array.end());
      EXPECT_TRUE(std::equal(array.begin(), array.end(), expected.rbegin()));
      std::stable_sort(array.begin() + 3, array.end() - 3);
      EXPECT_TRUE(std::is_sorted(array.begin() + 3, array.end() - 3));
      std::rotate(array.begin(), array.begin() + 4, array.end());
      std::fill(array.begin(), array.end(), 3);
    }
    array.barrier();
    EXPECT_EQ(std::vector<int>(31, 3), contents(array));
  });
}

TEST_F(GlobIterTest, SortsAcrossUnits)
{
  dash::Array<double> array(2000);
  assign(array, sequence<double>(2000));
  if (dash::myid() == 0) std::sort(array.begin(), array.end(), std::greater<>());
  array.barrier();
  EXPECT_TRUE(std::is_sorted(array.begin(), array.end(), std::greater<>()));
  array.barrier();
}

TEST_F(GlobIterTest, EmptyRange)
{
  dash::Array<int> array(0);
  EXPECT_TRUE(array.begin() == array.end());
  EXPECT_EQ(array.begin().local(), array.end().local());
  EXPECT_EQ(0, std::accumulate(array.begin(), array.end(), 0));
  const dash::Array<int>::iterator singular;
  EXPECT_THROW(dash::GlobRef<int>(singular.dart_gptr()).get(), dash::exception::InvalidArgument);
}

TEST_F(GlobIterTest, Printing)
{
  dash::Array<int> array(4);
  std::ostringstream text;
  text << array.begin() + 3;
  EXPECT_EQ("dash::GlobIter(3)", text.str());
}

}  // namespace
