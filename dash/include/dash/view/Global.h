#pragma once

/// \file
/// Views of local elements by global references.

#include <dash/GlobRef.h>
#include <dash/iterator/PositionIterator.h>
#include <dash/view/ViewBase.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class Domain>
using global_set_of = IndexSetGlobal<index_set_of<std::remove_const_t<Domain>>>;

}  // namespace detail

/// The elements of a local domain in local order, with global references and global indices.
template <class Domain>
class GlobalView : public ViewBase<GlobalView<Domain>, Domain, detail::global_set_of<Domain>> {
  using Base = ViewBase<GlobalView, Domain, detail::global_set_of<Domain>>;
  using Element = std::remove_reference_t<std::iter_reference_t<detail::domain_iterator<Domain>>>;

 public:
  using typename Base::index_set_type;
  using typename Base::index_type;
  using local_type = std::remove_const_t<Domain>;
  using iterator = detail::PositionIterator<GlobalView>;
  using const_iterator = iterator;
  using value_type = std::remove_const_t<Element>;
  using reference = GlobRef<Element>;

  GlobalView() = default;
  explicit GlobalView(Domain domain) : Base(detail::StoredDomain<Domain>(std::move(domain))) {}

  /// Accesses the element through the container, because the unit's memory may be device memory.
  reference operator[](index_type i) const
  {
    if constexpr (Base::ndim() == 1) {
      return *(global(this->origin()).begin() + index_set()[i]);
    } else {
      const auto& memory = this->origin().globmem();
      using Memory = std::remove_cvref_t<decltype(memory)>;
      using Pattern = typename Base::pattern_type;
      return *GlobIter<Element, Pattern, Memory>(&memory, this->pattern(), index_set()[i]);
    }
  }

  iterator begin() const { return iterator(*this, 0); }
  iterator end() const { return iterator(*this, static_cast<index_type>(this->size())); }

  index_set_type index_set() const { return index_set_type(dash::index(this->domain())); }
  local_type local() const { return this->domain(); }
};

/// The inverse of \c local: for the local part of a view or container, that view or container; for
/// a part of local memory, its elements with global references. Global arguments are returned
/// unchanged.
template <detail::ViewOperand X>
decltype(auto) global(X&& x)
{
  using type = std::remove_cvref_t<X>;
  if constexpr (detail::View<type> || IndexSet<type>) {
    return std::remove_cvref_t<decltype(x.global())>(x.global());
  } else if constexpr (detail::LocalOrigin<type>) {
    return (x.global());
  } else {
    return (x);
  }
}

}  // namespace dash
