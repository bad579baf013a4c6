#pragma once

/// \file
/// The elements of a block whose stencils reach its halo.

#include <dash/halo/RegionCoords.h>
#include <dash/halo/ReplaceWith.h>
#include <dash/halo/StencilIterator.h>

#include <array>
#include <cstddef>
#include <functional>
#include <utility>

namespace dash::halo {

/// Access to these elements and to their neighbours in block and halo. It refers to its stencil
/// operator.
template <class FieldT>
class StencilBoundary {
  static constexpr dim_t N = FieldT::Pattern::ndim();

 public:
  using Element_t = typename FieldT::T;
  using Coords_t = typename FieldT::Coords;
  using View_t = typename FieldT::View;
  using index_type = typename FieldT::Index;
  using iterator = StencilIterator<FieldT, true>;
  using BoundaryViews_t = std::array<View_t, detail::NumRegionsMax<N>>;

  explicit StencilBoundary(const FieldT& field) : field_(&field) {}

  /// Iterator over the elements region by region, in ascending order of their numbers.
  iterator begin() const { return iterator_to(0); }
  iterator end() const { return iterator_to(static_cast<index_type>(boundary_size())); }

  /// One view for each region, in local coordinates; empty if the region has no elements.
  const BoundaryViews_t& view() const { return field_->parts().boundary(); }
  std::size_t boundary_size() const { return field_->parts().boundary_size(); }

  /// The elements of one region.
  std::pair<iterator, iterator> iterator_at(region_index_t region) const
  {
    index_type first = 0;
    for (region_index_t r = 0; r < region; ++r) first += static_cast<index_type>(view()[r].size());
    const auto size = static_cast<index_type>(view()[region].size());
    return {iterator_to(first), iterator_to(first + size)};
  }
  /// The elements of the face at one side, without its edges and corners.
  std::pair<iterator, iterator> iterator_at(dim_t dimension, RegionPos pos) const
  {
    return iterator_at(RegionCoords<N>::index(dimension, pos));
  }

  /// Sets values like the function for inner elements, but does not change halo elements.
  template <class Op = ReplaceWith>
  void set_values_at(
      const Coords_t& coords, Element_t value, Element_t coefficient_center, Op op = {}) const
  {
    const auto set = [&](Element_t& element, auto coefficient) {
      element = op(element, static_cast<Element_t>(coefficient * value));
    };
    set((*field_)(coords), coefficient_center);
    for (const auto& point : field_->stencil().specs()) {
      const Coords_t at = point.stencil_coords(coords);
      if (field_->is_in_block(at)) set((*field_)(at), point.coefficient());
    }
  }

  /// Returns a value like the function for inner elements.
  template <class Op = std::plus<>>
  Element_t get_value_at(const Coords_t& coords, Element_t coefficient_center, Op op = {}) const
  {
    auto result = static_cast<Element_t>(coefficient_center * (*field_)(coords));
    for (const auto& point : field_->stencil().specs()) {
      const Element_t& value = (*field_)(point.stencil_coords(coords));
      result = op(result, static_cast<Element_t>(point.coefficient() * value));
    }
    return result;
  }

  /// Sets destination[it.lpos()] = op(it) for each element.
  template <class Op>
  void update(Element_t* destination, Op op) const
  {
    update(begin(), end(), destination, std::move(op));
  }
  template <class Op>
  void update(iterator first, iterator last, Element_t* destination, Op op) const
  {
    for (; first != last; ++first) destination[first.lpos()] = op(first);
  }

 private:
  iterator iterator_to(index_type position) const
  {
    return iterator(*field_, view().data(), view().size(), position);
  }

  const FieldT* field_;
};

}  // namespace dash::halo
