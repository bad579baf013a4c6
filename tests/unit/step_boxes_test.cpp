// Tier: suite

// The boxes of thread blocks that compute many steps of a stencil.

#include <dash/detail/halo/StepBoxes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using dash::halo::detail::Beyond;
using dash::halo::detail::BlockTurns;
using dash::halo::detail::Columns;
using dash::halo::detail::CoordsBox;
using dash::halo::detail::InPlaceField;
using dash::halo::detail::StepBoxes;
using dash::halo::detail::tiled_box;
using dash::halo::detail::TileSize;
using dash::halo::detail::Tiling;
using Index = dash::default_index_t;

constexpr TileSize wide_tile{2, 8};
constexpr TileSize tiles[] = {wide_tile, {1, 4}, {4, 8}};
constexpr unsigned threads = 256;
/// Largest numbers of threads in a row of a box.
constexpr unsigned most_in_rows[] = {threads / 4, threads, 16};

/// What lies at the sides of the first and of the other dimensions.
struct Sides {
  const char* name;
  bool first_is_open, first_is_shared;
  bool others_are_open, others_are_shared;
};

constexpr Sides all_sides[] = {
    {"own elements or values", false, false, false, false},
    {"open", true, false, true, false},
    {"shared rows", false, true, false, false},
    {"shared rows, open columns", false, true, true, false},
    {"shared", false, true, false, true},
};

template <dash::dim_t N>
InPlaceField<int, N> field_of(const std::array<Index, N>& extents, const Sides& sides)
{
  InPlaceField<int, N> field;
  field.from.extents = extents;
  for (std::size_t d = 0; d < N; ++d) {
    const bool is_open = d == 0 ? sides.first_is_open : sides.others_are_open;
    const bool is_shared = d == 0 ? sides.first_is_shared : sides.others_are_shared;
    field.inner.first[d] = 1;
    field.inner.last[d] = std::max<Index>(extents[d] - 1, 1);
    field.updated.first[d] = is_open ? 1 : 0;
    field.updated.last[d] = is_open ? std::max<Index>(extents[d] - 1, 1) : extents[d];
    field.border.first[d] = is_shared ? 1 : 0;
    field.border.last[d] = extents[d] - (is_shared ? 1 : 0);
  }
  return field;
}

/// Checks the boxes of a field and remembers which of them computes an element.
template <dash::MemArrange order, dash::dim_t N>
class BoxesOfField {
  using Coords = std::array<Index, N>;
  using Boxes = StepBoxes<order, N>;

 public:
  BoxesOfField(
      const Coords& extents, const Sides& sides, unsigned most_in_row = most_in_rows[0],
      Columns columns = Columns::all, Beyond beyond = {}, TileSize tile = wide_tile)
      : tile_(tile),
        field_(field_of<N>(extents, sides)),
        tiling_(tiled_box<order>(field_, tile, 1, columns, beyond), tile, threads, most_in_row),
        boxes_(field_.updated, tiling_, field_.border, extents),
        known_(boxes_.count()),
        owners_(static_cast<std::size_t>(dash::detail::product(extents)), nobody)
  {}

  void check()
  {
    for (const std::uint32_t blocks : {1, 2, 7}) {
      check_turns(std::min(blocks, boxes_.count()), false);
      check_turns(std::min(blocks, boxes_.count()), true);
    }
    for (std::uint32_t turn = 0; turn < boxes_.count(); ++turn) note_box(turn);
    for (std::size_t i = 0; i < owners_.size(); ++i) check_element(coords_of_element(i));
  }

  /// The number of elements in the frames of all boxes.
  Index frame_size() const
  {
    Index size = 0;
    for (std::uint32_t turn = 0; turn < boxes_.count(); ++turn)
      size += boxes_.frame(boxes_.at(turn)).size();
    return size;
  }

  /// Lets thread blocks have their turns in a random order in which each turn waits for the
  /// adjacent boxes, and compares with steps of the whole field.
  void check_steps(std::uint32_t blocks, std::uint32_t steps, unsigned seed)
  {
    std::array<std::vector<int>, 2> values;
    for (auto& one : values) one.resize(owners_.size());
    for (std::size_t i = 0; i < owners_.size(); ++i) values[0][i] = static_cast<int>(i * i % 101);
    values[1] = values[0];
    auto expected = values;
    for (std::uint32_t step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < owners_.size(); ++i) {
        const Coords at = coords_of_element(i);
        if (field_.updated.contains(at)) compute_element(at, step, expected);
      }
    }

    struct Block {
      BlockTurns turns;
      std::uint32_t step, place;

      std::uint32_t turn() const { return turns.at(step % 2 != 0 ? turns.reversed(place) : place); }
    };
    std::vector<Block> waiting;
    blocks = std::min(blocks, boxes_.count());
    for (std::uint32_t i = 0; i < blocks; ++i) waiting.push_back({turns_of(i, blocks), 0, 0});
    std::vector<std::uint32_t> flags(boxes_.count());
    std::mt19937 random(seed);
    while (!waiting.empty()) {
      std::vector<std::size_t> ready;
      for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (is_ready(waiting[i].step, waiting[i].turn(), flags)) ready.push_back(i);
      }
      ASSERT_FALSE(ready.empty()) << "deadlock";
      const std::size_t chosen = ready[random() % ready.size()];
      Block& block = waiting[chosen];
      const auto box = boxes_.at(block.turn());
      const std::uint32_t step = block.step;
      for_each_element(box, [&](const Coords& at) { compute_element(at, step, values); });
      flags[boxes_.number(box)] = step + 1;
      if (++block.place < block.turns.size()) continue;
      block.place = 0;
      if (++block.step < steps) continue;
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
    EXPECT_EQ(expected, values);
  }

 private:
  /// What is known of a box.
  struct Box {
    bool is_shared;
    std::array<std::uint32_t, Boxes::adjacent_count> adjacent;  ///< numbers of boxes
  };

  static constexpr std::uint32_t nobody = ~0U;
  static constexpr std::size_t fastest = dash::halo::detail::fastest_dimension<order, N>;

  Coords coords_of_element(std::size_t i) const
  {
    return dash::detail::linear_coords<order>(static_cast<Index>(i), extents());
  }

  std::size_t position(const Coords& at) const
  {
    return dash::detail::linear_index<order, std::size_t>(at, extents());
  }

  /// Whether adjacent boxes have done the preceding steps.
  bool is_ready(
      std::uint32_t step, std::uint32_t turn, const std::vector<std::uint32_t>& flags) const
  {
    const auto box = boxes_.at(turn);
    bool result = true;
    for (std::uint32_t direction = 0; direction < Boxes::adjacent_count; ++direction) {
      result = result && flags[boxes_.adjacent(box, direction)] >= step;
    }
    return result;
  }

  /// A step of an element, in dimensions that are periodic.
  void compute_element(
      const Coords& at, std::uint32_t step, std::array<std::vector<int>, 2>& values) const
  {
    int sum = 0;
    for (std::uint32_t region = 0; region < Boxes::adjacent_count; ++region) {
      sum += static_cast<int>(region + 1) * values[step % 2][position(neighbour(at, region))];
    }
    values[1 - step % 2][position(at)] = sum % 101;
  }

  const Coords& extents() const { return field_.from.extents; }

  std::uint32_t& owner(const Coords& at) { return owners_[position(at)]; }

  BlockTurns turns_of(std::uint32_t block, std::uint32_t blocks) const
  {
    return {block, blocks, boxes_.count(), boxes_.shared_count()};
  }

  /// All blocks together have a turn for each box, and shared boxes come first.
  void check_turns(std::uint32_t blocks, bool is_reversed)
  {
    std::vector<bool> visited(boxes_.count());
    for (std::uint32_t block = 0; block < blocks; ++block) {
      const BlockTurns turns = turns_of(block, blocks);
      bool was_shared = true;
      for (std::uint32_t i = 0; i < turns.size(); ++i) {
        const std::uint32_t turn = turns.at(is_reversed ? turns.reversed(i) : i);
        ASSERT_LT(turn, boxes_.count());
        const std::uint32_t box = boxes_.number(boxes_.at(turn));
        ASSERT_LT(box, boxes_.count());
        EXPECT_FALSE(visited[box]);
        visited[box] = true;
        EXPECT_TRUE(was_shared || turn >= boxes_.shared_count());
        was_shared = turn < boxes_.shared_count();
      }
    }
    EXPECT_EQ(boxes_.count(), std::count(visited.begin(), visited.end(), true));
  }

  /// Calls f for each element that a box computes.
  template <class F>
  void for_each_element(const typename Boxes::Coords& box, F f) const
  {
    for (unsigned thread = 0; thread < threads; ++thread) {
      const auto place = tiling_.place(box, tiling_.in_box(thread));
      for (int row = 0; row < (N > 1 ? place.rows : std::min(place.rows, 1)); ++row) {
        const Index begin = place.at[fastest];
        EXPECT_TRUE(begin % tile_.width == 0 && begin + tile_.width <= extents()[fastest]);
        for (Index column = place.columns_begin; column < place.columns_end; ++column) {
          Coords at = place.at;
          if (N > 1) at[dash::halo::detail::row_dimension<order, N>] += row;
          at[fastest] += column;
          f(at);
        }
      }
    }
    const auto frame = boxes_.frame(box);
    for (Index i = 0; i < frame.size(); ++i) f(frame.at(i));
  }

  void note_box(std::uint32_t turn)
  {
    const auto box = boxes_.at(turn);
    Box& known = known_[boxes_.number(box)];
    known.is_shared = turn < boxes_.shared_count();
    for (std::uint32_t direction = 0; direction < Boxes::adjacent_count; ++direction)
      known.adjacent[direction] = boxes_.adjacent(box, direction);
    for_each_element(box, [&](const Coords& at) {
      ASSERT_TRUE(field_.updated.contains(at));
      EXPECT_EQ(nobody, owner(at)) << "computed twice";
      owner(at) = boxes_.number(box);
    });
  }

  void check_element(const Coords& at)
  {
    const std::uint32_t box = owner(at);
    ASSERT_EQ(field_.updated.contains(at), box != nobody);
    if (box == nobody) return;
    const Box& known = known_[box];
    EXPECT_TRUE(field_.border.contains(at) || known.is_shared);
    for (std::uint32_t region = 0; region < Boxes::adjacent_count; ++region) {
      const std::uint32_t other = owner(neighbour(at, region));
      const bool is_adjacent = std::ranges::find(known.adjacent, other) != known.adjacent.end();
      EXPECT_TRUE(other == nobody || is_adjacent) << box << " and " << other;
    }
  }

  /// The next element in a direction, in periodic dimensions.
  Coords neighbour(Coords at, std::uint32_t region) const
  {
    for (std::size_t d = 0; d < N; ++d, region /= 3) {
      at[d] = (at[d] + region % 3 + extents()[d] - 1) % extents()[d];
    }
    return at;
  }

  TileSize tile_;
  InPlaceField<int, N> field_;
  Tiling<order, N> tiling_;
  Boxes boxes_;
  std::vector<Box> known_;             // boxes in the order of their numbers
  std::vector<std::uint32_t> owners_;  // numbers of boxes, by element
};

template <dash::MemArrange order, dash::dim_t N>
void check(const std::vector<std::array<Index, N>>& sizes)
{
  for (const auto& extents : sizes) {
    for (const Sides& sides : all_sides) {
      std::string text = sides.name;
      for (const Index extent : extents) text += " " + std::to_string(extent);
      SCOPED_TRACE(text);
      for (const TileSize tile : tiles) {
        SCOPED_TRACE(testing::Message() << "tiles of " << tile.width << " columns");
        for (const unsigned most_in_row : most_in_rows) {
          if (tile.width != wide_tile.width && most_in_row != most_in_rows[0]) continue;
          for (const Beyond beyond : {Beyond{}, Beyond{true, true}, Beyond{false, true}}) {
            if (N <= 2 && (beyond.before || beyond.behind)) continue;
            for (const Columns columns : {Columns::all, Columns::some})
              BoxesOfField<order, N>(extents, sides, most_in_row, columns, beyond, tile).check();
          }
        }
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(StepBoxes, OneDimension)
{
  check<dash::ROW_MAJOR, 1>({{1}, {2}, {3}, {511}, {512}, {2050}});
}

TEST(StepBoxes, TwoDimensions)
{
  check<dash::ROW_MAJOR, 2>(
      {{1, 1}, {1, 600}, {2, 2}, {3, 5}, {8, 512}, {11, 1030}, {70, 130}, {515, 40}, {300, 3}});
  check<dash::COL_MAJOR, 2>({{3, 5}, {11, 1030}, {70, 130}, {515, 40}});
}

TEST(StepBoxes, ThreeDimensions)
{
  check<dash::ROW_MAJOR, 3>({{1, 1, 1}, {2, 3, 4}, {4, 20, 70}, {9, 1, 30}});
  check<dash::COL_MAJOR, 3>({{4, 3, 2}, {70, 20, 4}});
}

/// Elements of a frame are computed one by one, before the tiles.
TEST(StepBoxes, FramesHaveOnlySidesThatTilesCannotCover)
{
  const Sides& slabs = all_sides[3];
  constexpr Beyond both{true, true};
  const std::array<Index, 2> flat{40, 130};
  const std::array<Index, 3> solid{4, 20, 70};
  const auto frame_size = [&](const auto& extents, const Sides& sides, Columns columns,
                              Beyond beyond) {
    constexpr std::size_t n = std::tuple_size_v<std::remove_cvref_t<decltype(extents)>>;
    return BoxesOfField<dash::ROW_MAJOR, n>(extents, sides, threads, columns, beyond).frame_size();
  };
  EXPECT_EQ(0, frame_size(solid, slabs, Columns::some, both));
  EXPECT_EQ(4 * 18 * 2, frame_size(solid, slabs, Columns::all, both));
  EXPECT_EQ(2 * 128, frame_size(flat, slabs, Columns::some, {}));
  EXPECT_EQ(2 * 128 + 38 * 2, frame_size(flat, slabs, Columns::all, {}));
  // Sides that change are in the frame in any case.
  EXPECT_EQ(2 * (130 + 38), frame_size(flat, all_sides[0], Columns::some, {}));
}

TEST(StepBoxes, TurnsInAnyOrder)
{
  for (const Sides& sides : all_sides) {
    SCOPED_TRACE(sides.name);
    BoxesOfField<dash::ROW_MAJOR, 2> field({90, 700}, sides);
    for (const std::uint32_t blocks : {1, 2, 5, 1000}) {
      SCOPED_TRACE(blocks);
      for (unsigned seed = 0; seed < 3; ++seed) field.check_steps(blocks, 5, seed);
    }
  }
}

}  // namespace
