#pragma once

/// \file
/// Views of the calling unit's elements.

#include <dash/detail/range/LocalParts.h>
#include <dash/view/ViewBase.h>

#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class Domain>
using local_set_of = IndexSetLocal<index_set_of<std::remove_const_t<Domain>>>;

/// The iterator type; in one dimension, a native pointer to elements that are constant if those of
/// the domain are.
template <class Domain, dim_t N>
struct LocalIteratorOf : RegionIterator<Domain, true> {};
template <class Domain>
struct LocalIteratorOf<Domain, 1> {
  using type = typename domain_iterator<Domain>::local_type;
};
template <class Domain>
using local_iterator_of = typename LocalIteratorOf<Domain, local_set_of<Domain>::ndim()>::type;

}  // namespace detail

/// The calling unit's elements of a global domain in local order, as native memory.
template <class Domain>
class LocalView : public ViewBase<LocalView<Domain>, Domain, detail::local_set_of<Domain>> {
  using Base = ViewBase<LocalView, Domain, detail::local_set_of<Domain>>;

 public:
  using typename Base::index_set_type;
  using global_type = std::remove_const_t<Domain>;
  using iterator = detail::local_iterator_of<Domain>;
  using const_iterator = iterator;
  using pointer = typename detail::domain_iterator<Domain>::local_type;
  using reference = std::iter_reference_t<iterator>;
  using value_type = std::iter_value_t<iterator>;

  LocalView() = default;
  explicit LocalView(Domain domain)
    requires std::ranges::enable_view<Domain>
      : LocalView(detail::StoredDomain<Domain>(std::move(domain)))
  {}
  explicit LocalView(detail::StoredDomain<Domain> domain)
      : Base(std::move(domain)),
        set_(dash::index(this->domain()))
  {}

  iterator begin() const
  {
    if constexpr (Base::ndim() == 1) {
      return data();
    } else {
      return iterator(&this->origin().globmem(), this->pattern(), set_.region());
    }
  }
  iterator end() const { return begin() + static_cast<typename Base::index_type>(this->size()); }
  pointer data() const
    requires(Base::ndim() == 1)
  {
    return detail::local_elements(this->domain().begin()) + set_.offset(0);
  }

  const index_set_type& index_set() const { return set_; }
  auto& global() const { return this->domain(); }

 private:
  index_set_type set_{};
};

namespace detail {

/// Containers, which have the calling unit's part as a data member.
template <class X>
concept HasLocalProxy =
    std::is_member_object_pointer_v<decltype(&std::remove_reference_t<X>::local)>;

}  // namespace detail

/// The calling unit's part of a container (its local proxy), a view or an index set, in local
/// order; local arguments are returned unchanged. Local call.
template <detail::ViewOperand X>
decltype(auto) local(X&& x)
{
  using type = std::remove_cvref_t<X>;
  if constexpr (detail::HasLocalProxy<X>) {
    return (x.local);
  } else if constexpr (detail::LocalOrigin<type>) {
    return (x);
  } else if constexpr (detail::View<type> || IndexSet<type>) {
    return std::remove_cvref_t<decltype(x.local())>(x.local());
  } else {
    return LocalView<type>(x);
  }
}

}  // namespace dash
