#pragma once

/// \file
/// Prints patterns and small matrices, for debugging.

#include <dash/Types.h>
#include <dash/util/PatternMetrics.h>

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

namespace dash::internal {

/// Prints \c name and \c callback(pattern, i), in two dimensions \c callback(pattern, i, j), for
/// all coordinates.
/// \param field_width  number of characters per value
template <class PatternType, class Callback>
void print_pattern_mapping(
    const std::string& name, const PatternType& pattern, int field_width, Callback callback)
{
  static_assert(PatternType::ndim() <= 2, "patterns of one or two dimensions can be printed");
  using index_t = typename PatternType::index_type;
  std::ostringstream text;
  text << name << '\n';
  for (index_t i = 0; i < pattern.extent(0); ++i) {
    if constexpr (PatternType::ndim() == 1) {
      text << std::setw(field_width) << callback(pattern, i) << ' ';
    } else {
      for (index_t j = 0; j < pattern.extent(1); ++j) {
        text << std::setw(field_width) << callback(pattern, i, j) << ' ';
      }
      text << '\n';
    }
  }
  std::cout << text.str() << std::endl;
}

/// Prints a two-dimensional container, element by element.
template <class MatrixType>
void print_matrix(const std::string& name, const MatrixType& matrix, int precision = 1)
{
  typedef typename MatrixType::value_type value_t;
  std::ostringstream text;
  text << name << '\n' << std::fixed << std::setprecision(precision);
  for (decltype(matrix.extent(0)) i = 0; i < matrix.extent(0); ++i) {
    for (decltype(matrix.extent(1)) j = 0; j < matrix.extent(1); ++j) {
      text << std::setw(precision + 4) << static_cast<value_t>(matrix[i][j]) << ' ';
    }
    text << '\n';
  }
  std::cout << text.str() << std::endl;
}

/// Prints how evenly blocks are distributed.
template <class PatternType>
void print_pattern_metrics(const PatternType& pattern)
{
  const util::PatternMetrics<PatternType> metrics(pattern);
  std::ostringstream text;
  text << "pattern:              " << PatternType::PatternName << '\n'
       << "units:                " << pattern.num_units() << '\n'
       << "blocks:               " << metrics.num_blocks() << '\n'
       << "blocks per unit:      " << metrics.min_blocks_per_unit() << " to "
       << metrics.max_blocks_per_unit() << '\n'
       << "elements per unit:    " << metrics.min_elements_per_unit() << " to "
       << metrics.max_elements_per_unit() << '\n'
       << "imbalance factor:     " << metrics.imbalance_factor() << '\n'
       << "balanced units:       " << metrics.num_balanced_units() << '\n'
       << "imbalanced units:     " << metrics.num_imbalanced_units() << '\n';
  std::cout << text.str() << std::endl;
}

}  // namespace dash::internal
