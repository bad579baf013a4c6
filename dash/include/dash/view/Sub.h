#pragma once

/// \file
/// Views of index intervals.

#include <dash/Exception.h>
#include <dash/detail/pattern/Box.h>
#include <dash/view/ViewBase.h>

#include <iterator>
#include <utility>

namespace dash {

namespace detail {

template <class Domain>
using sub_set_of = IndexSetSub<index_set_of<std::remove_const_t<Domain>>>;

template <class Domain, class Set = sub_set_of<Domain>>
using sub_iterator_of = typename IteratorOfRegion<Domain, Set::is_local(), Set::ndim()>::type;

}  // namespace detail

/// The elements of a box of a domain. In one dimension its iterators are those of the domain, in
/// more dimensions they traverse the box in canonical order.
template <class Domain>
class SubView : public ViewBase<SubView<Domain>, Domain, detail::sub_set_of<Domain>> {
  using Base = ViewBase<SubView, Domain, detail::sub_set_of<Domain>>;

 public:
  using typename Base::index_set_type;
  using typename Base::viewspec_type;
  using iterator = detail::sub_iterator_of<Domain>;
  using const_iterator = iterator;
  using value_type = std::iter_value_t<iterator>;
  using reference = std::iter_reference_t<iterator>;

  SubView() = default;
  /// \param region  offsets and extents in the domain
  SubView(detail::StoredDomain<Domain> domain, const viewspec_type& region)
      : Base(std::move(domain)),
        region_(region)
  {}

  iterator begin() const
  {
    if constexpr (Base::ndim() == 1) {
      return this->domain().begin() + region_.offset(0);
    } else {
      return iterator_at(0);
    }
  }
  iterator end() const
  {
    if constexpr (Base::ndim() == 1) {
      return this->domain().begin() + region_.range(0).end;
    } else {
      return iterator_at(static_cast<typename Base::index_type>(this->size()));
    }
  }

  index_set_type index_set() const { return index_set_type(dash::index(this->domain()), region_); }

  /// Offsets and extents in the domain.
  const viewspec_type& region() const { return region_; }

 private:
  iterator iterator_at(typename Base::index_type position) const
  {
    return iterator(&this->origin().globmem(), this->pattern(), index_set().region(), position);
  }

  viewspec_type region_{};
};

/// View of the elements with indices [begin, end) in a dimension of \c domain, which is a
/// container, a local proxy or a view. Indices are relative to the first element of \c domain.
/// Local call.
template <dim_t Dimension = 0, class Begin, class End, detail::Viewable X>
auto sub(Begin begin, End end, X&& domain)
{
  using Domain = detail::domain_of<X>;
  using View = SubView<Domain>;
  using index_type = typename View::index_type;
  static_assert(0 <= Dimension && Dimension < View::ndim(), "dash::sub: no such dimension");
  const typename View::viewspec_type whole(dash::index(domain).extents());
  const auto first = static_cast<index_type>(begin);
  const auto last = static_cast<index_type>(end);
  DASH_ASSERT_RANGE(
      index_type{0}, first, whole.range(Dimension).end,
      "dash::sub: begin is outside of the domain");
  DASH_ASSERT_RANGE(
      first, last, whole.range(Dimension).end, "dash::sub: end is outside of the domain");
  return View(
      detail::StoredDomain<Domain>(std::forward<X>(domain)),
      detail::restricted(whole, Dimension, first, last));
}

/// View of the elements with indices [begin, end) in the first dimension. Local call.
template <class Begin, class End, detail::Viewable X>
auto rows(Begin begin, End end, X&& domain)
{
  return dash::sub<0>(begin, end, std::forward<X>(domain));
}

/// View of the elements with indices [begin, end) in the second dimension. Local call.
template <class Begin, class End, detail::Viewable X>
auto cols(Begin begin, End end, X&& domain)
{
  return dash::sub<1>(begin, end, std::forward<X>(domain));
}

}  // namespace dash
