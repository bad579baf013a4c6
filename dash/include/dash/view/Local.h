#pragma once

/// \file
/// Views of the calling unit's elements.

#include <dash/detail/range/LocalParts.h>
#include <dash/view/ViewBase.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// The iterator type; in one dimension, a native pointer to elements that are constant if those of
/// the domain are.
template <class Domain, dim_t N>
struct LocalIteratorOf : IteratorOfSection<Domain, IndexSpace::local> {};
template <class Domain>
struct LocalIteratorOf<Domain, 1> {
  using type = typename domain_iterator<Domain>::local_type;
};

template <class Domain>
using LocalViewBase = ViewBase<
    LocalView<Domain>, Domain,
    Section<typename section_type_of<Domain>::pattern_type, IndexSpace::local>>;

}  // namespace detail

/// The calling unit's elements of a global domain in local order, as native memory.
template <class Domain>
class LocalView : public detail::LocalViewBase<Domain> {
  using Base = detail::LocalViewBase<Domain>;
  static_assert(
      std::is_same_v<
          detail::section_type_of<Domain>,
          Section<typename Base::pattern_type, IndexSpace::global>>,
      "local() takes a part of a container by global index; the domain of a view of global(local "
      "view) is local already");

 public:
  using typename Base::index_type;
  using global_type = std::remove_const_t<Domain>;
  using iterator = typename detail::LocalIteratorOf<Domain, Base::ndim()>::type;
  using const_iterator = iterator;
  using pointer = typename detail::domain_iterator<Domain>::local_type;
  using reference = std::iter_reference_t<iterator>;
  using value_type = std::iter_value_t<iterator>;

  LocalView() = default;
  explicit LocalView(const Domain& domain)
    requires std::ranges::enable_view<Domain>
      : LocalView(StoredDomain<Domain>(domain))
  {}
  explicit LocalView(const StoredDomain<Domain>& domain)
      : Base(domain, detail::section_of(domain.get()).local())
  {}

  iterator begin() const
  {
    if constexpr (Base::ndim() == 1) {
      return data();
    } else {
      return iterator(&this->memory(), this->section());
    }
  }
  iterator end() const { return begin() + this->section().size(); }
  pointer data() const
    requires(Base::ndim() == 1)
  {
    return detail::local_elements(this->domain().begin()) + this->offset(0);
  }

  auto& global() const { return this->domain(); }
};

namespace detail {

/// Containers, which have the calling unit's part as a data member.
template <class X>
concept HasLocalProxy =
    std::is_member_object_pointer_v<decltype(&std::remove_reference_t<X>::local)>;

}  // namespace detail

/// The calling unit's part of a container (its local proxy), a view or an index set, in local
/// order; local arguments are returned unchanged. Local call.
template <ViewOperand X>
decltype(auto) local(X&& x)
{
  using type = std::remove_cvref_t<X>;
  if constexpr (detail::HasLocalProxy<X>) {
    return (x.local);
  } else if constexpr (LocalViewOrigin<type>) {
    return (x);
  } else if constexpr (ViewExpression<type> || AnyIndexSet<type>) {
    return std::remove_cvref_t<decltype(x.local())>(x.local());
  } else {
    return LocalView<type>(x);
  }
}

}  // namespace dash
