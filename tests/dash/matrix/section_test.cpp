// Tier: suite n3 c2g2; sanitized c2g2

// Sections: positions, coordinates, indices and owners of the elements of a box; its local part,
// its runs and its blocks.

#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/pattern/Section.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <type_traits>
#include <vector>

#include "dash_test_base.h"
#include "matrix/matrix_support.h"

namespace {

using dash::IndexSpace;
using dash::test::Box;
using dash::test::Coords;
using dash::test::extents_2d;
using dash::test::for_each_box;
using dash::test::for_each_coords;
using dash::test::for_each_pattern;
using dash::test::Index;

class SectionTest : public dash::test::TestBase {
 protected:
  /// Calls f(section) for boxes of patterns of all kinds over all units.
  template <class F>
  static void for_each_section(F f)
  {
    dash::Team& team = dash::Team::All();
    const auto call = [&](const auto& pattern) {
      using Pattern = std::remove_cvref_t<decltype(pattern)>;
      std::ostringstream text;
      text << pattern;
      SCOPED_TRACE(text.str());
      for_each_box(
          pattern.extents(), [&](const Box<2>& box) { f(dash::Section<Pattern>(pattern, box)); });
    };
    for (const auto& extents : extents_2d()) for_each_pattern(extents, team, call);
    const dash::SizeSpec<2> size(4, 3 * team.size());
    const dash::DistributionSpec<2> tiles(dash::TILE(2), dash::TILE(3));
    const dash::TeamSpec<2> units(team.size(), 1);
    call(dash::ShiftTilePattern<2>(size, tiles, units, team));
    call(dash::SeqTilePattern<2>(size, tiles, units, team));
  }
};

TEST_F(SectionTest, PositionsCountInCanonicalOrder)
{
  for_each_section([]<class Section>(const Section& section) {
    const auto& pattern = section.pattern();
    Index pos = 0;
    for_each_coords<Section::order>(section.box(), [&](const Coords<2>& coords) {
      EXPECT_EQ(coords, section.coords(pos));
      EXPECT_EQ(coords, section.global_coords(pos));
      EXPECT_EQ(pos, section.position_at(coords));
      EXPECT_EQ(pattern.global_at(coords), section.index(pos));
      EXPECT_EQ(pattern.local_index(coords), section.locate(pos));
      EXPECT_EQ(pattern.unit_at(coords) == dash::Team::All().myid(), section.is_own(pos));
      if (section.is_own(pos)) {
        EXPECT_EQ(pos, section.position_of(pattern.at(coords)));
      }
      ++pos;
    });
    ASSERT_EQ(section.size(), pos);
    if (pos == 0) return;
    EXPECT_EQ(section.index(pos - 1) + 1, section.index(pos));
    EXPECT_EQ(section.locate(pos - 1).index + 1, section.locate(pos).index);
    EXPECT_EQ(section.locate(pos - 1).unit, section.locate(pos).unit);
  });
}

TEST_F(SectionTest, RunsOfAllUnitsAreAllElements)
{
  for_each_section([](const auto& section) {
    std::vector<int> seen(section.size(), 0);
    const Index first = section.size() / 3;
    for (dash::team_unit_t unit{0}; unit < dash::Team::All().size(); ++unit) {
      section.for_each_run_at(unit, first, section.size(), [&](Index lbegin, Index n, Index pos) {
        for (Index i = 0; i < n; ++i) {
          EXPECT_EQ(unit, section.locate(pos + i).unit);
          EXPECT_EQ(lbegin + i, section.locate(pos + i).index);
          ++seen[pos + i];
        }
      });
    }
    for (Index pos = 0; pos < section.size(); ++pos) EXPECT_EQ(pos < first ? 0 : 1, seen[pos]);
  });
}

TEST_F(SectionTest, TheLocalPartHasTheOwnElementsInTheirOrder)
{
  for_each_section([]<class Section>(const Section& section) {
    const auto& pattern = section.pattern();
    const bool is_whole = section.box() == Box<2>(pattern.extents());
    if (!Section::pattern_type::has_local_boxes && !is_whole) return;
    const auto local = section.local();
    std::vector<Coords<2>> own, found;
    for (Index pos = 0; pos < section.size(); ++pos) {
      if (section.is_own(pos)) own.push_back(section.coords(pos));
    }
    for (Index pos = 0; pos < local.size(); ++pos) {
      const auto coords = local.global_coords(pos);
      found.push_back(coords);
      EXPECT_TRUE(local.is_own(pos));
      EXPECT_EQ(pattern.at(coords), local.index(pos));
      EXPECT_EQ(pattern.global_at(coords), local.global_index(pos));
      EXPECT_EQ(pattern.local_index(coords), local.locate(pos));
      EXPECT_EQ(pos, local.template position_at<IndexSpace::global>(coords));
      EXPECT_EQ(pos, local.position_of(local.index(pos)));
    }
    if constexpr (Section::pattern_type::has_local_boxes) {
      EXPECT_EQ(own, found);
    } else {
      EXPECT_EQ(own.size(), found.size());
    }
    if (found.empty()) return;
    EXPECT_EQ(Box<2>(found.front(), local.box().extents()), local.global_box());
  });
}

TEST_F(SectionTest, BlocksShareTheElements)
{
  for_each_section([]<class Section>(const Section& section) {
    const auto& pattern = section.pattern();
    const auto blocks = section.blocks();
    std::vector<int> seen(section.size(), 0);
    for (Index b = 0; b < blocks.size(); ++b) {
      const auto part = section.in(blocks.block(b));
      EXPECT_LT(0, part.size());
      EXPECT_EQ(pattern.block_at(part.coords(0)), blocks.index(b));
      EXPECT_EQ(section.is_own(section.position_at(part.coords(0))), blocks.is_own(b));
      EXPECT_EQ(b, blocks.position_at(blocks.coords(b)));
      for (Index i = 0; i < part.size(); ++i) ++seen[section.position_at(part.coords(i))];
    }
    EXPECT_EQ(std::vector<int>(section.size(), 1), seen);
  });
}

TEST_F(SectionTest, PartsOfSections)
{
  const dash::BlockPattern<2> pattern(6, 7);
  const dash::Section<dash::BlockPattern<2>> all(pattern);
  EXPECT_EQ(Box<2>(pattern.extents()), all.box());
  EXPECT_FALSE(all.is_strided());
  const auto rows = all.between(0, 1, 5);
  EXPECT_EQ(Box<2>({{1, 0}}, {{4, 7}}), rows.box());
  EXPECT_FALSE(rows.is_strided());
  EXPECT_EQ(Box<2>({{1, 2}}, {{4, 3}}), rows.between(1, 2, 5).box());
  EXPECT_TRUE(rows.between(1, 2, 5).is_strided());
  EXPECT_EQ(Box<2>({{2, 0}}, {{2, 7}}), rows.between(0, 1, 3).box());
  EXPECT_EQ(Box<2>({{3, 1}}, {{2, 2}}), rows.in(Box<2>({{3, 1}}, {{9, 2}})).box());
  EXPECT_EQ(0, rows.in(Box<2>({{5, 0}}, {{1, 7}})).size());
}

}  // namespace
