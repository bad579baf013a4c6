#pragma once

#include <libdash.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gather_plan.h"
#include "row_blocks.h"

/// Consecutive elements for each unit, as many as it says.
using Parts = dash::CSRPattern<1>;

template <class T>
using PartedArray = dash::Array<T, dash::default_index_t, Parts>;

using Vector = PartedArray<double>;

/// Where this unit's processor finds the own elements of an array.
template <class Array>
auto* own_part(Array& array)
{
  return array.device_view().local.begin();
}

/// One row of a product, on processors of both kinds.
struct MultiplyRow {
  const std::size_t* ends;
  std::size_t first_entry;
  const std::uint32_t* columns;
  const double* values;
  const double* x;
  double* y;

  DASH_HOST_DEVICE void operator()(std::uint32_t row) const
  {
    const std::size_t begin = row == 0 ? first_entry : ends[row - 1];
    double sum = 0;
    for (std::size_t i = begin - first_entry; i < ends[row] - first_entry; ++i) {
      sum += values[i] * x[columns[i]];
    }
    y[row] = sum;
  }
};

/// A sparse matrix whose rows are spread over all units, as blocks of compressed rows. Those of GPU
/// units are in the memory of their GPUs.
class SparseMatrix {
 public:
  /// Collective.
  /// \param blocks  the same on all units
  /// \param rows    the whole matrix at one unit, which gives each its part, nothing at the others
  SparseMatrix(const RowBlocks& blocks, const CompressedRows& rows)
      : _rows(blocks.rows),
        _first_entry(Parts(blocks.entries).lbegin()),
        _ends(_rows),
        _columns(Parts(blocks.entries)),
        _values(Parts(blocks.entries))
  {
    dash::copy(rows.ends.data(), rows.ends.data() + rows.ends.size(), _ends.begin());
    dash::copy(rows.columns.data(), rows.columns.data() + rows.columns.size(), _columns.begin());
    dash::copy(rows.values.data(), rows.values.data() + rows.values.size(), _values.begin());
    _values.barrier();
    plan();
  }

  /// How a vector has to be spread to fit the rows.
  const Parts& rows() const { return _rows; }
  std::size_t num_entries() const { return _values.size(); }
  const GatherPlan& gather_plan() const { return _plan; }

  /// y = A x. Collective: what other units have written to x is seen. They must not write it again
  /// before all have returned, as a reduction makes sure.
  void multiply(const Vector& x, Vector& y)
  {
    x.barrier();
    _plan.gather(x, _gathered.lbegin());
    const auto rows = static_cast<std::uint32_t>(_ends.lsize());
    dash::for_each_index(
        rows, MultiplyRow{
                  own_part(_ends), _first_entry, own_part(_columns), own_part(_values),
                  own_part(_gathered), own_part(y)});
  }

 private:
  /// From here on columns are places among what is gathered, so that a product is a plain loop.
  void plan()
  {
    std::vector<std::uint32_t> columns(_columns.lsize());
    dash::copy(_columns.lbegin(), _columns.lend(), columns.data());
    _plan = GatherPlan(columns);
    for (auto& column : columns) column = static_cast<std::uint32_t>(_plan.place(column));
    dash::copy(columns.data(), columns.data() + columns.size(), _columns.lbegin());

    const std::size_t size = _plan.size();
    const std::size_t largest = dash::reduce(&size, &size + 1, size, dash::max<std::size_t>{});
    _gathered.allocate(largest * dash::size());
  }

  Parts _rows;
  std::size_t _first_entry;
  PartedArray<std::size_t> _ends;
  PartedArray<std::uint32_t> _columns;
  PartedArray<double> _values;
  GatherPlan _plan{{}};
  dash::Array<double> _gathered;  // room for the largest plan at each unit
};
