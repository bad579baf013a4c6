#pragma once

/// \file
/// Distributes the elements of a block over the threads of a kernel. Most of them are in tiles,
/// which lie inside the block together with all elements that they read; the elements of a frame
/// around the tiles are distributed one by one.

#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/halo/InPlaceField.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// The dimension in which adjacent elements differ, and the one in which adjacent rows differ.
template <MemArrange order, dim_t N>
inline constexpr std::size_t fastest_dimension = dash::detail::dimension_at_pace<order, N>(N - 1);
template <MemArrange order, dim_t N>
inline constexpr std::size_t row_dimension =
    dash::detail::dimension_at_pace<order, N>(N > 1 ? N - 2 : 0);

/// The elements that a thread computes: adjacent ones, in adjacent rows.
struct TileSize {
  default_index_t width;
  default_index_t rows;
};

/// The elements of a range without those of a smaller range inside it, as slabs before and behind
/// it.
template <MemArrange order, dim_t N>
class Frame {
 public:
  using Coords = std::array<default_index_t, N>;

  Frame(const CoordsBox<N>& all, const CoordsBox<N>& inside)
  {
    CoordsBox<N> rest = all;
    for (std::size_t pace = 0; pace < N; ++pace) {
      const std::size_t d = dash::detail::dimension_at_pace<order, N>(pace);
      add_slab(2 * pace, rest, d, rest.first[d], inside.first[d]);
      add_slab(2 * pace + 1, rest, d, inside.last[d], rest.last[d]);
      rest.first[d] = inside.first[d];
      rest.last[d] = inside.last[d];
    }
  }

  DASH_HOST_DEVICE default_index_t size() const { return ends_[2 * N - 1]; }

  DASH_HOST_DEVICE Coords at(default_index_t index) const
  {
    std::size_t slab = 0;
    while (index >= ends_[slab]) ++slab;
    if (slab > 0) index -= ends_[slab - 1];
    Coords at = dash::detail::linear_coords<order>(index, slabs_[slab].extents());
    for (std::size_t d = 0; d < N; ++d) at[d] += slabs_[slab].first[d];
    return at;
  }

 private:
  void add_slab(
      std::size_t index, CoordsBox<N> slab, std::size_t d, default_index_t first,
      default_index_t last)
  {
    slab.first[d] = first;
    slab.last[d] = last;
    slabs_[index] = slab;
    ends_[index] = (index > 0 ? ends_[index - 1] : 0) + dash::detail::product(slab.extents());
  }

  std::array<CoordsBox<N>, 2 * N> slabs_{};
  std::array<default_index_t, 2 * N> ends_{};  // number of elements up to the end of each slab
};

/// The range that the tiles of a step cover: elements that read nothing outside of the block and
/// that no other unit reads.
/// \param margin  number of elements around a tile that it loads, whatever the stencil's shape
template <MemArrange order, class T, dim_t N>
CoordsBox<N> tiled_box(const InPlaceField<T, N>& field, TileSize tile, default_index_t margin)
{
  CoordsBox<N> range;
  for (std::size_t d = 0; d < N; ++d) {
    default_index_t first = std::max({field.inner.first[d], field.border.first[d], margin});
    default_index_t last =
        std::min({field.inner.last[d], field.border.last[d], field.from.extents[d] - margin});
    default_index_t step = 1;
    if (N > 1 && d == row_dimension<order, N>) step = tile.rows;
    if (d == fastest_dimension<order, N>) {
      step = tile.width;
      first = (first + step - 1) / step * step;
    }
    first = std::min(first, field.updated.last[d]);
    range.first[d] = first;
    range.last[d] = first + std::max<default_index_t>(last - first, 0) / step * step;
  }
  return range;
}

/// Divides a range into tiles, one for each thread; each thread block covers a box of them.
template <MemArrange order, dim_t N>
class Tiling {
 public:
  using Coords = std::array<default_index_t, N>;

  Tiling(const CoordsBox<N>& range, TileSize tile, unsigned threads)
      : range_(range),
        tile_(tile),
        threads_in_row_(threads)
  {
    const Coords extents = range.extents();
    // The number of threads in a row is chosen so that the fewest are idle.
    default_index_t fewest = 0;
    for (unsigned in_row = threads; in_row >= (N > 1 ? 8U : threads); in_row /= 2) {
      const default_index_t box = in_row * tile.width;
      const default_index_t covered = (extents[fastest] + box - 1) / box * box;
      if (fewest != 0 && covered * 8 > fewest * 7) continue;
      fewest = covered;
      threads_in_row_ = in_row;
    }
    box_.fill(1);
    if (N > 1) box_[next] = threads / threads_in_row_ * tile.rows;
    box_[fastest] = threads_in_row_ * tile.width;
    for (std::size_t d = 0; d < N; ++d) {
      boxes_[d] = static_cast<std::uint32_t>((extents[d] + box_[d] - 1) / box_[d]);
    }
  }

  /// Number of thread blocks.
  std::uint32_t count() const { return dash::detail::product(boxes_); }

  /// Finds the first element of a thread's tile. \return whether the thread has a tile
  DASH_HOST_DEVICE bool locate(std::uint32_t block, std::uint32_t thread, Coords* at) const
  {
    const auto box = dash::detail::linear_coords<order>(block, boxes_);
    for (std::size_t d = 0; d < N; ++d) (*at)[d] = range_.first[d] + box[d] * box_[d];
    (*at)[fastest] += thread % threads_in_row_ * tile_.width;
    if (N > 1) (*at)[next] += thread / threads_in_row_ * tile_.rows;
    return (*at)[fastest] < range_.last[fastest] && (*at)[next] < range_.last[next];
  }

 private:
  static constexpr std::size_t fastest = fastest_dimension<order, N>;
  static constexpr std::size_t next = row_dimension<order, N>;

  CoordsBox<N> range_;
  TileSize tile_;
  std::uint32_t threads_in_row_;
  Coords box_{};  // extents of a thread block's box, in tiles
  std::array<std::uint32_t, N> boxes_{};
};

}  // namespace dash::halo::detail
