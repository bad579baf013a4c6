// Tier: suite n3 c2g2 c0g2; also c0g3

// Steps on elements at equal positions of ranges that are distributed differently, which kernels of
// GPU units run in place: each combination of distributions, where ranges begin, and types.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/PlaceIterator.h>
#include <dash/detail/team/TeamKind.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "dash_test_base.h"
#include "dealt_blocks.h"

namespace {

using dash::test::Cut;
using dash::test::dealt_blocks;
using dash::test::for_each_cut;

static_assert(std::random_access_iterator<dash::detail::PlaceIterator<int>>);
static_assert(std::indirectly_writable<dash::detail::PlaceIterator<int>, int>);
static_assert(!std::indirectly_writable<dash::detail::PlaceIterator<const int>, int>);

class WorkAtPlaces : public dash::test::TestBase {};

/// In the last ones, some units have no elements of some ranges, or of any.
constexpr Cut cuts[] = {{101, 0, 0, 101}, {101, 5, 0, 90}, {2'003, 7, 420, 1'500},
                        {14, 0, 1, 13},   {11, 1, 0, 9},   {3, 1, 0, 2}};

/// An array whose elements in the range, and those outside of it, are known functions of their
/// indices.
template <class T>
class Elements {
 public:
  Elements(const dash::DistributionSpec<1>& distribution, std::ptrdiff_t total, int factor)
      : array_(static_cast<std::size_t>(total), distribution),
        factor_(factor)
  {
    const auto value = [factor](std::ptrdiff_t i) { return static_cast<T>(i * factor + 1); };
    dash::generate_with_index(array_, value);
    array_.barrier();
  }

  auto at(std::ptrdiff_t index) { return array_.begin() + index; }
  T initial(std::ptrdiff_t index) const { return static_cast<T>(index * factor_ + 1); }

  /// Compares the calling unit's elements: \c expected gives those of a range by positions in it,
  /// the others have not changed.
  template <class F>
  void expect(std::ptrdiff_t begin, std::ptrdiff_t size, F expected)
  {
    std::vector<T> local(array_.lsize());
    dash::copy(array_.local.begin(), array_.local.end(), local.data());
    for (std::size_t i = 0; i < local.size(); ++i) {
      const auto index = array_.pattern().global(static_cast<std::ptrdiff_t>(i));
      const bool is_in_range = index >= begin && index < begin + size;
      EXPECT_EQ(is_in_range ? expected(index - begin) : initial(index), local[i])
          << "index " << index;
    }
    array_.barrier();
  }

 private:
  dash::Array<T> array_;
  int factor_;
};

template <class T>
void check_swaps()
{
  for_each_cut(cuts, [](const auto& first, const auto& other, const Cut& cut) {
    Elements<T> a(first, cut.total, 3), b(other, cut.total, 5);
    const auto end =
        dash::swap_ranges(a.at(cut.begin), a.at(cut.begin + cut.size), b.at(cut.other_begin));
    EXPECT_EQ(b.at(cut.other_begin + cut.size), end);
    a.expect(cut.begin, cut.size, [&](auto i) { return b.initial(cut.other_begin + i); });
    b.expect(cut.other_begin, cut.size, [&](auto i) { return a.initial(cut.begin + i); });
  });
}

template <class T>
void check_sums_of_products()
{
  for_each_cut(cuts, [](const auto& first, const auto& other, const Cut& cut) {
    Elements<T> a(first, cut.total, 3), b(other, cut.total, 5);
    T expected{7};
    for (std::ptrdiff_t i = 0; i < cut.size; ++i)
      expected += a.initial(cut.begin + i) * b.initial(cut.other_begin + i);
    const auto begin = a.at(cut.begin);
    EXPECT_EQ(
        expected, dash::transform_reduce(begin, begin + cut.size, b.at(cut.other_begin), T{7}));
  });
}

/// Every position belongs to one unit.
void check_positions(const dash::DistributionSpec<1>& first, const dash::DistributionSpec<1>& other)
{
  using dash::detail::Access;
  using Work = dash::detail::StepOn<dash::detail::SwapStep, Access::read_write, Access::read_write>;
  constexpr std::ptrdiff_t total = 2'003, begin = 7, other_begin = 420, size = 1'500;
  dash::Team& team = dash::Team::All();
  Elements<int> a(first, total, 1), b(other, total, 1);
  const auto it = a.at(begin), there = b.at(other_begin);
  const bool is_short = dash::detail::has_short_runs(it, it + size) ||
                        dash::detail::has_short_runs(there, there + size);
  const bool is_aligned = dash::detail::same_distribution(it, there);
  const dash::detail::WorkPlan plan = dash::detail::plan_work<Work>(it, it + size, there);
  const bool is_at_places = plan.reached == dash::detail::Reached::places;
  EXPECT_EQ(dash::detail::has_only_gpus_of_host(team) && is_short && !is_aligned, is_at_places);
  if (!is_at_places) return;
  std::vector<int> units_at(size, 0);
  const auto note = [&](const auto& position_of, auto from, auto to, auto) {
    for (; from != to; ++from) ++units_at[static_cast<std::size_t>(position_of(from))];
  };
  dash::detail::work_at_places(Work{}, size, note, it, there);
  std::vector<int> all(size, 0);
  ASSERT_EQ(
      DART_OK, dart_allreduce(
                   units_at.data(), all.data(), size, DART_TYPE_INT, DART_OP_SUM, team.dart_id()));
  EXPECT_EQ(std::vector<int>(size, 1), all);
}

TEST_F(WorkAtPlaces, EachPositionOnce)
{
  for (const auto& first : dealt_blocks) {
    for (const auto& other : dealt_blocks) check_positions(first, other);
  }
}

/// One unit has all of one range, and all units have parts of the other: they work on the latter.
TEST_F(WorkAtPlaces, EqualParts)
{
  constexpr std::ptrdiff_t total = 4'000;
  const auto size = total / static_cast<std::ptrdiff_t>(dash::size());
  const dash::Array<int> cyclic(total, dash::CYCLIC), blocked(total, dash::BLOCKED);
  const dash::detail::OwnPart of_all(cyclic.begin(), size), of_one(blocked.begin(), size);
  EXPECT_EQ(dash::size() > 1, is_better_to_work_on(of_all.facts(), of_one.facts()));
  EXPECT_EQ(dash::size() == 1, is_better_to_work_on(of_one.facts(), of_all.facts()));
  const dash::detail::OwnPart dealt(cyclic.begin(), total), in_blocks(blocked.begin(), total);
  EXPECT_TRUE(is_better_to_work_on(in_blocks.facts(), dealt.facts()));
}

TEST_F(WorkAtPlaces, Swaps)
{
  check_swaps<unsigned char>();
  check_swaps<std::int16_t>();
  check_swaps<float>();
  check_swaps<double>();
}

template <class T>
void check_transformations_of_one()
{
  for_each_cut(cuts, [](const auto& first, const auto& other, const Cut& cut) {
    Elements<T> a(first, cut.total, 3), b(other, cut.total, 5);
    const auto end = dash::transform(
        a.at(cut.begin), a.at(cut.begin + cut.size), b.at(cut.other_begin), std::negate<T>());
    EXPECT_EQ(b.at(cut.other_begin + cut.size), end);
    a.expect(0, 0, [](auto) { return T{}; });
    b.expect(cut.other_begin, cut.size, [&](auto i) {
      return static_cast<T>(-a.initial(cut.begin + i));
    });
  });
}

TEST_F(WorkAtPlaces, SumsOfProducts)
{
  check_sums_of_products<std::int64_t>();
  check_sums_of_products<double>();
}

TEST_F(WorkAtPlaces, TransformationsOfOneRange)
{
  check_transformations_of_one<std::int32_t>();
  check_transformations_of_one<double>();
}

/// The second operand begins elsewhere, the result lies where the first one does, or in a third
/// distribution.
template <class T>
void check_transformations_of_two()
{
  for_each_cut(cuts, [](const auto& first, const auto& other, const Cut& cut) {
    Elements<T> a(first, cut.total, 3), b(other, cut.total, 5), c(dealt_blocks[2], cut.total, 7);
    const auto last = a.at(cut.begin + cut.size);
    const auto second = b.at(cut.other_begin);
    const auto sum = [&](auto i) {
      return static_cast<T>(a.initial(cut.begin + i) + b.initial(cut.other_begin + i));
    };
    dash::transform(a.at(cut.begin), last, second, c.at(cut.begin), std::plus<T>());
    c.expect(cut.begin, cut.size, sum);
    dash::transform(a.at(cut.begin), last, second, a.at(cut.begin), std::plus<T>());
    a.expect(cut.begin, cut.size, sum);
    b.expect(0, 0, sum);
  });
}

TEST_F(WorkAtPlaces, TransformationsOfTwoRanges)
{
  check_transformations_of_two<std::int64_t>();
  check_transformations_of_two<float>();
}

template <class Container>
std::vector<int> elements_of(Container& container)
{
  container.barrier();
  std::vector<int> elements(container.size());
  dash::copy(container.begin(), container.end(), elements.data());
  container.barrier();
  return elements;
}

/// Arrays and a matrix of which two of three dimensions are divided, between any two elements.
template <dash::MemArrange order>
void check_matrix_and_arrays()
{
  using Pattern = dash::BlockPattern<3, order>;
  constexpr std::ptrdiff_t size = 7 * 9 * 11;
  const std::size_t units = dash::size(), half = units % 2 == 0 ? units / 2 : 1;
  const Pattern pattern(
      dash::SizeSpec<3>(7, 9, 11),
      dash::DistributionSpec<3>(dash::CYCLIC, dash::NONE, dash::BLOCKCYCLIC(2)),
      dash::TeamSpec<3>(units / half, 1, half));
  dash::Matrix<int, 3, typename Pattern::index_type, Pattern> matrix(pattern);
  dash::Array<int> cyclic(size, dash::CYCLIC), blocked(size, dash::BLOCKED);
  const auto index = [](std::ptrdiff_t i) { return static_cast<int>(i); };
  dash::generate_with_index(matrix.begin(), matrix.end(), index);
  dash::generate_with_index(cyclic, index);
  dash::fill(blocked.begin(), blocked.end(), -1);
  matrix.barrier();

  dash::transform(
      matrix.begin() + 5, matrix.end() - 3, cyclic.begin() + 1, blocked.begin() + 2,
      std::plus<int>());
  std::vector<int> sums(size, -1), swapped(size);
  for (int i = 0; i < size - 8; ++i) sums[static_cast<std::size_t>(i) + 2] = (i + 5) + (i + 1);
  EXPECT_EQ(sums, elements_of(blocked));

  dash::swap_ranges(matrix.begin() + 5, matrix.begin() + 605, cyclic.begin() + 50);
  for (int i = 0; i < size; ++i)
    swapped[static_cast<std::size_t>(i)] = i >= 5 && i < 605 ? i + 45 : i;
  EXPECT_EQ(swapped, elements_of(matrix));
  const auto ends = dash::mismatch(matrix.begin(), matrix.end(), cyclic.begin());
  EXPECT_EQ(5, ends.first - matrix.begin());
  EXPECT_EQ(5, ends.second - cyclic.begin());
  EXPECT_TRUE(dash::equal(matrix.begin() + 655, matrix.end(), cyclic.begin() + 655));
}

TEST_F(WorkAtPlaces, MatrixAndArrays)
{
  check_matrix_and_arrays<dash::ROW_MAJOR>();
  check_matrix_and_arrays<dash::COL_MAJOR>();
}

}  // namespace
