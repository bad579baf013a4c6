#pragma once

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Tasks.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>

#include <array>
#include <cstddef>
#include <cstdint>

/// Elements of the matrix to factorise: symmetric pseudo-random numbers between -1/2 and 1/2, with
/// a value added to the diagonal. Calling it with the index of an element of a tile, in
/// column-major order, sets this element.
struct Elements {
  std::size_t tile;
  std::size_t first_row, first_column;  ///< global indices of the first element of the tile
  double diagonal;

  DASH_HOST_DEVICE static double at(std::size_t row, std::size_t column, double diagonal)
  {
    const std::size_t high = row > column ? row : column;
    const std::size_t low = row > column ? column : row;
    // The finaliser of SplitMix64 spreads the bits.
    std::uint64_t bits = (high << 32 | low) + 0x9e3779b97f4a7c15U;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
    const double random = static_cast<double>((bits ^ bits >> 31) >> 11) * 0x1p-53 - 0.5;
    return row == column ? random + diagonal : random;
  }
  DASH_HOST_DEVICE void operator()(
      std::size_t column, std::size_t row, dash::tasks::Span<double> elements) const
  {
    elements[column * tile + row] = at(first_row + row, first_column + column, diagonal);
  }
};

/// The lower triangle of a symmetric matrix in square tiles, which are distributed over all units;
/// each tile is contiguous and in column-major order. In addition, each unit has room for copies of
/// other units' tiles.
class TiledMatrix {
  template <class Tiles>
  auto begin_of(Tiles& tiles, std::size_t number) const
  {
    return tiles.begin() + static_cast<std::ptrdiff_t>(number * cells());
  }

 public:
  /// Collective. \param tiles in a row and in a column \param tile rows and columns of a tile
  TiledMatrix(std::size_t tiles, std::size_t tile)
      : tiles_(tiles),
        tile_(tile),
        cells_(tiles * (tiles + 1) / 2 * cells(), dash::BLOCKCYCLIC(cells())),
        info_(tiles)
  {
    if (dash::size() > 1) copies_.allocate(dash::size() * slots() * cells(), dash::BLOCKED);
    dash::fill(info_.begin(), info_.end(), 0);
    info_.barrier();
  }

  std::size_t tiles() const { return tiles_; }
  std::size_t tile() const { return tile_; }
  std::size_t size() const { return tiles_ * tile_; }

  /// The unit that has the tile in row i and column j, which is not above the diagonal.
  std::size_t owner(std::size_t i, std::size_t j) const { return number(i, j) % dash::size(); }

  /// The range of a tile for a task; \p access is dash::in, dash::out or dash::inout.
  template <class Access>
  auto tile(const Access& access, std::size_t i, std::size_t j)
  {
    return access(begin_of(cells_, number(i, j)), begin_of(cells_, number(i, j) + 1));
  }
  /// Room at a unit for a copy of the tile in row i and column k; the copy for column k + 2 uses
  /// the same room.
  template <class Access>
  auto copy(const Access& access, std::size_t unit, std::size_t i, std::size_t k)
  {
    const std::size_t slot = unit * slots() + k % 2 * tiles_ + i;
    return access(begin_of(copies_, slot), begin_of(copies_, slot + 1));
  }
  /// The status that LAPACK returns for the factorisation of a tile on the diagonal.
  template <class Access>
  auto info(const Access& access, std::size_t k)
  {
    return access(info_[static_cast<dash::default_index_t>(k)]);
  }

  /// Starts a task for each tile that sets its elements. One unit calls this.
  void generate(double diagonal, dash::tasks::task_group& group)
  {
    for (std::size_t i = 0; i < tiles_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const Elements elements{tile_, i * tile_, j * tile_, diagonal};
        group +=
            dash::tasks::parallel_for(std::array{tile_, tile_}, tile(dash::out, i, j), elements);
      }
    }
  }

  /// Copies a tile to native memory.
  void fetch(std::size_t i, std::size_t j, double* to) const
  {
    dash::copy(begin_of(cells_, number(i, j)), begin_of(cells_, number(i, j) + 1), to);
  }
  int fetch_info(std::size_t k) const { return info_[static_cast<dash::default_index_t>(k)]; }

 private:
  std::size_t cells() const { return tile_ * tile_; }
  std::size_t slots() const { return 2 * tiles_; }
  static std::size_t number(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

  std::size_t tiles_, tile_;
  dash::Array<double> cells_, copies_;
  dash::Array<int> info_;
};
