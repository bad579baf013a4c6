#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix_market.h"

/// A whole matrix row by row: the entries of row i end before ends[i], where those of the next row
/// begin.
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

/// Gives each unit consecutive rows with about the same number of entries, because the entries
/// determine the cost of a product.
RowBlocks cut_evenly(const CompressedRows& matrix, std::size_t units);
