#pragma once

/// \file
/// dash::matrix_vector_product.

#include <dash/algorithm/CopyView.h>
#include <dash/detail/algorithm/AxisPartials.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/detail/algorithm/RowProducts.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>

namespace dash {

/// Computes y = a·x for a 2-dimensional matrix or view and two global ranges, of any patterns. The
/// name is that of std::linalg.
///
/// Collective over the team of \c a; reads and writes elements of other units, so it synchronises
/// before and after. Each unit multiplies its own elements of the matrix with the elements of \c x
/// for their columns, on GPU units with the GPU, and sends one value for each of their rows; if
/// units have whole rows in few intervals, they write these values to \c y, otherwise they add them
/// up before. \c y must not overlap \c a, and may be \c x. The type of the elements of \c y is that
/// of the accumulation. Floating-point results depend on the distribution, because each unit forms
/// partial results, and in the last digits on the kind of unit, because a GPU adds in a different
/// order.
///
/// \return end of the output
/// \throws exception::OutOfRange if \c x or \c y is too short
template <MatrixLike A, SegmentedIterator X, SegmentedIterator Y>
Y matrix_vector_product(const A& a, const X& x, const Y& y)
{
  static_assert(A::ndim() == 2, "dash::matrix_vector_product: a matrix has two dimensions");
  using T = std::iter_value_t<Y>;
  constexpr const char* name = "dash::matrix_vector_product";
  const auto [rows, columns] = detail::extents_left(a);
  const auto n = static_cast<detail::Position>(rows);
  const detail::CurrentCall call(name);
  detail::require_room(name, static_cast<detail::Position>(columns), x);
  detail::require_room(name, n, y);
  Team& team = a.pattern().team();
  detail::ExchangePhase phase(team);
  constexpr auto unlimited = (std::numeric_limits<std::ptrdiff_t>::max)();
  const detail::RowProducts rows_of_unit(
      detail::panels_of(detail::own_tiles(a, unlimited)), static_cast<std::ptrdiff_t>(columns));
  const auto products = rows_of_unit.template with<T>(x);
  const bool can_assign = detail::all_units(team, rows_of_unit.can_assign());
  phase.all_have_read();
  if (can_assign) {
    rows_of_unit.folds().assign(products, y);
    return y + n;
  }
  detail::AxisPartials<T> partials;
  std::plus<> plus;
  rows_of_unit.folds().add(products, partials, plus);
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
