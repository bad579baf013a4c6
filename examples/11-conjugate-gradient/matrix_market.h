#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// A symmetric matrix as in its file: entries of one triangle, in any order.
struct SymmetricMatrix {
  struct Entry {
    std::size_t row;
    std::size_t column;
    double value;
  };

  std::size_t size = 0;
  std::vector<Entry> entries;

  /// Calls \p f(row, column, value) for the entries of both triangles.
  template <class F>
  void for_each_entry(F f) const
  {
    for (const Entry& e : entries) {
      f(e.row, e.column, e.value);
      if (e.row != e.column) f(e.column, e.row, e.value);
    }
  }
};

/// Reads a file in the Matrix Market format: https://math.nist.gov/MatrixMarket/formats.html
/// \throws std::runtime_error naming the file and the reason
SymmetricMatrix read_matrix_market(const std::string& path);
