#pragma once

/// \file
/// Views of domains as ranges of blocks.

#include <dash/iterator/PositionIterator.h>
#include <dash/view/Local.h>
#include <dash/view/Sub.h>

#include <type_traits>
#include <utility>

namespace dash {

template <detail::Viewable X>
auto blocks(X&& x);

namespace detail {

template <class Domain>
using blocks_set_of = IndexSetBlocks<index_set_of<std::remove_const_t<Domain>>>;

}  // namespace detail

/// The blocks that contain elements of a domain; each is a view of the domain's elements in it.
template <class Domain>
class BlocksView : public ViewBase<BlocksView<Domain>, Domain, detail::blocks_set_of<Domain>> {
  using Base = ViewBase<BlocksView, Domain, detail::blocks_set_of<Domain>>;

 public:
  using typename Base::index_set_type;
  using typename Base::index_type;
  using iterator = detail::PositionIterator<BlocksView>;
  using const_iterator = iterator;
  using value_type = SubView<Domain>;
  using reference = value_type;

  BlocksView() = default;
  explicit BlocksView(detail::StoredDomain<Domain> domain)
      : Base(std::move(domain)),
        set_(dash::index(this->domain()))
  {}

  value_type operator[](index_type i) const
  {
    DASH_ASSERT_RANGE(
        index_type{0}, i, static_cast<index_type>(this->size()) - 1, "there is no such block");
    return value_type(this->stored_domain(), set_.block(i));
  }

  iterator begin() const { return iterator(*this, 0); }
  iterator end() const { return iterator(*this, static_cast<index_type>(this->size())); }

  /// Numbers of the blocks.
  const index_set_type& index_set() const { return set_; }

  /// The calling unit's blocks.
  auto local() const { return dash::blocks(dash::local(this->domain())); }

 private:
  index_set_type set_{};
};

/// The blocks of a container, a local proxy or a view, as a range of views. Blocks at the borders
/// of a view are clipped to it; blocks of local views are the calling unit's blocks. Local call.
template <detail::Viewable X>
auto blocks(X&& x)
{
  using Domain = detail::domain_of<X>;
  return BlocksView<Domain>(detail::StoredDomain<Domain>(std::forward<X>(x)));
}

}  // namespace dash
