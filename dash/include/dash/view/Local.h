/**
 * \file dash/view/Local.h
 * Views of the calling unit's elements.
 */
#ifndef DASH__VIEW__LOCAL_H__INCLUDED
#define DASH__VIEW__LOCAL_H__INCLUDED

#include <dash/internal/LocalParts.h>
#include <dash/view/ViewBase.h>

#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

template <class Domain>
using local_set_of = IndexSetLocal<index_set_of<std::remove_const_t<Domain>>>;

/** In one dimension native pointer, to constant elements if those of the domain are. */
template <class Domain, dim_t N>
struct LocalIteratorOf : RegionIterator<Domain, true> {};
template <class Domain>
struct LocalIteratorOf<Domain, 1> {
  using type = typename domain_iterator<Domain>::local_type;
};
template <class Domain>
using local_iterator_of = typename LocalIteratorOf<Domain, local_set_of<Domain>::ndim()>::type;

}  // namespace internal

/** The calling unit's elements of a global domain, in local order, as native memory. */
template <class Domain>
class LocalView : public ViewBase<LocalView<Domain>, Domain, internal::local_set_of<Domain>> {
  using Base = ViewBase<LocalView, Domain, internal::local_set_of<Domain>>;

 public:
  using typename Base::index_set_type;
  using global_type = std::remove_const_t<Domain>;
  using iterator = internal::local_iterator_of<Domain>;
  using const_iterator = iterator;
  using pointer = typename internal::domain_iterator<Domain>::local_type;
  using reference = std::iter_reference_t<iterator>;
  using value_type = std::iter_value_t<iterator>;

  LocalView() = default;
  explicit LocalView(Domain domain)
    requires std::ranges::enable_view<Domain>
    : LocalView(internal::StoredDomain<Domain>(std::move(domain)))
  {}
  explicit LocalView(internal::StoredDomain<Domain> domain)
    : Base(std::move(domain)), _set(dash::index(this->domain()))
  {}

  iterator begin() const
  {
    if constexpr (Base::ndim() == 1) {
      return data();
    } else {
      return iterator(&this->origin().globmem(), this->pattern(), _set.region());
    }
  }
  iterator end() const { return begin() + static_cast<typename Base::index_type>(this->size()); }
  pointer data() const
    requires(Base::ndim() == 1)
  {
    return internal::local_elements(this->domain().begin()) + _set.offset(0);
  }

  const index_set_type& index_set() const { return _set; }
  auto& global() const { return this->domain(); }

 private:
  index_set_type _set{};
};

namespace internal {

/** Containers: the calling unit's part is a data member. */
template <class X>
concept HasLocalProxy =
    std::is_member_object_pointer_v<decltype(&std::remove_reference_t<X>::local)>;

}  // namespace internal

/**
 * The calling unit's part of a container (its local proxy), a view or an index set, in local order;
 * what is local already comes back as it is. Local.
 */
template <internal::ViewOperand X>
decltype(auto) local(X&& x)
{
  using type = std::remove_cvref_t<X>;
  if constexpr (internal::HasLocalProxy<X>) {
    return (x.local);
  } else if constexpr (internal::LocalOrigin<type>) {
    return (x);
  } else if constexpr (internal::View<type> || IndexSet<type>) {
    return std::remove_cvref_t<decltype(x.local())>(x.local());
  } else {
    return LocalView<type>(x);
  }
}

}  // namespace dash

#endif  // DASH__VIEW__LOCAL_H__INCLUDED
