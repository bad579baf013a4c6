#pragma once

/// \file
/// Folds of the lines that the calling unit has of a matrix, each to one value.

#include <dash/detail/algorithm/AxisPartials.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/PartitionPosition.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <iterator>
#include <memory>
#include <vector>

namespace dash::detail {

/// A part of a panel, for kernels: one result for each row.
struct RowPiece {
  std::ptrdiff_t element = 0;  ///< where its first element is
  std::array<std::ptrdiff_t, 2> strides{};
  std::ptrdiff_t columns = 0;
  std::ptrdiff_t factor = 0;  ///< where the factor of its first column is, of a product
  std::ptrdiff_t result = 0;  ///< where the result of its first row is
};

/// The pieces of all panels, in the order of their results.
struct RowPieces {
  const RowPiece* pieces;
  std::ptrdiff_t n;

  /// The piece to which a result belongs.
  DASH_HOST_DEVICE const RowPiece& of_result(std::ptrdiff_t result) const
  {
    const auto begins_before = [&](std::ptrdiff_t i) { return pieces[i].result <= result; };
    return pieces[partition_position(1, n, begins_before) - 1];
  }
};

/// The elements of a row as terms of its fold.
template <class T, class Element>
struct RowElements {
  const Element* elements;
  std::ptrdiff_t stride;
  std::ptrdiff_t n;

  DASH_HOST_DEVICE std::ptrdiff_t size() const { return n; }
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE T operator[](std::ptrdiff_t j) const
  {
    return static_cast<T>(elements[j * stride]);
  }
};

/// Finds the terms of each fold.
template <class T, class Element>
struct RowElementsAt {
  const Element* elements;
  RowPieces pieces;

  DASH_HOST_DEVICE RowElements<T, Element> operator()(std::ptrdiff_t result) const
  {
    return in_piece(pieces.of_result(result), result);
  }
  DASH_HOST_DEVICE RowElements<T, Element> in_piece(
      const RowPiece& piece, std::ptrdiff_t result) const
  {
    const std::ptrdiff_t row = result - piece.result;
    return {elements + piece.element + row * piece.strides[0], piece.strides[1], piece.columns};
  }
};

/// Folds all rows of all pieces by an operation that commutes.
template <class T, class Op>
struct FoldRowsStep {
  static constexpr auto name = "dash::reduce_along";
  using functions = Functions<Op>;

  unsigned lanes;
  Callable<Op> op;

  template <class Execution, class In, class Pieces, class Out>
  void operator()(
      const Execution& exec, const In& elements, const Pieces& pieces, const Out& results) const
  {
    using Element = std::iter_value_t<decltype(elements.begin())>;
    const RowElementsAt<T, Element> terms_at{elements.begin(), {pieces.begin(), pieces.size()}};
    exec.fold_each(results.begin(), results.end(), terms_at, lanes, exec.function(op));
  }
};

/// Whether kernels of this unit fold the rows of panels. Reports once if they cannot.
template <class T, class Op, class Element>
bool folds_rows_by_kernels(const std::vector<RowPanel<Element>>& panels)
{
  using Step = FoldRowsStep<T, Op>;
  if (panels.empty() || !is_device_memory(panels.front().span.data())) return false;
  const bool can = device_launcher<Step, const Element*, const RowPiece*, T*>() != nullptr &&
                   device_launcher<Step, const T*, const RowPiece*, T*>() != nullptr;
  if (!can) report_staging_once<Step>();
  return can;
}

/// The rows of the calling unit's panels, of which each is folded to one value.
template <class Element>
class LineFolds {
 public:
  /// \param factor_of  where the factors for a panel begin, for products
  template <class FactorOf>
  LineFolds(const std::vector<RowPanel<Element>>& panels, const FactorOf& factor_of)
  {
    if (panels.empty()) return;
    first_ = std::ranges::min_element(panels, {}, data_of)->span.data();
    for (const auto& panel : panels) {
      const auto& span = panel.span;
      const auto last_row = static_cast<std::ptrdiff_t>(span.extent(0)) - 1;
      const auto last_column = static_cast<std::ptrdiff_t>(span.extent(1)) - 1;
      const Element* const last = &span(last_row, last_column);
      last_ = (std::max)(last_, last + 1);
      add_pieces(panel, factor_of(panel));
    }
  }

  auto elements() const { return reads(first_, last_); }
  auto pieces() const { return reads(pieces_.data(), pieces_.data() + pieces_.size()); }
  /// How many threads that follow each other should fold a row together.
  unsigned lanes() const { return lanes_; }

  /// The fold of each row, in memory of the unit. Local call.
  /// \param fold_pieces  is called with memory for the folds of all pieces
  template <class T, class Op, class FoldPieces>
  UnitBuffer<T> results(Op& op, const FoldPieces& fold_pieces) const
  {
    UnitBuffer<T> of_pieces(size_);
    if (!pieces_.empty()) fold_pieces(writes(of_pieces.begin(), of_pieces.end()));
    if (!is_divided_) return of_pieces;
    UnitBuffer<T> of_rows(rows_);
    const T* const begin = of_pieces.begin();
    run_step(
        FoldRowsStep<T, Op>{1, op}, reads(begin, begin + size_),
        reads(joins_.data(), joins_.data() + joins_.size()),
        writes(of_rows.begin(), of_rows.end()));
    return of_rows;
  }

  /// Whether the positions of the rows form few intervals, so that assign() takes few transfers.
  bool are_together() const { return stretches_.size() <= most_transfers; }

  /// Assigns the results to the elements of a vector at the positions of their rows. Local call.
  template <class T, class Out>
  void assign(const UnitBuffer<T>& results, const Out& out) const
  {
    const T* result = results.begin();
    for (const auto& [begin, end] : stretches_) {
      assign_elements(result, result + (end - begin), out + begin);
      result += end - begin;
    }
  }

  /// Adds the results to the partial results of the rows. Local call.
  template <class T, class Op>
  void add(const UnitBuffer<T>& results, AxisPartials<T>& partials, Op& op) const
  {
    const auto copies = std::make_unique<T[]>(static_cast<std::size_t>(rows_));
    copy_elements_between(copies.get(), results.data(), rows_);
    const T* result = copies.get();
    for (const auto& [begin, end] : stretches_) {
      auto& lines = partials.at(begin, static_cast<std::size_t>(end - begin));
      for (std::size_t i = 0; i < static_cast<std::size_t>(end - begin); ++i, ++result) {
        lines[i] = lines[i] ? static_cast<T>(op(*lines[i], *result)) : *result;
      }
    }
  }

 private:
  /// With fewer threads than this, rows are divided, so that more of them work: each then folds so
  /// many elements, or more if there are threads enough.
  static constexpr std::ptrdiff_t enough_threads = 1 << 16, elements_of_thread = 1 << 9;
  static constexpr std::size_t most_transfers = 16;

  static const Element* data_of(const RowPanel<Element>& panel) { return panel.span.data(); }

  void add_pieces(const RowPanel<Element>& panel, std::ptrdiff_t factor)
  {
    const auto& span = panel.span;
    const auto rows = static_cast<std::ptrdiff_t>(span.extent(0));
    const auto columns = static_cast<std::ptrdiff_t>(span.extent(1));
    // Threads that follow each other read elements that follow each other: of one row, or of one
    // column.
    unsigned lanes = 1;
    if (span.stride(1) == 1)
      lanes = static_cast<unsigned>(std::bit_floor(std::min<std::size_t>(span.extent(1), 32)));
    lanes_ = (std::max)(lanes_, lanes);
    const std::ptrdiff_t threads = rows * lanes;
    const std::ptrdiff_t together =
        threads < enough_threads
            ? (std::max)(elements_of_thread * lanes, columns * threads / enough_threads)
            : columns;
    const std::ptrdiff_t begin = size_;
    std::ptrdiff_t pieces = 0;
    for (std::ptrdiff_t column = 0; column < columns; column += together, ++pieces) {
      pieces_.push_back(
          {span.data() - first_ + column * span.stride(1), span.strides(),
           (std::min)(together, columns - column), factor + column, size_});
      size_ += rows;
    }
    joins_.push_back({begin, {1, rows}, pieces, 0, rows_});
    is_divided_ = is_divided_ || pieces > 1;
    rows_ += rows;
    stretches_.insert(stretches_.end(), panel.rows.begin(), panel.rows.end());
  }

  const Element* first_ = nullptr;
  const Element* last_ = nullptr;
  std::vector<RowPiece> pieces_;
  std::vector<RowPiece> joins_;     ///< how the folds of a panel's pieces are joined
  bool is_divided_ = false;         ///< whether some panel has more than one piece
  std::vector<Stretch> stretches_;  ///< the stretches of rows
  std::ptrdiff_t size_ = 0;         ///< number of results of all pieces
  std::ptrdiff_t rows_ = 0;
  unsigned lanes_ = 1;
};

}  // namespace dash::detail
