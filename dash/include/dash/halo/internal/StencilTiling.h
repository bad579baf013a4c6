/**
 * \file dash/halo/internal/StencilTiling.h
 * How the elements of a block are dealt to the threads of a kernel: most of them in tiles, which lie
 * inside of the block with all that they read, and those of a frame around the tiles one by one.
 */
#ifndef DASH__HALO__INTERNAL__STENCIL_TILING_H__INCLUDED
#define DASH__HALO__INTERNAL__STENCIL_TILING_H__INCLUDED

#include <dash/Types.h>
#include <dash/halo/internal/InPlaceField.h>
#include <dash/internal/LinearOrder.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::internal {

/** The dimension whose elements are adjacent, and the one of rows. */
template <MemArrange order, dim_t N>
inline constexpr std::size_t fastest_dimension =
    dash::internal::dimension_at_pace<order, N>(N - 1);
template <MemArrange order, dim_t N>
inline constexpr std::size_t row_dimension =
    dash::internal::dimension_at_pace<order, N>(N > 1 ? N - 2 : 0);

/** What a thread computes at once: adjacent elements, in adjacent rows. */
struct TileSize {
  default_index_t width;
  default_index_t rows;
};

/** The elements of a range but for those of a smaller one in it: slabs before and behind it. */
template <MemArrange order, dim_t N>
class Frame {
 public:
  using Coords = std::array<default_index_t, N>;

  Frame(const Range<N>& all, const Range<N>& inside)
  {
    Range<N> rest = all;
    for (std::size_t pace = 0; pace < N; ++pace) {
      const std::size_t d = dash::internal::dimension_at_pace<order, N>(pace);
      add_slab(2 * pace, rest, d, rest.first[d], inside.first[d]);
      add_slab(2 * pace + 1, rest, d, inside.last[d], rest.last[d]);
      rest.first[d] = inside.first[d];
      rest.last[d] = inside.last[d];
    }
  }

  DASH_HOST_DEVICE default_index_t size() const { return _ends[2 * N - 1]; }

  DASH_HOST_DEVICE Coords at(default_index_t index) const
  {
    std::size_t slab = 0;
    while (index >= _ends[slab]) ++slab;
    if (slab > 0) index -= _ends[slab - 1];
    Coords at = dash::internal::linear_coords<order>(index, _slabs[slab].extents());
    for (std::size_t d = 0; d < N; ++d) at[d] += _slabs[slab].first[d];
    return at;
  }

 private:
  void add_slab(
      std::size_t index, Range<N> slab, std::size_t d, default_index_t first, default_index_t last)
  {
    slab.first[d] = first;
    slab.last[d] = last;
    _slabs[index] = slab;
    _ends[index] =
        (index > 0 ? _ends[index - 1] : 0) + dash::internal::product(slab.extents());
  }

  std::array<Range<N>, 2 * N> _slabs{};
  std::array<default_index_t, 2 * N> _ends{};  // elements up to a slab's end
};

/**
 * What the tiles of a step cover: elements that read nothing outside of the block and that no other
 * unit reads. \param margin  elements around a tile that it loads, whatever the stencil's shape
 */
template <MemArrange order, class T, dim_t N>
Range<N> tiled_range(const InPlaceField<T, N>& field, TileSize tile, default_index_t margin)
{
  Range<N> range;
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

/** Tiles of a range, by threads of blocks that each take a box of it. */
template <MemArrange order, dim_t N>
class Tiling {
 public:
  using Coords = std::array<default_index_t, N>;

  Tiling(const Range<N>& range, TileSize tile, unsigned threads)
    : _range(range), _tile(tile), _threads_in_row(threads)
  {
    const Coords extents = range.extents();
    // As many threads in a row as waste the fewest.
    default_index_t fewest = 0;
    for (unsigned in_row = threads; in_row >= (N > 1 ? 8U : threads); in_row /= 2) {
      const default_index_t box = in_row * tile.width;
      const default_index_t covered = (extents[fastest] + box - 1) / box * box;
      if (fewest != 0 && covered * 8 > fewest * 7) continue;
      fewest = covered;
      _threads_in_row = in_row;
    }
    _box.fill(1);
    if (N > 1) _box[next] = threads / _threads_in_row * tile.rows;
    _box[fastest] = _threads_in_row * tile.width;
    for (std::size_t d = 0; d < N; ++d) {
      _boxes[d] = static_cast<std::uint32_t>((extents[d] + _box[d] - 1) / _box[d]);
    }
  }

  /** Number of thread blocks. */
  std::uint32_t count() const { return dash::internal::product(_boxes); }

  /** Where the tile of a thread begins. \return whether it has one */
  DASH_HOST_DEVICE bool locate(std::uint32_t block, std::uint32_t thread, Coords* at) const
  {
    const auto box = dash::internal::linear_coords<order>(block, _boxes);
    for (std::size_t d = 0; d < N; ++d) (*at)[d] = _range.first[d] + box[d] * _box[d];
    (*at)[fastest] += thread % _threads_in_row * _tile.width;
    if (N > 1) (*at)[next] += thread / _threads_in_row * _tile.rows;
    return (*at)[fastest] < _range.last[fastest] && (*at)[next] < _range.last[next];
  }

 private:
  static constexpr std::size_t fastest = fastest_dimension<order, N>;
  static constexpr std::size_t next = row_dimension<order, N>;

  Range<N> _range;
  TileSize _tile;
  std::uint32_t _threads_in_row;
  Coords _box{};  // extents
  std::array<std::uint32_t, N> _boxes{};
};

}  // namespace dash::halo::internal

#endif  // DASH__HALO__INTERNAL__STENCIL_TILING_H__INCLUDED
