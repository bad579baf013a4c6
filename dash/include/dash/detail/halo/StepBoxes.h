#pragma once

/// \file
/// Divides the elements that a step of a stencil changes into boxes, and the boxes among thread
/// blocks that stay on the GPU from step to step: each has the same ones in all steps, and a turn
/// for each of them.

#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/halo/HaloTypes.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// The boxes of a tiling; those at its sides also have the elements of the frame beside them. So
/// all elements that an element of a box reads in its unit's block are in adjacent boxes, provided
/// that the stencil reaches no further than the next element. Boxes at opposite sides are adjacent,
/// too, because dimensions may be periodic.
template <MemArrange order, dim_t N>
class StepBoxes {
 public:
  using Coords = std::array<std::uint32_t, N>;

  /// Number of adjacent boxes; the box itself is one of them, and some may be the same.
  static constexpr std::uint32_t adjacent_count = NumRegionsMax<N>;

  /// \param border   the box without the elements that units share
  /// \param extents  extents of the block
  StepBoxes(
      const CoordsBox<N>& updated, const Tiling<order, N>& tiling, const CoordsBox<N>& border,
      const std::array<default_index_t, N>& extents)
      : updated_(updated),
        tiles_(tiling.range()),
        origin_(tiling.origin()),
        box_(tiling.box_extents()),
        counts_(at_least_one(tiling.boxes())),
        inside_(inside_of(counts_, border, extents)),
        shared_(whole_of(counts_), inside_)
  {}

  std::uint32_t count() const { return dash::detail::product(counts_); }
  /// Number of boxes whose elements other units read, or which read elements of other units.
  std::uint32_t shared_count() const { return static_cast<std::uint32_t>(shared_.size()); }

  /// The box of a turn. Shared boxes have the first turns, because neighbours wait for them.
  /// \param turn  below count()
  DASH_HOST_DEVICE Coords at(std::uint32_t turn) const
  {
    Coords box{};
    const auto shared = static_cast<std::uint32_t>(shared_.size());
    if (turn < shared) {
      const auto at = shared_.at(turn);
      for (std::size_t d = 0; d < N; ++d) box[d] = static_cast<std::uint32_t>(at[d]);
      return box;
    }
    Coords extents{};
    for (std::size_t d = 0; d < N; ++d) {
      extents[d] = static_cast<std::uint32_t>(inside_.last[d] - inside_.first[d]);
    }
    box = dash::detail::linear_coords<order>(turn - shared, extents);
    for (std::size_t d = 0; d < N; ++d) box[d] += static_cast<std::uint32_t>(inside_.first[d]);
    return box;
  }

  DASH_HOST_DEVICE std::uint32_t number(const Coords& box) const
  {
    return dash::detail::linear_index<order, std::uint32_t>(box, counts_);
  }

  /// Number of the adjacent box in a direction, which counts like the regions of halos.
  DASH_HOST_DEVICE std::uint32_t adjacent(Coords box, std::uint32_t direction) const
  {
    for (std::size_t d = N; d-- > 0; direction /= 3) {
      const std::uint32_t moved = box[d] + direction % 3 + counts_[d] - 1;  // at most 2n
      box[d] = moved >= 2 * counts_[d] ? 0 : moved >= counts_[d] ? moved - counts_[d] : moved;
    }
    return number(box);
  }

  /// All elements of a box.
  DASH_HOST_DEVICE CoordsBox<N> range(const Coords& box) const
  {
    CoordsBox<N> all = tiled(box);
    for (std::size_t d = 0; d < N; ++d) {
      if (box[d] == 0) all.first[d] = updated_.first[d];
      if (box[d] + 1 == counts_[d]) all.last[d] = updated_.last[d];
    }
    return all;
  }

  /// The elements of a box outside of tiles.
  DASH_HOST_DEVICE Frame<order, N> frame(const Coords& box) const
  {
    return Frame<order, N>(range(box), tiled(box));
  }

 private:
  /// The elements of a box in tiles.
  DASH_HOST_DEVICE CoordsBox<N> tiled(const Coords& box) const
  {
    CoordsBox<N> tiles;
    for (std::size_t d = 0; d < N; ++d) {
      const bool is_last = box[d] + 1 == counts_[d];
      const default_index_t begin = origin_[d] + box[d] * box_[d];
      tiles.first[d] = begin < tiles_.first[d] ? tiles_.first[d] : begin;
      tiles.last[d] = is_last ? tiles_.last[d] : begin + box_[d];
    }
    return tiles;
  }

  static Coords at_least_one(Coords counts)
  {
    for (auto& count : counts) count = (std::max)(count, 1U);
    return counts;
  }

  static CoordsBox<N> whole_of(const Coords& counts)
  {
    CoordsBox<N> whole;
    std::copy(counts.begin(), counts.end(), whole.last.begin());
    return whole;
  }

  /// The boxes that are not shared.
  static CoordsBox<N> inside_of(
      const Coords& counts, const CoordsBox<N>& border,
      const std::array<default_index_t, N>& extents)
  {
    CoordsBox<N> inside;
    for (std::size_t d = 0; d < N; ++d) {
      const default_index_t n = counts[d];
      inside.first[d] = border.first[d] > 0 ? 1 : 0;
      inside.last[d] = (std::max)(inside.first[d], border.last[d] < extents[d] ? n - 1 : n);
    }
    return inside;
  }

  CoordsBox<N> updated_;
  CoordsBox<N> tiles_;
  std::array<default_index_t, N> origin_;
  std::array<default_index_t, N> box_;
  Coords counts_;
  CoordsBox<N> inside_;
  Frame<order, N> shared_;
};

/// The turns of a thread block in each step.
class BlockTurns {
 public:
  /// \param block   number of the thread block, one of \c blocks
  /// \param count   number of all boxes, at least as many as thread blocks
  /// \param shared  how many of them are shared
  DASH_HOST_DEVICE BlockTurns(
      std::uint32_t block, std::uint32_t blocks, std::uint32_t count, std::uint32_t shared)
      : block_(block),
        blocks_(blocks),
        size_(turns_below(count)),
        shared_(turns_below(shared))
  {}

  DASH_HOST_DEVICE std::uint32_t size() const { return size_; }
  /// \param place  below size()
  DASH_HOST_DEVICE std::uint32_t at(std::uint32_t place) const { return block_ + place * blocks_; }

  /// The place that comes instead of another one in each second step, which goes backward, so that
  /// it begins with what is still in the cache. Neighbours wait for the shared boxes, so that these
  /// remain the first ones.
  DASH_HOST_DEVICE std::uint32_t reversed(std::uint32_t place) const
  {
    return place < shared_ ? place : size_ - 1 - (place - shared_);
  }

 private:
  /// How many of the first turns of all thread blocks this one has.
  DASH_HOST_DEVICE std::uint32_t turns_below(std::uint32_t turns) const
  {
    return turns <= block_ ? 0 : (turns - block_ - 1) / blocks_ + 1;
  }

  std::uint32_t block_;
  std::uint32_t blocks_;
  std::uint32_t size_;
  std::uint32_t shared_;
};

}  // namespace dash::halo::detail
