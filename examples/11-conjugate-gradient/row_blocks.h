#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix_market.h"

/// A whole matrix row by row: entries of row i end before ends[i], where those of the next begin.
struct CompressedRows {
  std::vector<std::size_t> ends;
  std::vector<std::uint32_t> columns;
  std::vector<double> values;
};

/// Numbers of rows and of entries that each unit has.
struct RowBlocks {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> entries;
};

CompressedRows compress(const SymmetricMatrix& matrix);

/// Consecutive rows for each unit, with about as many entries, which are what a product costs.
RowBlocks cut_evenly(const CompressedRows& matrix, std::size_t units);
