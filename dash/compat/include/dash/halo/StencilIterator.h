#pragma once

/// \file
/// Iterates over elements and gives access to their neighbours.

#include <dash/halo/internal/StencilField.h>
#include <dash/pattern/Section.h>

#include <compare>
#include <cstddef>
#include <iterator>

namespace dash::halo {

/// Random access iterator over views of a block, one after the other, each in canonical order. It
/// refers to its stencil operator.
///
/// \tparam reaches_halo  whether stencils may leave the block; if not, neighbours are at fixed
///   distances in memory
template <class FieldT, bool reaches_halo>
class StencilIterator {
  using Index = typename FieldT::Index;
  using View = typename FieldT::View;
  using Coords = typename FieldT::Coords;

 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename FieldT::T;
  using difference_type = Index;
  using reference = value_type&;
  using pointer = value_type*;

  StencilIterator() = default;
  StencilIterator(const FieldT& field, const View* views, std::size_t num_views, Index position)
      : field_(&field),
        views_(views),
        num_views_(num_views)
  {
    seek(position);
  }

  reference operator*() const { return *center_; }
  pointer operator->() const { return center_; }
  reference operator[](Index n) const { return *(*this + n); }

  /// Value of the i-th point of the stencil.
  const value_type& value_at(std::size_t i) const
  {
    if constexpr (reaches_halo) {
      return (*field_)(field_->stencil()[i].stencil_coords(coords_));
    } else {
      return center_[field_->offsets()[i]];
    }
  }
  /// Value at a point, which need not belong to the stencil, if the halo is wide enough.
  template <class Point>
  const value_type& value_at(const Point& point) const
    requires requires { point.stencil_coords(Coords{}); }
  {
    return (*field_)(point.stencil_coords(coords_));
  }

  /// Position in local memory, and position among the elements of the iteration.
  Index lpos() const { return static_cast<Index>(center_ - field_->elements()); }
  Index rpos() const { return position_; }
  /// Local coordinates.
  const Coords& coords() const { return coords_; }

  StencilIterator& operator++()
  {
    if (++position_ >= row_end_) {
      seek(position_);
    } else {
      ++coords_[FieldT::fastest];
      center_ += field_->stride(FieldT::fastest);
    }
    return *this;
  }
  StencilIterator& operator--() { return *this -= 1; }
  StencilIterator operator++(int)
  {
    const auto before = *this;
    ++*this;
    return before;
  }
  StencilIterator operator--(int)
  {
    const auto before = *this;
    --*this;
    return before;
  }
  StencilIterator& operator+=(Index n)
  {
    seek(position_ + n);
    return *this;
  }
  StencilIterator& operator-=(Index n) { return *this += -n; }
  friend StencilIterator operator+(StencilIterator it, Index n) { return it += n; }
  friend StencilIterator operator+(Index n, StencilIterator it) { return it += n; }
  friend StencilIterator operator-(StencilIterator it, Index n) { return it -= n; }
  friend Index operator-(const StencilIterator& a, const StencilIterator& b)
  {
    return a.position_ - b.position_;
  }
  friend bool operator==(const StencilIterator& a, const StencilIterator& b)
  {
    return a.position_ == b.position_;
  }
  friend auto operator<=>(const StencilIterator& a, const StencilIterator& b)
  {
    return a.position_ <=> b.position_;
  }

 private:
  /// Behind the last element, only the position is defined.
  void seek(Index position)
  {
    position_ = position;
    Index rest = position;
    for (std::size_t v = 0; v < num_views_; ++v) {
      const View& view = views_[v];
      const auto size = static_cast<Index>(view.size());
      if (rest >= 0 && rest < size) return place(view, rest);
      rest -= size;
    }
    row_end_ = position;
  }

  void place(const View& view, Index rest)
  {
    coords_ = dash::detail::coords_in<FieldT::order>(view, rest);
    center_ = field_->elements() + field_->offset_of(coords_);
    const Index row_end = view.range(static_cast<dim_t>(FieldT::fastest)).end;
    row_end_ = position_ + row_end - coords_[FieldT::fastest];
  }

  const FieldT* field_ = nullptr;
  const View* views_ = nullptr;
  std::size_t num_views_ = 0;
  Index position_ = 0;
  Index row_end_ = 0;
  Coords coords_{};
  value_type* center_ = nullptr;
};

}  // namespace dash::halo
