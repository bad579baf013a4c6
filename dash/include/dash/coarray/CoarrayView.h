#pragma once

/// \file
/// Views of one unit's copy of a coarray, with subscripts.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/coarray/CoarrayShape.h>
#include <dash/coarray/CoarrayViewIter.h>
#include <dash/memory/ElementAddress.h>

#include <cstddef>
#include <type_traits>

namespace dash::coarray {

/// \c T& if host code may access the memory, otherwise a global reference.
template <class Reference, class T>
Reference refer_to(const ElementAddress<T>& address)
{
  if constexpr (std::is_reference_v<Reference>) {
    return *address.mapped();
  } else {
    return Reference(address);
  }
}

/// Elements of one unit's copy of a coarray, accessed by <tt>view[2][3]</tt>. A view is cheap to
/// copy, owns nothing, and is valid as long as the coarray is allocated. All functions are local
/// calls.
///
/// \tparam Reference  native for the unit's own copy, global for that of any unit
template <class T, std::size_t Rank, class Reference, class Index = default_index_t>
class CoarrayView {
 public:
  using value_type = std::remove_const_t<T>;
  using reference = Reference;
  using index_type = Index;
  using size_type = std::make_unsigned_t<Index>;
  using iterator = CoarrayViewIter<T, Rank, Reference, Index>;
  using const_iterator = iterator;

  CoarrayView(ElementAddress<T> first, const Shape<Rank, Index>& shape) noexcept
      : first_(first),
        shape_(shape)
  {}

  static constexpr dim_t ndim() { return static_cast<dim_t>(Rank); }
  size_type size() const { return static_cast<size_type>(shape_.size()); }
  size_type extent(dim_t dimension) const
  {
    return static_cast<size_type>(shape_.extents[static_cast<std::size_t>(dimension)]);
  }

  /// Iterators over all elements in the order of memory.
  iterator begin() const { return iterator({first_, shape_}, 0); }
  iterator end() const { return iterator({first_, shape_}, shape_.size()); }

  /// An element, or in more than one dimension a view of the elements with first index \c i.
  auto operator[](index_type i) const -> std::conditional_t<
      Rank == 1, Reference, CoarrayView<T, Rank == 1 ? 1 : Rank - 1, Reference, Index>>
  {
    DASH_ASSERT_RANGE(
        index_type{0}, i, shape_.extents[0] - 1, "index is outside of the unit's copy");
    const auto offset = static_cast<std::size_t>(i * shape_.strides[0]) * sizeof(T);
    const auto address = first_.template member<T>(offset);
    if constexpr (Rank == 1) {
      return refer_to<Reference>(address);
    } else {
      return {address, shape_.inner()};
    }
  }

 private:
  ElementAddress<T> first_;
  Shape<Rank, Index> shape_;
};

}  // namespace dash::coarray
