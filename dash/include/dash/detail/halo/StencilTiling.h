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

template <MemArrange order, dim_t N>
inline constexpr std::size_t slowest_dimension = dash::detail::dimension_at_pace<order, N>(0);

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

  DASH_HOST_DEVICE Frame(const CoordsBox<N>& all, const CoordsBox<N>& inside)
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

  /// The element with a number. Numbers of 32 bits are faster to compute with.
  template <class Index>
  DASH_HOST_DEVICE Coords at(Index index) const
  {
    std::size_t slab = 0;
    while (index >= static_cast<Index>(ends_[slab])) ++slab;
    if (slab > 0) index -= static_cast<Index>(ends_[slab - 1]);
    const auto in_slab = dash::detail::linear_coords<order>(index, slabs_[slab].extents());
    Coords at = slabs_[slab].first;
    for (std::size_t d = 0; d < N; ++d) at[d] += static_cast<default_index_t>(in_slab[d]);
    return at;
  }

 private:
  DASH_HOST_DEVICE void add_slab(
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

/// At which sides of the slowest dimension tiles load elements beyond the block.
struct Beyond {
  bool before = false;
  bool behind = false;
};

/// Which columns of a tile have to be in the range of all tiles.
enum class Columns {
  all,  ///< so that the tile needs no conditions
  some  ///< the tile drops the others, where a side of the block is open
};

/// In three dimensions, a frame beside open sides has so many elements, which are computed one by
/// one, that the conditions take less time; in fewer dimensions they take more.
template <dim_t N>
inline constexpr Columns columns_of_tiles = N > 2 ? Columns::some : Columns::all;

/// The range that the tiles of a step cover: elements that read nothing outside of the block and
/// that no other unit reads, except at the sides where tiles load elements beyond the block.
/// \param margin  number of elements around a tile that it loads, whatever the stencil's shape
template <MemArrange order, class T, dim_t N>
CoordsBox<N> tiled_box(
    const InPlaceField<T, N>& field, TileSize tile, default_index_t margin,
    Columns columns = Columns::all, Beyond beyond = {})
{
  CoordsBox<N> range;
  for (std::size_t d = 0; d < N; ++d) {
    default_index_t first = (std::max)({field.inner.first[d], field.border.first[d], margin});
    default_index_t last =
        (std::min)({field.inner.last[d], field.border.last[d], field.from.extents[d] - margin});
    if (d == slowest_dimension<order, N>) {
      if (beyond.before) first = field.updated.first[d];
      if (beyond.behind) last = field.updated.last[d];
    }
    // The loads of a tile are as wide as it is, so it must not extend beyond the row's end. It may
    // have fewer rows.
    if (d == fastest_dimension<order, N>) {
      const auto whole = [&](default_index_t n) { return n / tile.width * tile.width; };
      if (columns == Columns::all) first = whole(first + tile.width - 1);
      last = columns == Columns::all ? whole(last) : (std::min)(last, whole(field.from.extents[d]));
    }
    range.first[d] = (std::min)(first, field.updated.last[d]);
    range.last[d] = (std::max)(range.first[d], last);
  }
  return range;
}

/// The part of a tile that lies in the range of all tiles: some first rows, and columns
/// [columns_begin, columns_end).
template <dim_t N>
struct TilePlace {
  std::array<default_index_t, N> at{};  // the first element of the whole tile
  int rows = 0;                         // 0 if the tile lies outside
  int columns_begin = 0;
  int columns_end = 0;

  DASH_HOST_DEVICE bool has(int row, int column) const
  {
    return row < rows && column >= columns_begin && column < columns_end;
  }
};

/// Where a thread's tile is in the box of its thread block.
struct PlaceInBox {
  std::uint32_t row;
  std::uint32_t column;
};

/// Divides a range into tiles, one for each thread; each thread block covers a box of them.
template <MemArrange order, dim_t N>
class Tiling {
 public:
  using Coords = std::array<default_index_t, N>;
  using BoxCoords = std::array<std::uint32_t, N>;

  /// \param threads      number of threads of a thread block
  /// \param most_in_row  how many of them at most may be in a row
  Tiling(const CoordsBox<N>& range, TileSize tile, unsigned threads, unsigned most_in_row = ~0U)
      : range_(range),
        tile_(tile),
        origin_(range.first)
  {
    // The number of threads in a row is chosen so that the fewest are idle.
    const unsigned most = N > 1 ? (std::min)(threads, most_in_row) : threads;
    default_index_t fewest = 0;
    for (unsigned in_row = most; in_row >= (N > 1 ? 8U : threads); in_row /= 2) {
      const default_index_t covered = boxes_in_row(in_row) * in_row * tile.width;
      if (fewest != 0 && covered * 8 > fewest * 7) continue;
      fewest = covered;
      threads_in_row_ = in_row;
    }
    origin_[fastest] = begin_of_rows(threads_in_row_);
    box_.fill(1);
    if (N > 1) box_[next] = threads / threads_in_row_ * tile.rows;
    box_[fastest] = threads_in_row_ * tile.width;
    const Coords extents = range.extents();
    for (std::size_t d = 0; d < N; ++d) {
      boxes_[d] = static_cast<std::uint32_t>((extents[d] + box_[d] - 1) / box_[d]);
    }
    boxes_[fastest] = static_cast<std::uint32_t>(boxes_in_row(threads_in_row_));
  }

  /// Number of thread blocks.
  std::uint32_t count() const { return dash::detail::product(boxes_); }

  /// Number of boxes in each dimension.
  const BoxCoords& boxes() const { return boxes_; }
  DASH_HOST_DEVICE const CoordsBox<N>& range() const { return range_; }
  /// Where the first box begins, which may be before the range.
  DASH_HOST_DEVICE const Coords& origin() const { return origin_; }
  /// Number of elements of a box in each dimension.
  DASH_HOST_DEVICE const Coords& box_extents() const { return box_; }

  /// The tile of a thread of a thread block.
  DASH_HOST_DEVICE TilePlace<N> place(std::uint32_t block, std::uint32_t thread) const
  {
    return place(dash::detail::linear_coords<order>(block, boxes_), in_box(thread));
  }

  DASH_HOST_DEVICE PlaceInBox in_box(std::uint32_t thread) const
  {
    return {
        thread / threads_in_row_ * static_cast<std::uint32_t>(tile_.rows),
        thread % threads_in_row_ * static_cast<std::uint32_t>(tile_.width)};
  }

  /// The tile at a place of a box.
  DASH_HOST_DEVICE TilePlace<N> place(const BoxCoords& box, PlaceInBox in_box) const
  {
    TilePlace<N> place;
    for (std::size_t d = 0; d < N; ++d) place.at[d] = origin_[d] + box[d] * box_[d];
    place.at[fastest] += in_box.column;
    if (N > 1) place.at[next] += in_box.row;
    const auto part = [](default_index_t part, default_index_t whole) {
      return static_cast<int>(part < 0 ? 0 : part < whole ? part : whole);
    };
    place.columns_begin = part(range_.first[fastest] - place.at[fastest], tile_.width);
    place.columns_end = part(range_.last[fastest] - place.at[fastest], tile_.width);
    bool is_inside = place.columns_begin < place.columns_end;
    for (std::size_t d = 0; d < N; ++d) {
      if (d != fastest) is_inside &= place.at[d] >= range_.first[d] && place.at[d] < range_.last[d];
    }
    if (!is_inside) return place;
    place.rows =
        N > 1 ? part(range_.last[next] - place.at[next], tile_.rows) : static_cast<int>(tile_.rows);
    return place;
  }

 private:
  static constexpr std::size_t fastest = fastest_dimension<order, N>;
  static constexpr std::size_t next = row_dimension<order, N>;

  /// Rows of boxes begin where the row of a warp would, so that warps access whole cache lines; the
  /// first tiles then are outside of the range.
  default_index_t begin_of_rows(unsigned threads_in_row) const
  {
    const default_index_t row = (std::min)(threads_in_row, 32U) * tile_.width;
    return range_.first[fastest] / row * row;
  }

  default_index_t boxes_in_row(unsigned threads_in_row) const
  {
    const default_index_t box = threads_in_row * tile_.width;
    const bool is_empty = range_.extents()[fastest] == 0;
    return is_empty ? 0 : (range_.last[fastest] - begin_of_rows(threads_in_row) + box - 1) / box;
  }

  CoordsBox<N> range_;
  TileSize tile_;
  Coords origin_;
  std::uint32_t threads_in_row_ = 0;
  Coords box_{};  // extents of a thread block's box
  BoxCoords boxes_{};
};

}  // namespace dash::halo::detail
