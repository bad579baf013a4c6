// Tier: suite n3 c2g2; sanitized c2g2

// The words by which the GPUs of adjacent blocks give each other the elements at their borders.

#include <dash/detail/halo/BorderMailbox.h>
#include <dash/detail/halo/BorderWords.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "dash_test_base.h"
#include "halo/halo_support.h"

namespace {

using dash::dim_t;
using dash::halo::HaloSpec;
using dash::halo::RegionCoords;
using dash::halo::StencilPoint;
using dash::halo::detail::block_of;
using dash::halo::detail::border_layout;
using dash::halo::detail::BorderLayout;
using dash::halo::detail::BorderWords;
using dash::halo::detail::halo_boxes;
using dash::halo::detail::NumRegionsMax;
using dash::halo::detail::StepNumber;
using dash::halo::detail::symmetric;
using dash::halo::detail::wrapped;
using dash::test::Coords;
using dash::test::Index;
using Value = double;  // it has two words

class BorderMailboxTest : public dash::test::TestBase {};

/// The layouts of all units of a pattern, and the unit that reads a region.
template <class Pattern>
class Layouts {
  static constexpr dim_t N = Pattern::ndim();
  using Words = BorderWords<Value, N>;
  using Bounds = dash::halo::GlobalBoundarySpec<N>;

 public:
  Layouts(const Pattern& pattern, const Bounds& bounds, const HaloSpec<N>& halo)
      : pattern_(pattern),
        bounds_(bounds),
        halo_(halo)
  {
    for (const int unit : pattern.team()) {
      layouts_.push_back(border_layout<Value>(pattern, dash::team_unit_t(unit), bounds, halo));
    }
  }

  bool is_possible() const
  {
    return std::all_of(
        layouts_.begin(), layouts_.end(), [](const auto& layout) { return layout.is_possible; });
  }

  /// \return number of elements that units give each other
  std::size_t check()
  {
    std::size_t given = 0;
    for (std::size_t unit = 0; unit < layouts_.size(); ++unit) {
      std::vector<bool> is_used(layouts_[unit].words);
      const dash::team_unit_t id(static_cast<dart_unit_t>(unit));
      for (const auto& box :
           halo_boxes(block_of(pattern_, id), pattern_.extents(), bounds_, halo_)) {
        if (layouts_[unit].has(box.spec.index())) given += check_region(id, box, is_used);
      }
      EXPECT_EQ(0, std::count(is_used.begin(), is_used.end(), false)) << "words that nobody uses";
    }
    return given;
  }

 private:
  /// The unit that owns a region has to give its elements to where the reader looks for them.
  template <class Box>
  std::size_t check_region(dash::team_unit_t reader, const Box& box, std::vector<bool>& is_used)
  {
    const auto region = box.spec.index();
    const auto opposite = static_cast<dash::halo::region_index_t>(NumRegionsMax<N> - 1 - region);
    const auto& layout = layouts_[static_cast<std::size_t>(reader.id)];
    const dash::team_unit_t owner = layout.owners[region];
    EXPECT_EQ(reader, layouts_[static_cast<std::size_t>(owner.id)].owners[opposite]);
    dash::test::for_each_coords(box.view, [&](const Coords<N>& at) {
      Coords<N> wrapped_at = at;
      for (std::size_t d = 0; d < N; ++d) {
        wrapped_at[d] = wrapped(at[d], static_cast<Index>(pattern_.extents()[d]));
      }
      const Coords<N> here = relative(at, reader), there = relative(wrapped_at, owner);
      for (const std::uint64_t step : {6, 7}) {
        const std::size_t word = position(region, here, reader, step);
        EXPECT_EQ(word, position(opposite, there, owner, step));
        for (std::size_t i = 0; i < Words::of_element; ++i) {
          const std::size_t place = layout.first_word[region] + word + i;
          ASSERT_LT(place, is_used.size());
          EXPECT_FALSE(is_used[place]) << "words of two elements";
          is_used[place] = true;
        }
      }
    });
    return box.view.size();
  }

  Coords<N> relative(Coords<N> at, dash::team_unit_t unit) const
  {
    const auto block = block_of(pattern_, unit);
    for (std::size_t d = 0; d < N; ++d) at[d] -= block.offsets()[d];
    return at;
  }

  std::size_t position(
      dash::halo::region_index_t region, const Coords<N>& at, dash::team_unit_t unit,
      std::uint64_t step) const
  {
    std::array<int, N> sides{};
    typename Words::Coords coords{}, extents{};
    const auto block = block_of(pattern_, unit);
    for (std::size_t d = 0; d < N; ++d) {
      sides[d] = RegionCoords<N>(region)[d];
      coords[d] = at[d];
      extents[d] = static_cast<Index>(block.extents()[d]);
    }
    return Words::position(sides, coords, extents, StepNumber(step));
  }

  const Pattern& pattern_;
  const Bounds& bounds_;
  const HaloSpec<N>& halo_;
  std::vector<BorderLayout<Value, N>> layouts_;
};

/// Checks all boundaries with two halos. \return number of elements that units give each other
template <class Pattern, dim_t N = Pattern::ndim()>
std::size_t check(const std::array<std::size_t, N>& extents, const StencilPoint<N>& point)
{
  std::size_t given = 0;
  HaloSpec<N> one_direction;
  one_direction.add(std::array{point});
  dash::test::for_each_blocked<Pattern>({extents}, [&](auto& matrix) {
    for (const auto& bounds : dash::test::boundaries<N>()) {
      SCOPED_TRACE(dash::test::text_of(bounds));
      for (const HaloSpec<N>& halo : {HaloSpec<N>::full(1), symmetric(one_direction)}) {
        Layouts layouts(matrix.pattern(), bounds, halo);
        EXPECT_TRUE(layouts.is_possible());
        given += layouts.check();
      }
    }
  });
  return given;
}

TEST_F(BorderMailboxTest, OwnersGiveWhatReadersLookFor)
{
  std::size_t given = check<dash::BlockPattern<1>>({23}, StencilPoint<1>(-1));
  given += check<dash::BlockPattern<2>>({9, 14}, StencilPoint<2>(-1, 1));
  given += check<dash::BlockPattern<2, dash::COL_MAJOR>>({16, 8}, StencilPoint<2>(0, 1));
  given += check<dash::BlockPattern<3>>({8, 5, 9}, StencilPoint<3>(0, -1, 0));
  EXPECT_EQ(dash::size() > 1, given > 0);
}

TEST_F(BorderMailboxTest, RegionsOfSeveralBlocksAreRefused)
{
  const dash::BlockPattern<1> pattern(4 * dash::size());
  const dash::halo::GlobalBoundarySpec<1> periodic(std::array{dash::halo::BoundaryProp::CYCLIC});
  const auto is_possible = [&](int width) {
    const auto halo = HaloSpec<1>::full(static_cast<dash::halo::spoint_value_t>(width));
    return border_layout<Value>(pattern, pattern.team().myid(), periodic, halo).is_possible;
  };
  EXPECT_TRUE(is_possible(4));
  EXPECT_FALSE(is_possible(5));  // the next block and one more
}

TEST_F(BorderMailboxTest, NumbersOfSteps)
{
  const std::uint64_t most = std::uint64_t{1} << 31;
  EXPECT_EQ(0u, StepNumber(most).value());
  EXPECT_EQ(0u, StepNumber(most - 1).next().value());
  EXPECT_NE(StepNumber(5).value(), StepNumber(5).constant().value());
  EXPECT_NE(StepNumber(5).constant().value(), StepNumber(6).constant().value());
  EXPECT_NE(StepNumber(5).is_odd(), StepNumber(5).next().is_odd());
  EXPECT_NE(StepNumber(most - 1).is_odd(), StepNumber(most - 1).next().is_odd());
}

}  // namespace
