/**
 * \file dash/halo/StencilIterator.h
 * Walks through elements and knows their neighbours.
 */
#ifndef DASH__HALO__STENCIL_ITERATOR_H__INCLUDED
#define DASH__HALO__STENCIL_ITERATOR_H__INCLUDED

#include <dash/halo/internal/StencilField.h>
#include <dash/internal/Section.h>

#include <compare>
#include <cstddef>
#include <iterator>

namespace dash::halo {

/**
 * Random access iterator over views of a block, one after the other, each in canonical order.
 * Refers to its stencil operator.
 *
 * \tparam reaches_halo  whether stencils may leave the block; if not, neighbours are at fixed
 *                       distances
 */
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
      : _field(&field), _views(views), _num_views(num_views)
  {
    seek(position);
  }

  reference operator*() const { return *_center; }
  pointer operator->() const { return _center; }
  reference operator[](Index n) const { return *(*this + n); }

  /** Value of the i-th point of the stencil. */
  const value_type& value_at(std::size_t i) const
  {
    if constexpr (reaches_halo) {
      return (*_field)(_field->stencil()[i].stencil_coords(_coords));
    } else {
      return _center[_field->offsets()[i]];
    }
  }
  /** Value of a point, also of one that the stencil does not have, if the halo is wide enough. */
  template <class Point>
  const value_type& value_at(const Point& point) const requires requires
  {
    point.stencil_coords(Coords{});
  }
  {
    return (*_field)(point.stencil_coords(_coords));
  }

  /** Position in local memory, and among the elements that are walked through. */
  Index lpos() const { return static_cast<Index>(_center - _field->elements()); }
  Index rpos() const { return _position; }
  /** Local coordinates. */
  const Coords& coords() const { return _coords; }

  StencilIterator& operator++()
  {
    if (++_position >= _row_end) {
      seek(_position);
    } else {
      ++_coords[FieldT::fastest];
      _center += _field->stride(FieldT::fastest);
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
    seek(_position + n);
    return *this;
  }
  StencilIterator& operator-=(Index n) { return *this += -n; }
  friend StencilIterator operator+(StencilIterator it, Index n) { return it += n; }
  friend StencilIterator operator+(Index n, StencilIterator it) { return it += n; }
  friend StencilIterator operator-(StencilIterator it, Index n) { return it -= n; }
  friend Index operator-(const StencilIterator& a, const StencilIterator& b)
  {
    return a._position - b._position;
  }
  friend bool operator==(const StencilIterator& a, const StencilIterator& b)
  {
    return a._position == b._position;
  }
  friend auto operator<=>(const StencilIterator& a, const StencilIterator& b)
  {
    return a._position <=> b._position;
  }

 private:
  /** Past the last element only the position counts. */
  void seek(Index position)
  {
    _position = position;
    Index rest = position;
    for (std::size_t v = 0; v < _num_views; ++v) {
      const View& view = _views[v];
      const auto size = static_cast<Index>(view.size());
      if (rest >= 0 && rest < size) return place(view, rest);
      rest -= size;
    }
    _row_end = position;
  }

  void place(const View& view, Index rest)
  {
    _coords = dash::internal::coords_in<FieldT::order>(view, rest);
    _center = _field->elements() + _field->offset_of(_coords);
    const Index row_end = view.range(static_cast<dim_t>(FieldT::fastest)).end;
    _row_end = _position + row_end - _coords[FieldT::fastest];
  }

  const FieldT* _field = nullptr;
  const View* _views = nullptr;
  std::size_t _num_views = 0;
  Index _position = 0;
  Index _row_end = 0;
  Coords _coords{};
  value_type* _center = nullptr;
};

}  // namespace dash::halo

#endif  // DASH__HALO__STENCIL_ITERATOR_H__INCLUDED
