#pragma once

/// \file
/// Views of index intervals.

#include <dash/Exception.h>
#include <dash/view/ViewBase.h>

#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Iterator of a part of a domain: in one dimension that of the domain.
template <class Domain, dim_t N>
struct SubIteratorOf : IteratorOfSection<Domain, index_set_of<std::remove_const_t<Domain>>::space> {
};
template <class Domain>
struct SubIteratorOf<Domain, 1> {
  using type = domain_iterator<Domain>;
};

template <class Domain>
using SubViewBase = ViewBase<
    SubView<Domain>, Domain, section_type_of<Domain>,
    index_set_of<std::remove_const_t<Domain>>::space>;

}  // namespace detail

/// The elements of a box of a domain. In one dimension its iterators are those of the domain, in
/// more dimensions they traverse the box in canonical order.
template <class Domain>
class SubView : public detail::SubViewBase<Domain> {
  using Base = detail::SubViewBase<Domain>;

 public:
  using typename Base::index_type;
  using typename Base::section_type;
  using iterator = typename detail::SubIteratorOf<Domain, Base::ndim()>::type;
  using const_iterator = iterator;
  using value_type = std::iter_value_t<iterator>;
  using reference = std::iter_reference_t<iterator>;

  SubView() = default;
  /// \param section  elements of the domain
  SubView(StoredDomain<Domain> domain, const section_type& section)
      : Base(std::move(domain), section)
  {}

  iterator begin() const { return iterator_at(0); }
  iterator end() const { return iterator_at(this->section().size()); }

 private:
  iterator iterator_at(index_type position) const
  {
    if constexpr (Base::ndim() == 1) {
      const auto whole = detail::section_of(this->domain());
      return this->domain().begin() + (this->offset(0) - whole.box().offset(0) + position);
    } else {
      return iterator(&this->memory(), this->section(), position);
    }
  }
};

/// View of the elements with indices [begin, end) in a dimension of \c domain, which is a
/// container, a local proxy or a view. Indices are relative to the first element of \c domain.
/// Local call.
template <dim_t Dimension = 0, class Begin, class End, ViewableRange X>
auto sub(Begin begin, End end, X&& domain)
{
  using Domain = detail::domain_of<X>;
  using View = SubView<Domain>;
  using index_type = typename View::index_type;
  static_assert(0 <= Dimension && Dimension < View::ndim(), "dash::sub: no such dimension");
  const auto whole = detail::section_of(domain);
  const auto first = static_cast<index_type>(begin);
  const auto last = static_cast<index_type>(end);
  [[maybe_unused]] const auto size = static_cast<index_type>(whole.box().extent(Dimension));
  DASH_ASSERT_RANGE(index_type{0}, first, size, "dash::sub: begin is outside of the domain");
  DASH_ASSERT_RANGE(first, last, size, "dash::sub: end is outside of the domain");
  return View(StoredDomain<Domain>(std::forward<X>(domain)), whole.between(Dimension, first, last));
}

/// View of the elements with indices [begin, end) in the first dimension. Local call.
template <class Begin, class End, ViewableRange X>
auto rows(Begin begin, End end, X&& domain)
{
  return dash::sub<0>(begin, end, std::forward<X>(domain));
}

/// View of the elements with indices [begin, end) in the second dimension. Local call.
template <class Begin, class End, ViewableRange X>
auto cols(Begin begin, End end, X&& domain)
{
  return dash::sub<1>(begin, end, std::forward<X>(domain));
}

}  // namespace dash
