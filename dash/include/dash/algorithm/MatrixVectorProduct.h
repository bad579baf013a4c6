#pragma once

/// \file
/// dash::matrix_vector_product.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/detail/algorithm/AxisPartials.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// Adds the products of the rows of a tile and a part of a vector to the partial results of the
/// rows.
template <class T, class U, class X>
void multiply_rows(
    const MdSpan<U, 2>& tile, const std::vector<X>& factors, std::vector<std::optional<T>>& rows)
{
  for (std::size_t i = 0; i < tile.extent(0); ++i) {
    T sum = rows[i].value_or(T{});
    for (std::size_t j = 0; j < tile.extent(1); ++j) {
      sum = static_cast<T>(sum + static_cast<T>(tile(i, j)) * static_cast<T>(factors[j]));
    }
    rows[i] = sum;
  }
}

}  // namespace detail

/// Computes y = a·x for a 2-dimensional matrix or view and two global ranges, of any patterns. The
/// name is that of std::linalg.
///
/// Collective over the team of \c a; reads and writes elements of other units, so it synchronises
/// before and after. Each unit multiplies its own elements of the matrix, on GPU units a copy in
/// host memory, with the elements of \c x for their columns, and sends one value for each of their
/// rows. \c y must not overlap \c a, and may be \c x. The type of the elements of \c y is that of
/// the accumulation.
///
/// \return end of the output
/// \throws exception::OutOfRange if \c x or \c y is too short
template <MatrixLike A, SegmentedIterator X, SegmentedIterator Y>
Y matrix_vector_product(const A& a, const X& x, const Y& y)
{
  static_assert(A::ndim() == 2, "dash::matrix_vector_product: a matrix has two dimensions");
  using T = std::iter_value_t<Y>;
  using Element = typename A::value_type;
  constexpr const char* name = "dash::matrix_vector_product";
  const auto [rows, columns] = detail::extents_left(a);
  const auto n = static_cast<detail::Position>(rows);
  const detail::CurrentCall call(name);
  detail::require_room(name, static_cast<detail::Position>(columns), x);
  detail::require_room(name, n, y);
  Team& team = a.pattern().team();
  detail::ExchangePhase phase(team);
  detail::AxisPartials<T> partials;
  std::map<std::ptrdiff_t, std::vector<detail::stored_value<X>>> factors;  // by first column
  for (const auto& tile : detail::own_tiles(a, std::numeric_limits<std::ptrdiff_t>::max())) {
    const auto [row, column] = tile.offsets;
    auto& part = factors[column];
    if (part.size() < tile.span.extent(1)) {
      const auto width = static_cast<std::ptrdiff_t>(tile.span.extent(1));
      part = detail::elements_of(x, detail::Share{column, column + width});
    }
    const detail::OwnBlock<Element> own(tile.span);
    own.load();
    detail::multiply_rows(own.span(), part, partials.at(row, tile.span.extent(0)));
  }
  phase.all_have_read();
  std::plus<> plus;
  partials.combine(name, team, n, T{}, y, plus);
  return y + n;
}

/// \{ The same with ranges.
/// \throws exception::InvalidArgument unless \c x has an element for each column, and \c y for each
///   row
template <MatrixLike A, SegmentedRange X, SegmentedRange Y>
auto matrix_vector_product(const A& a, X&& x, Y&& y)
{
  const auto [rows, columns] = detail::extents_left(a);
  detail::require_equal_extents(
      std::array<std::size_t, 2>{rows, columns},
      std::array<std::size_t, 2>{
          static_cast<std::size_t>(y.end() - y.begin()),
          static_cast<std::size_t>(x.end() - x.begin())});
  return dash::matrix_vector_product(a, x.begin(), y.begin());
}
/// \}

}  // namespace dash
