#pragma once

#include <libdash.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "png.h"
#include "stencil.h"

/// Grey level of cell (\p row, \p column) when \p picture is repeated in both directions.
inline double grey_at(const Picture& picture, std::size_t row, std::size_t column)
{
  return picture.pixels[row % picture.rows * picture.columns + column % picture.columns];
}

/// A field of cells spread over all units by whole rows. It holds two copies, as a step reads one
/// and writes the other.
class HeatField {
 public:
  /// Collective.
  HeatField(std::size_t rows, std::size_t columns)
      : _rows(rows),
        _columns(columns),
        _rows_per_unit((rows + dash::size() - 1) / dash::size()),
        _cells(rows * columns, dash::BLOCKCYCLIC(_rows_per_unit * columns)),
        _next(rows * columns, dash::BLOCKCYCLIC(_rows_per_unit * columns)),
        _halo_north(columns),
        _halo_south(columns)
  {
  }

  std::size_t rows() const { return _rows; }
  std::size_t columns() const { return _columns; }
  dash::Array<double>& cells() { return _cells; }

  /// Fills the field with \p picture, repeated as often as needed. Collective; every unit paints
  /// its own rows.
  void paint(const Picture& picture)
  {
    dash::generate_with_index(_cells.begin(), _cells.end(), [&](std::size_t i) {
      return grey_at(picture, i / _columns, i % _columns);
    });
    _cells.barrier();
  }

  /// Collective. One barrier a step is enough: the cells that a neighbour still reads are written
  /// again only one step later, after the next barrier.
  void step(const stencil::Diffusion& diffusion)
  {
    const std::size_t rows = _cells.local.size() / _columns;
    if (rows > 0) {
      const std::size_t first = static_cast<std::size_t>(dash::myid()) * _rows_per_unit;
      const double* block = _cells.lbegin();
      const double* last_row = block + (rows - 1) * _columns;
      const double* north = first == 0 ? block : fetch_row(first - 1, _halo_north);
      const double* south = first + rows == _rows ? last_row : fetch_row(first + rows, _halo_south);
      stencil::step_block(diffusion, north, block, south, _next.lbegin(), rows, _columns);
    }
    std::swap(_cells, _next);
    _cells.barrier();
  }

  /// Copies row \p row, whoever owns it, to \p buffer and returns the buffer's address.
  const double* fetch_row(std::size_t row, std::vector<double>& buffer) const
  {
    const auto begin = _cells.begin() + row * _columns;
    dash::copy(begin, begin + _columns, buffer.data());
    return buffer.data();
  }

 private:
  std::size_t _rows;
  std::size_t _columns;
  std::size_t _rows_per_unit;  // the last units may have fewer, or none
  dash::Array<double> _cells;
  dash::Array<double> _next;
  std::vector<double> _halo_north;
  std::vector<double> _halo_south;
};
