// Tier: suite n3 c2g2; sanitized c2g2

// The maps of boxes for kernels give the same places as the sections of the pattern.

#include <dash/Pattern.h>
#include <dash/detail/memory/BoxMap.h>
#include <dash/pattern/Section.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "dash_test_base.h"

namespace {

using dash::team_unit_t;
using dash::detail::BoxMap;
using dash::detail::OwnBoxPositions;

class BoxMaps : public dash::test::TestBase {};

template <class Section>
void expect_places(const Section& section)
{
  const BoxMap map(section);
  ASSERT_FALSE(map.empty());
  for (std::ptrdiff_t position = 0; position < section.size(); ++position) {
    const auto expected = section.locate(position);
    const auto found = map.locate(position);
    ASSERT_EQ(expected.unit.id, found.unit) << "position " << position;
    ASSERT_EQ(expected.index, found.local) << "position " << position;
  }
}

template <class Section>
void expect_own_positions(const Section& section)
{
  for (team_unit_t unit{0}; unit < static_cast<int>(dash::size()); ++unit) {
    SCOPED_TRACE(testing::Message() << "unit " << unit.id);
    const OwnBoxPositions own(section, unit);
    std::ptrdiff_t number = 0;
    section.for_each_run_at(unit, 0, section.size(), [&](auto, auto n, auto position) {
      for (std::ptrdiff_t i = 0; i < n; ++i) ASSERT_EQ(position + i, own[number++]);
    });
    const auto half = section.size() / 2;
    const auto before = section.own_numbers(unit, 0, half);
    EXPECT_EQ(0, before.begin);
    EXPECT_TRUE(before.end == 0 || own[before.end - 1] < half);
    EXPECT_TRUE(before.end == number || own[before.end] >= half);
  }
}

template <class Pattern>
void check(const Pattern& pattern, const typename Pattern::viewspec_type& inner)
{
  SCOPED_TRACE(testing::Message() << pattern);
  using Section = dash::Section<Pattern>;
  for (const Section& section : {Section(pattern), Section(pattern, inner)}) {
    expect_places(section);
    expect_own_positions(section);
  }
}

template <dash::MemArrange order>
void check_two_dimensions()
{
  using Pattern = dash::BlockPattern<2, order>;
  const dash::DistributionSpec<2> distributions[] = {
      {dash::BLOCKED, dash::NONE},
      {dash::NONE, dash::CYCLIC},
      {dash::CYCLIC, dash::TILE(2)},
      {dash::TILE(3), dash::TILE(4)},
      {dash::NONE, dash::TILE(100)}};
  const std::size_t units = dash::size();
  for (const auto& distribution : distributions) {
    for (const auto& grid : {dash::TeamSpec<2>(units, 1), dash::TeamSpec<2>(1, units)}) {
      const Pattern pattern(dash::SizeSpec<2>(13, 17), distribution, grid);
      check(pattern, {{2, 5}, {7, 9}});
      check(pattern, {{3, 16}, {10, 1}});
    }
  }
}

TEST_F(BoxMaps, TwoDimensions)
{
  check_two_dimensions<dash::ROW_MAJOR>();
  check_two_dimensions<dash::COL_MAJOR>();
}

template <dash::MemArrange order>
void check_three_dimensions()
{
  using Pattern = dash::BlockPattern<3, order>;
  const std::size_t units = dash::size(), half = units % 2 == 0 ? units / 2 : 1;
  const Pattern pattern(
      dash::SizeSpec<3>(5, 9, 7),
      dash::DistributionSpec<3>(dash::CYCLIC, dash::TILE(2), dash::BLOCKCYCLIC(3)),
      dash::TeamSpec<3>(units / half, 1, half));
  check(pattern, {{1, 2, 3}, {3, 5, 4}});
}

TEST_F(BoxMaps, ThreeDimensions)
{
  check_three_dimensions<dash::ROW_MAJOR>();
  check_three_dimensions<dash::COL_MAJOR>();
}

/// More elements than 32 bits count, in a matrix that has no memory.
TEST_F(BoxMaps, LargeBoxes)
{
  const dash::BlockPattern<2> pattern(
      dash::SizeSpec<2>(100'000, 1'000'003),
      dash::DistributionSpec<2>(dash::CYCLIC, dash::BLOCKCYCLIC(100)),
      dash::TeamSpec<2>(dash::size(), 1));
  const dash::Section section(pattern);
  const BoxMap map(section);
  const OwnBoxPositions own(section, team_unit_t{0});
  for (const std::ptrdiff_t position : {std::ptrdiff_t{1} << 33, section.size() - 1}) {
    const auto expected = section.locate(position);
    EXPECT_EQ(expected.unit.id, map.locate(position).unit);
    EXPECT_EQ(expected.index, map.locate(position).local);
  }
  const auto last = static_cast<std::ptrdiff_t>(pattern.local_size(team_unit_t{0})) - 1;
  EXPECT_EQ(pattern.global(team_unit_t{0}, last), own[last]);
}

TEST_F(BoxMaps, ExtentsThatKernelsCount)
{
  constexpr std::size_t largest = std::numeric_limits<std::int32_t>::max();
  const auto is_small = [](std::size_t extent) {
    const dash::BlockPattern<2> pattern(
        dash::SizeSpec<2>(2, extent), dash::DistributionSpec<2>(dash::NONE, dash::BLOCKED));
    return dash::detail::has_small_extents(pattern);
  };
  EXPECT_TRUE(is_small(largest));
  EXPECT_FALSE(is_small(largest + 1));
}

}  // namespace
