#pragma once

/// \file
/// The elements of a block whose stencils stay inside it.

#include <dash/halo/ReplaceWith.h>
#include <dash/halo/StencilIterator.h>

#include <cstddef>
#include <functional>

namespace dash::halo {

/// Access to these elements without any check for the halo. It refers to its stencil operator.
template <class FieldT>
class StencilInner {
 public:
  using Element_t = typename FieldT::T;
  using Coords_t = typename FieldT::Coords;
  using View_t = typename FieldT::View;
  using Offsets_t = typename FieldT::Offsets;
  using index_type = typename FieldT::Index;
  using iterator = StencilIterator<FieldT, false>;

  explicit StencilInner(const FieldT& field) : field_(&field) {}

  iterator begin() const { return iterator_at(0); }
  iterator end() const { return iterator_at(static_cast<index_type>(view().size())); }
  /// The elements in local coordinates.
  const View_t& view() const { return field_->parts().inner(); }

  /// Sets the center and all its neighbours to op(old value, coefficient * value).
  template <class Op = ReplaceWith>
  void set_values_at(
      const Coords_t& coords, Element_t value, Element_t coefficient_center, Op op = {}) const
  {
    Element_t* const center = address_of(coords);
    const auto set = [&](Element_t& element, auto coefficient) {
      element = op(element, static_cast<Element_t>(coefficient * value));
    };
    set(*center, coefficient_center);
    for (std::size_t i = 0; i < field_->offsets().size(); ++i) {
      set(center[field_->offsets()[i]], field_->stencil()[i].coefficient());
    }
  }

  /// Combines the center and all its neighbours, each multiplied by its coefficient, by \c op.
  template <class Op = std::plus<>>
  Element_t get_value_at(const Coords_t& coords, Element_t coefficient_center, Op op = {}) const
  {
    const Element_t* const center = address_of(coords);
    auto result = static_cast<Element_t>(coefficient_center * *center);
    for (std::size_t i = 0; i < field_->offsets().size(); ++i) {
      const auto coefficient = field_->stencil()[i].coefficient();
      result = op(result, static_cast<Element_t>(coefficient * center[field_->offsets()[i]]));
    }
    return result;
  }

  /// Calls op(center, center of the destination, position in local memory, distances of the
  /// neighbours in memory) for each element, in row-major order.
  /// \param destination  local memory of a matrix with the same pattern
  template <class Op>
  void update(Element_t* destination, Op op) const
  {
    update_box(view(), destination, op);
  }

  /// Does the same for the elements from \c begin to \c end.
  template <class Op>
  void update(iterator begin, iterator end, Element_t* destination, Op op) const
  {
    for (; begin != end; ++begin) {
      op(&*begin, destination + begin.lpos(), begin.lpos(), field_->offsets());
    }
  }

  /// Does the same for a box of local coordinates, [begin, end).
  template <class Op>
  void update_blocked(
      const Coords_t& begin, const Coords_t& end, Element_t* destination, Op op) const
  {
    typename View_t::extents_type extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      extents[d] = static_cast<typename View_t::size_type>(end[d] - begin[d]);
    }
    update_box(View_t(begin, extents), destination, op);
  }

 private:
  iterator iterator_at(index_type position) const
  {
    return iterator(*field_, &view(), 1, position);
  }

  Element_t* address_of(const Coords_t& coords) const
  {
    return field_->elements() + field_->offset_of(coords);
  }

  template <class Op>
  void update_box(const View_t& box, Element_t* destination, Op& op) const
  {
    constexpr std::size_t fastest = FieldT::fastest;
    const auto row = static_cast<index_type>(box.extents()[fastest]);
    const index_type stride = field_->stride(fastest);
    const Offsets_t offsets = field_->offsets();
    for (index_type i = 0; i < static_cast<index_type>(box.size()); i += row) {
      const auto first = dash::detail::coords_in<FieldT::order>(box, i);
      const index_type begin = field_->offset_of(first);
      const index_type end = begin + row * stride;
      for (index_type at = begin; at < end; at += stride) {
        op(field_->elements() + at, destination + at, at, offsets);
      }
    }
  }

  const FieldT* field_;
};

}  // namespace dash::halo
