#include "row_blocks.h"

#include <numeric>

CompressedRows compress(const SymmetricMatrix& matrix)
{
  CompressedRows rows;
  rows.ends.resize(matrix.size);
  matrix.for_each_entry([&](std::size_t row, std::size_t, double) { ++rows.ends[row]; });
  std::inclusive_scan(rows.ends.begin(), rows.ends.end(), rows.ends.begin());

  rows.columns.resize(rows.ends.back());
  rows.values.resize(rows.ends.back());
  std::vector<std::size_t> places{0};  // position of the next entry of each row
  places.insert(places.end(), rows.ends.begin(), rows.ends.end() - 1);
  matrix.for_each_entry([&](std::size_t row, std::size_t column, double value) {
    const std::size_t place = places[row]++;
    rows.columns[place] = static_cast<std::uint32_t>(column);
    rows.values[place] = value;
  });
  return rows;
}

RowBlocks cut_evenly(const CompressedRows& matrix, std::size_t units)
{
  RowBlocks blocks;
  const std::size_t total = matrix.ends.back();
  std::size_t row = 0;
  std::size_t entry = 0;
  for (std::size_t unit = 1; unit <= units; ++unit) {
    const std::size_t first_row = row;
    const std::size_t first_entry = entry;
    while (row < matrix.ends.size() && matrix.ends[row] <= total * unit / units) {
      entry = matrix.ends[row++];
    }
    blocks.rows.push_back(row - first_row);
    blocks.entries.push_back(entry - first_entry);
  }
  return blocks;
}
