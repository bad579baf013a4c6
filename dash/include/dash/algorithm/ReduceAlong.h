#pragma once

/// \file
/// dash::reduce_along, the reduction of a matrix along one of its dimensions.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/Types.h>
#include <dash/algorithm/CopyView.h>
#include <dash/detail/algorithm/AxisPartials.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/algorithm/LineFolds.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/RequireRange.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// Folds each line of a tile into its partial result.
template <class T, class U, class Op>
void fold_lines(const MdSpan<U, 2>& tile, dim_t along, std::vector<std::optional<T>>& lines, Op& op)
{
  const auto fold = [&](std::size_t line, const U& element) {
    auto& partial = lines[line];
    partial =
        partial ? static_cast<T>(op(*partial, static_cast<T>(element))) : static_cast<T>(element);
  };
  for (std::size_t i = 0; i < tile.extent(0); ++i) {
    for (std::size_t j = 0; j < tile.extent(1); ++j) fold(along == 0 ? j : i, tile(i, j));
  }
}

/// Folds the lines of tiles in device memory, if kernels can, and adds the results to the partial
/// ones. \return false if kernels cannot
template <class T, class Element, class Op>
bool fold_by_kernels(
    const std::vector<OwnTile<Element>>& tiles, dim_t along, AxisPartials<T>& partials, Op& op)
{
  if (memory_of_unit() == MemoryKind::host) return false;
  auto panels = panels_of(tiles);
  if (along == 0) {
    for (auto& panel : panels) panel = transposed(panel);
  }
  if (!folds_rows_by_kernels<T, Op>(panels)) return false;
  const LineFolds folds(panels, [](auto&&) { return std::ptrdiff_t{0}; });
  const auto results = folds.template results<T>(op, [&](const auto& of_pieces) {
    run_step(FoldRowsStep<T, Op>{folds.lanes(), op}, folds.elements(), folds.pieces(), of_pieces);
  });
  folds.add(results, partials, op);
  return true;
}

}  // namespace detail

/// Reduces a 2-dimensional matrix or view, with any pattern, along one dimension: along dimension
/// 1, out[i] = init o a(i, 0) o a(i, 1) o …, and along dimension 0, out[j] = init o a(0, j) o a(1,
/// j) o ….
///
/// Collective over the team of \c a; writes elements of other units, so it synchronises before and
/// after. Each unit reduces its own elements, on GPU units with the GPU if kernels can call \c op,
/// otherwise a copy in host memory, and sends one value for each row or column of which it has
/// elements.
///
/// \param out   start of a global range of any distribution with an element for each result
/// \param init  its type is that of the accumulation
/// \param op    associative and commutative operation
/// \return end of the output
/// \throws exception::OutOfRange if there is no such dimension, or if the output is too short
template <MatrixLike A, SegmentedIterator Out, class T, class Op = std::plus<>>
Out reduce_along(const A& a, dim_t along, const Out& out, T init, Op op = {})
{
  static_assert(A::ndim() == 2, "dash::reduce_along: two dimensions");
  constexpr const char* name = "dash::reduce_along";
  if (along < 0 || along > 1) {
    DASH_THROW(
        exception::OutOfRange, name << ": dimension " << along << " of a matrix that has two");
  }
  const auto across = static_cast<std::size_t>(1 - along);
  const auto n = static_cast<detail::Position>(detail::extents_left(a)[across]);
  const detail::CurrentCall call(name);
  detail::require_room(name, n, out);
  Team& team = a.pattern().team();
  detail::ExchangePhase phase(team);
  detail::AxisPartials<T> partials;
  const auto tiles = detail::own_tiles(a, (std::numeric_limits<std::ptrdiff_t>::max)());
  if (!detail::fold_by_kernels(tiles, along, partials, op)) {
    for (const auto& tile : tiles) {
      const detail::OwnBlock<typename A::value_type> own(tile.span);
      own.load();
      detail::fold_lines(
          own.span(), along, partials.at(tile.offsets[across], tile.span.extent(across)), op);
    }
  }
  phase.all_have_read();
  partials.combine(name, team, n, init, out, op);
  return out + n;
}

/// The output may also be a range, which begins where the results are written.
template <MatrixLike A, SegmentedRange Out, class T, class Op = std::plus<>>
auto reduce_along(const A& a, dim_t along, Out&& out, T init, Op op = {})
{
  return dash::reduce_along(a, along, out.begin(), init, std::move(op));
}

}  // namespace dash
