#pragma once

/// \file
/// Views of local elements by global references.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/iterator/PositionIterator.h>
#include <dash/view/ViewBase.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class Domain>
using GlobalViewBase =
    ViewBase<GlobalView<Domain>, Domain, section_type_of<Domain>, IndexSpace::global>;

}  // namespace detail

/// The elements of a local domain in local order, with global references and global indices.
template <class Domain>
class GlobalView : public detail::GlobalViewBase<Domain> {
  using Base = detail::GlobalViewBase<Domain>;
  using Element = std::remove_reference_t<std::iter_reference_t<detail::domain_iterator<Domain>>>;

 public:
  using typename Base::index_type;
  using local_type = std::remove_const_t<Domain>;
  using iterator = PositionIterator<GlobalView>;
  using const_iterator = iterator;
  using value_type = std::remove_const_t<Element>;
  using reference = GlobRef<Element>;

  GlobalView() = default;
  explicit GlobalView(const Domain& domain)
      : Base(StoredDomain<Domain>(domain), detail::section_of(domain))
  {}

  /// Accesses the element through the container, because the unit's memory may be device memory.
  reference operator[](index_type i) const
  {
    DASH_ASSERT_RANGE(
        index_type{0}, i, this->section().size() - 1, "position is outside of the view");
    const auto& memory = this->memory();
    using Memory = std::remove_cvref_t<decltype(memory)>;
    using Pattern = typename Base::pattern_type;
    return *GlobIter<Element, Pattern, Memory>(
        &memory, this->pattern(), this->section().global_index(i));
  }

  iterator begin() const { return iterator(*this, 0); }
  iterator end() const { return iterator(*this, this->section().size()); }

  local_type local() const { return this->domain(); }
};

/// The inverse of \c local: for the local part of a view or container, that view or container; for
/// a part of local memory, its elements with global references. Global arguments are returned
/// unchanged.
template <ViewOperand X>
decltype(auto) global(X&& x)
{
  using type = std::remove_cvref_t<X>;
  if constexpr (ViewExpression<type> || AnyIndexSet<type>) {
    return std::remove_cvref_t<decltype(x.global())>(x.global());
  } else if constexpr (LocalViewOrigin<type>) {
    return (x.global());
  } else {
    return (x);
  }
}

}  // namespace dash
