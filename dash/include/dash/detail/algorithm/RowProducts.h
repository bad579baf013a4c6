#pragma once

/// \file
/// The products of the calling unit's rows of a matrix with a vector, in one step.

#include <dash/detail/algorithm/AxisPartials.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

namespace dash::detail {

/// A part of a panel, for kernels: one product for each row.
struct RowPiece {
  std::ptrdiff_t element = 0;  ///< where its first element is
  std::array<std::ptrdiff_t, 2> strides{};
  std::ptrdiff_t columns = 0;
  std::ptrdiff_t factor = 0;   ///< where the factor of its first column is
  std::ptrdiff_t product = 0;  ///< where the product of its first row is
};

/// The terms of one product.
template <class T, class Element, class X>
struct RowTerms {
  const Element* elements;
  std::ptrdiff_t stride;
  const X* factors;
  std::ptrdiff_t n;

  DASH_HOST_DEVICE std::ptrdiff_t size() const { return n; }
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE T operator[](std::ptrdiff_t j) const
  {
    return static_cast<T>(static_cast<T>(elements[j * stride]) * static_cast<T>(factors[j]));
  }
};

/// Finds the terms of each product; pieces are in the order of their products.
template <class T, class Element, class X>
struct RowTermsAt {
  const Element* elements;
  const RowPiece* pieces;
  std::ptrdiff_t npieces;
  const X* factors;

  DASH_HOST_DEVICE RowTerms<T, Element, X> operator()(std::ptrdiff_t product) const
  {
    std::ptrdiff_t at = 0, end = npieces;
    while (end - at > 1) {
      const std::ptrdiff_t middle = at + (end - at) / 2;
      (pieces[middle].product <= product ? at : end) = middle;
    }
    const RowPiece& piece = pieces[at];
    const std::ptrdiff_t row = product - piece.product;
    return {
        elements + piece.element + row * piece.strides[0], piece.strides[1], factors + piece.factor,
        piece.columns};
  }
};

/// Computes the products of all rows of all pieces.
template <class T>
struct MultiplyRowsStep {
  static constexpr auto name = "dash::matrix_vector_product";
  using functions = Functions<>;

  unsigned lanes;

  template <class Execution, class In, class Pieces, class Factors, class Out>
  void operator()(
      const Execution& exec, const In& elements, const Pieces& pieces, const Factors& factors,
      const Out& products) const
  {
    using Element = std::iter_value_t<decltype(elements.begin())>;
    using X = std::iter_value_t<decltype(factors.begin())>;
    const RowTermsAt<T, Element, X> terms_at{
        elements.begin(), pieces.begin(), pieces.size(), factors.begin()};
    exec.sum_each(products.begin(), products.end(), terms_at, lanes);
  }
};

/// The columns of panels, and where their factors are in the unit's memory.
class PanelColumns {
 public:
  template <class T>
  explicit PanelColumns(const std::vector<RowPanel<T>>& panels)
  {
    for (const auto& panel : panels) {
      is_split_ = is_split_ || panel.columns.size() > 1;
      const bool is_first = all_.empty();
      const Position begin = panel.columns.front().first, end = panel.columns.back().second;
      all_.begin = is_first ? begin : std::min(all_.begin, begin);
      all_.end = is_first ? end : std::max(all_.end, end);
    }
    for (const auto& panel : panels) {
      if (!is_split_ || !begins_.emplace(panel.columns, size_).second) continue;
      for (const auto& [begin, end] : panel.columns) size_ += end - begin;
    }
    if (!is_split_) size_ = all_.size();
  }

  /// Where the factors of a list of columns begin.
  DASH_API std::ptrdiff_t begin_of(const std::vector<Stretch>& columns) const;

  /// Copies the factors to memory of the kind that the unit's part has, in few transfers even if
  /// there are many columns that are not adjacent: these are picked out of a copy of all between
  /// the first and the last one.
  template <SegmentedIterator Iterator>
  UnitBuffer<std::iter_value_t<Iterator>> factors_from(const Iterator& x) const
  {
    using X = std::iter_value_t<Iterator>;
    if (!is_split_) return copy_of_share(x, all_);
    const auto elements = elements_of(x, all_);
    const auto picked = std::make_unique<X[]>(static_cast<std::size_t>(size_));
    for (const auto& [columns, offset] : begins_) {
      X* to = picked.get() + offset;
      for (const auto& [begin, end] : columns) {
        to = copy_on_host(
            elements.begin() + (begin - all_.begin), elements.begin() + (end - all_.begin), to);
      }
    }
    UnitBuffer<X> factors(size_);
    copy_elements_between(factors.data(), picked.get(), size_);
    return factors;
  }

 private:
  bool is_split_ = false;  ///< whether the columns of a panel are not adjacent
  Share all_;
  std::map<std::vector<Stretch>, std::ptrdiff_t> begins_;
  std::ptrdiff_t size_ = 0;
};

/// The products that the calling unit has to compute for its panels of a matrix.
template <class Element>
class RowProducts {
 public:
  explicit RowProducts(const std::vector<RowPanel<Element>>& panels) : columns_(panels)
  {
    if (panels.empty()) return;
    first_ = std::ranges::min_element(panels, {}, data_of)->span.data();
    for (const auto& panel : panels) {
      const auto& span = panel.span;
      const auto last_row = static_cast<std::ptrdiff_t>(span.extent(0)) - 1;
      const auto last_column = static_cast<std::ptrdiff_t>(span.extent(1)) - 1;
      const Element* const last = &span(last_row, last_column);
      last_ = std::max(last_, last + 1);
      add_pieces(panel);
    }
  }

  /// Multiplies with the elements of \c x, and adds the products to the partial results of the
  /// rows.
  template <class T, SegmentedIterator X>
  void add_to(AxisPartials<T>& partials, const X& x) const
  {
    if (pieces_.empty()) return;
    const auto factors = columns_.factors_from(x);
    const auto products = std::make_unique<T[]>(static_cast<std::size_t>(size_));
    run_step(
        MultiplyRowsStep<T>{lanes_}, reads(first_, last_),
        reads(pieces_.data(), pieces_.data() + pieces_.size()),
        reads(factors.begin(), factors.end()), writes(products.get(), products.get() + size_));
    const T* product = products.get();
    for (const auto& [begin, end] : rows_) {
      auto& lines = partials.at(begin, static_cast<std::size_t>(end - begin));
      for (std::size_t i = 0; i < static_cast<std::size_t>(end - begin); ++i, ++product) {
        lines[i] = lines[i] ? static_cast<T>(*lines[i] + *product) : *product;
      }
    }
  }

 private:
  /// So many columns are added up at a time, so that many threads work on few long rows.
  static constexpr std::ptrdiff_t most_columns = 1 << 14;

  static const Element* data_of(const RowPanel<Element>& panel) { return panel.span.data(); }

  void add_pieces(const RowPanel<Element>& panel)
  {
    const auto& span = panel.span;
    const auto columns = static_cast<std::ptrdiff_t>(span.extent(1));
    // Threads that follow each other read elements that follow each other: of one row, or of one
    // column.
    if (span.stride(1) == 1) {
      lanes_ = std::max(
          lanes_, static_cast<unsigned>(
                      std::bit_floor(std::min(span.extent(1), static_cast<std::size_t>(32)))));
    }
    for (std::ptrdiff_t column = 0; column < columns; column += most_columns) {
      pieces_.push_back(
          {span.data() - first_ + column * span.stride(1), span.strides(),
           std::min(most_columns, columns - column), columns_.begin_of(panel.columns) + column,
           size_});
      rows_.insert(rows_.end(), panel.rows.begin(), panel.rows.end());
      size_ += static_cast<std::ptrdiff_t>(span.extent(0));
    }
  }

  PanelColumns columns_;
  const Element* first_ = nullptr;
  const Element* last_ = nullptr;
  std::vector<RowPiece> pieces_;
  std::vector<Stretch> rows_;  ///< of the products
  std::ptrdiff_t size_ = 0;
  unsigned lanes_ = 1;
};

}  // namespace dash::detail
