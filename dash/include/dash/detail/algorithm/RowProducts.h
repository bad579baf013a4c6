#pragma once

/// \file
/// The products of the calling unit's rows of a matrix with a vector, in one step.

#include <dash/detail/algorithm/LineFolds.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

namespace dash::detail {

/// The terms of one product.
template <class T, class Element, class X>
struct ProductTerms {
  RowElements<T, Element> elements;
  const X* factors;

  DASH_HOST_DEVICE std::ptrdiff_t size() const { return elements.size(); }
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE T operator[](std::ptrdiff_t j) const
  {
    return static_cast<T>(elements[j] * static_cast<T>(factors[j]));
  }
};

/// Finds the terms of each product.
template <class T, class Element, class X>
struct ProductTermsAt {
  RowElementsAt<T, Element> elements_at;
  const X* factors;

  DASH_HOST_DEVICE ProductTerms<T, Element, X> operator()(std::ptrdiff_t product) const
  {
    const RowPiece& piece = elements_at.pieces.of_result(product);
    return {elements_at.in_piece(piece, product), factors + piece.factor};
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
    const ProductTermsAt<T, Element, X> terms_at{
        {elements.begin(), {pieces.begin(), pieces.size()}}, factors.begin()};
    exec.fold_each(products.begin(), products.end(), terms_at, lanes, std::plus<>{});
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
      all_.begin = is_first ? begin : (std::min)(all_.begin, begin);
      all_.end = is_first ? end : (std::max)(all_.end, end);
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

/// The products of the calling unit's rows of a matrix with a vector.
template <class Element>
class RowProducts {
 public:
  /// \param columns  number of columns of the matrix
  RowProducts(const std::vector<RowPanel<Element>>& panels, std::ptrdiff_t columns)
      : columns_(panels),
        folds_(panels, [this](const RowPanel<Element>& panel) {
          return columns_.begin_of(panel.columns);
        })
  {
    const auto has_all_columns = [=](const RowPanel<Element>& panel) {
      return panel.columns.front() == Stretch(0, columns);
    };
    can_assign_ =
        columns > 0 && folds_.are_together() && std::ranges::all_of(panels, has_all_columns);
  }

  /// Whether the products are those of whole rows of the matrix, and to assign them takes few
  /// transfers.
  bool can_assign() const { return can_assign_; }

  /// The products with the elements of \c x, in memory of the unit. Local call.
  template <class T, SegmentedIterator X>
  UnitBuffer<T> with(const X& x) const
  {
    std::plus<> plus;
    return folds_.template results<T>(plus, [&](const auto& products) {
      const auto factors = columns_.factors_from(x);
      run_step(
          MultiplyRowsStep<T>{folds_.lanes()}, folds_.elements(), folds_.pieces(),
          reads(factors.begin(), factors.end()), products);
    });
  }

  const LineFolds<Element>& folds() const { return folds_; }

 private:
  PanelColumns columns_;
  LineFolds<Element> folds_;
  bool can_assign_ = false;
};

}  // namespace dash::detail
