#pragma once

/// \file
/// Views of domains as ranges of blocks.

#include <dash/iterator/PositionIterator.h>
#include <dash/view/Local.h>
#include <dash/view/Sub.h>

#include <type_traits>
#include <utility>

namespace dash {

template <ViewableRange X>
auto blocks(X&& x);

namespace detail {

template <class Domain>
using BlocksViewBase = ViewBase<
    BlocksView<Domain>, Domain, decltype(std::declval<section_type_of<Domain>>().blocks())>;

}  // namespace detail

/// The blocks that contain elements of a domain; each is a view of the domain's elements in it.
template <class Domain>
class BlocksView : public detail::BlocksViewBase<Domain> {
  using Base = detail::BlocksViewBase<Domain>;

 public:
  using typename Base::index_type;
  using iterator = PositionIterator<BlocksView>;
  using const_iterator = iterator;
  using value_type = SubView<Domain>;
  using reference = value_type;

  BlocksView() = default;
  explicit BlocksView(const StoredDomain<Domain>& domain)
      : Base(domain, detail::section_of(domain.get()).blocks())
  {}

  value_type operator[](index_type i) const
  {
    DASH_ASSERT_RANGE(index_type{0}, i, this->section().size() - 1, "there is no such block");
    return value_type(
        this->stored_domain(), detail::section_of(this->domain()).in(this->section().block(i)));
  }

  iterator begin() const { return iterator(*this, 0); }
  iterator end() const { return iterator(*this, this->section().size()); }

  /// The calling unit's blocks.
  auto local() const { return dash::blocks(dash::local(this->domain())); }
};

/// The blocks of a container, a local proxy or a view, as a range of views. Blocks at the borders
/// of a view are clipped to it; blocks of local views are the calling unit's blocks. Local call.
template <ViewableRange X>
auto blocks(X&& x)
{
  using Domain = detail::domain_of<X>;
  return BlocksView<Domain>(StoredDomain<Domain>(std::forward<X>(x)));
}

}  // namespace dash
