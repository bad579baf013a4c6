#pragma once

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/pattern/CSRPattern.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "gather_plan.h"
#include "row_blocks.h"

/// Consecutive elements for each unit, whose number each unit chooses.
using Parts = dash::CSRPattern<1>;

template <class T>
using PartedArray = dash::Array<T, dash::default_index_t, Parts>;

using Vector = PartedArray<double>;

/// The address of the unit's own part of an array for its processor.
template <class Array>
auto* own_part(Array& array)
{
  return array.device_view().local.begin();
}

/// Computes one row of a product, on CPUs and GPUs.
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

/// A sparse matrix in compressed rows that are distributed over all units in blocks. The rows of
/// GPU units are in the memory of their GPUs.
class SparseMatrix {
 public:
  /// Collective.
  /// \param blocks  the same on all units
  /// \param rows    the whole matrix on one unit, which sends the others their rows; empty on the
  ///   others
  SparseMatrix(const RowBlocks& blocks, const CompressedRows& rows) : SparseMatrix(blocks)
  {
    dash::copy(rows.ends.data(), rows.ends.data() + rows.ends.size(), ends_.begin());
    dash::copy(rows.columns.data(), rows.columns.data() + rows.columns.size(), columns_.begin());
    dash::copy(rows.values.data(), rows.values.data() + rows.values.size(), values_.begin());
    values_.barrier();
    plan();
  }

  /// Makes the rows where they are stored. Collective.
  /// \param make  make(first, last) returns rows of the matrix, with ends that count from the first
  ///   entry of the whole matrix
  template <class Make>
    requires std::is_invocable_r_v<CompressedRows, Make&, std::size_t, std::size_t>
  SparseMatrix(const RowBlocks& blocks, Make make) : SparseMatrix(blocks)
  {
    const auto first = static_cast<std::size_t>(rows_.lbegin());
    const CompressedRows own = make(first, first + ends_.lsize());
    dash::copy(own.ends.data(), own.ends.data() + own.ends.size(), ends_.lbegin());
    dash::copy(own.columns.data(), own.columns.data() + own.columns.size(), columns_.lbegin());
    dash::copy(own.values.data(), own.values.data() + own.values.size(), values_.lbegin());
    plan();
  }

  /// The distribution that vectors need to fit the rows.
  const Parts& rows() const { return rows_; }
  std::size_t num_entries() const { return values_.size(); }
  const GatherPlan& gather_plan() const { return plan_; }

  /// Computes y = A x. Collective. It sees what other units have written to x before. They must not
  /// write x again before all units have returned, which a reduction in between ensures.
  void multiply(const Vector& x, Vector& y)
  {
    x.barrier();
    plan_.gather(x, gathered_.lbegin());
    const auto rows = static_cast<std::uint32_t>(ends_.lsize());
    dash::for_each_index(
        rows, MultiplyRow{
                  own_part(ends_), first_entry_, own_part(columns_), own_part(values_),
                  own_part(gathered_), own_part(y)});
  }

 private:
  explicit SparseMatrix(const RowBlocks& blocks)
      : rows_(blocks.rows),
        first_entry_(Parts(blocks.entries).lbegin()),
        ends_(rows_),
        columns_(Parts(blocks.entries)),
        values_(Parts(blocks.entries))
  {}

  /// Replaces columns by positions among the gathered elements, so that a product is a plain loop.
  void plan()
  {
    std::vector<std::uint32_t> columns(columns_.lsize());
    dash::copy(columns_.lbegin(), columns_.lend(), columns.data());
    plan_ = GatherPlan(columns);
    for (auto& column : columns) column = static_cast<std::uint32_t>(plan_.place(column));
    dash::copy(columns.data(), columns.data() + columns.size(), columns_.lbegin());

    const std::size_t size = plan_.size();
    const std::size_t largest = dash::reduce(&size, &size + 1, size, dash::max<std::size_t>{});
    gathered_.allocate(largest * dash::size());
  }

  Parts rows_;
  std::size_t first_entry_;
  PartedArray<std::size_t> ends_;
  PartedArray<std::uint32_t> columns_;
  PartedArray<double> values_;
  GatherPlan plan_{{}};
  dash::Array<double> gathered_;  // room on each unit for the elements of the largest plan
};
