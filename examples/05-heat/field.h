#pragma once

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/ForEachIndex.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "../support/png.h"
#include "stencil.h"

/// Grey level of cell (\p row, \p column) if \p picture is repeated in both directions.
inline double grey_at(const Picture& picture, std::size_t row, std::size_t column)
{
  return picture.pixels[row % picture.rows * picture.columns + column % picture.columns];
}

/// A field of cells whose rows are distributed over all units. It holds two copies, because a step
/// reads one and writes the other. The cells of GPU units are in the memory of their GPUs.
class HeatField {
 public:
  /// Collective.
  HeatField(std::size_t rows, std::size_t columns)
      : rows_(rows),
        columns_(columns),
        rows_per_unit_((rows + dash::size() - 1) / dash::size()),
        cells_(rows * columns, dash::BLOCKCYCLIC(rows_per_unit_ * columns)),
        next_(rows * columns, dash::BLOCKCYCLIC(rows_per_unit_ * columns)),
        halos_(2 * columns * dash::size())
  {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  dash::Array<double>& cells() { return cells_; }

  /// Fills the field with \p picture, repeated as often as needed. Collective; every unit paints
  /// its own rows.
  void paint(const Picture& picture)
  {
    std::vector<double> row(columns_);
    for (std::size_t r = first_row(); r < first_row() + own_rows(); ++r) {
      for (std::size_t c = 0; c < columns_; ++c) row[c] = grey_at(picture, r, c);
      dash::copy(row.data(), row.data() + columns_, cells_.begin() + r * columns_);
    }
    cells_.barrier();
  }

  /// Collective. One barrier per step is enough: the cells that a neighbour still reads are
  /// overwritten only one step later, after the next barrier.
  void step(const stencil::Diffusion& diffusion)
  {
    const std::size_t rows = own_rows();
    if (rows > 0) {
      const std::size_t first = first_row();
      const auto cells = std::as_const(cells_).device_view();
      const double* block = cells.local.begin();
      const double* last_row = block + (rows - 1) * columns_;
      double* halo = halos_.device_view().local.begin();
      const double* north = first == 0 ? block : neighbour(cells, first - 1, halo);
      const double* south =
          first + rows == rows_ ? last_row : neighbour(cells, first + rows, halo + columns_);
      double* out = next_.device_view().local.begin();

      const stencil::Block own{north, block, south, out, rows, columns_};
      if (dash::is_gpu_unit()) {
        stencil::with_flow(diffusion, [&](auto flow) {
          const stencil::StepColumns<decltype(flow)> step_columns{flow, diffusion.dt, own};
          dash::for_each_index(step_columns.count(), step_columns);
        });
      } else {
        stencil::step_block(diffusion, own);
      }
    }
    std::swap(cells_, next_);
    cells_.barrier();
  }

  /// Copies row \p row, whichever unit owns it, to \p buffer and returns the buffer's address.
  const double* fetch_row(std::size_t row, double* buffer) const
  {
    const auto begin = cells_.begin() + row * columns_;
    dash::copy(begin, begin + columns_, buffer);
    return buffer;
  }

 private:
  std::size_t first_row() const { return static_cast<std::size_t>(dash::myid()) * rows_per_unit_; }
  std::size_t own_rows() const { return cells_.lsize() / columns_; }

  /// A row of another unit: its address, or a copy if this unit's processor cannot load from there.
  template <class View>
  const double* neighbour(const View& cells, std::size_t row, double* halo) const
  {
    const double* in_place = cells.address(static_cast<dash::default_index_t>(row * columns_));
    return in_place != nullptr ? in_place : fetch_row(row, halo);
  }

  std::size_t rows_;
  std::size_t columns_;
  std::size_t rows_per_unit_;  // the last units may have fewer rows, or none
  dash::Array<double> cells_;
  dash::Array<double> next_;
  dash::Array<double> halos_;  // room for two rows in the memory of each unit
};
