#pragma once

/// \file
/// The common part of views.

#include <dash/Exception.h>
#include <dash/Iterator.h>
#include <dash/view/Domain.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

template <class Domain>
class SubView;
template <class Domain>
class LocalView;
template <class Domain>
class GlobalView;
template <class Domain>
class BlocksView;

namespace detail {

/// The container, or local proxy, at the root of a domain.
template <class Domain>
struct OriginOf {
  using type = Domain;
};
template <View Domain>
struct OriginOf<Domain> {
  using type = typename Domain::origin_type;
};

/// Iterator over a box of an N-dimensional domain in canonical order.
template <class Domain, bool IsLocal>
struct RegionIterator {
  using domain_type = domain_iterator<Domain>;
  using element_type = std::remove_pointer_t<typename domain_type::local_type>;
  using pattern_type = typename domain_type::pattern_type;
  using memory_type = std::remove_cvref_t<decltype(std::declval<const domain_type&>().globmem())>;
  using type = std::conditional_t<
      IsLocal, LocalViewIter<element_type, pattern_type, memory_type>,
      GlobViewIter<element_type, pattern_type, memory_type>>;
};

/// Iterator over a box of a domain; in one dimension, the iterator of the domain.
template <class Domain, bool IsLocal, dim_t N>
struct IteratorOfRegion : RegionIterator<Domain, IsLocal> {};
template <class Domain, bool IsLocal>
struct IteratorOfRegion<Domain, IsLocal, 1> {
  using type = domain_iterator<Domain>;
};

/// Whether the elements of a domain are in native memory of the calling unit.
template <class Domain>
inline constexpr bool is_local_domain = index_set_of<std::remove_const_t<Domain>>::is_local();

}  // namespace detail

/// A view refers to elements of its domain, which is a container or another view. Views are values
/// that are cheap to copy and own no elements; the container must exist as long and must not be
/// moved or reallocated. All functions are local calls.
///
/// A const view does not make its elements constant, like a const pointer.
///
/// \tparam Derived  the view, which has \c index_set(), \c begin() and \c end()
/// \tparam Domain   type of the domain, const for constant containers
/// \tparam Set      its index set
template <class Derived, class Domain, class Set>
class ViewBase {
 public:
  using is_view_expression = std::true_type;
  using range_kind = detail::BorrowedRange;
  using domain_type = std::remove_const_t<Domain>;
  using origin_type = std::remove_const_t<typename detail::OriginOf<Domain>::type>;
  using index_set_type = Set;
  using pattern_type = typename Set::pattern_type;
  using index_type = typename Set::index_type;
  using size_type = typename Set::size_type;
  using viewspec_type = typename Set::viewspec_type;
  using extents_type = typename Set::extents_type;
  using offsets_type = typename Set::offsets_type;
  using difference_type = std::ptrdiff_t;
  using rank = typename Set::rank;
  using local_type = std::conditional_t<Set::is_local(), Derived, LocalView<Derived>>;
  using global_type = std::conditional_t<Set::is_local(), GlobalView<Derived>, Derived>;

  static constexpr dim_t ndim() { return rank::value; }
  /// Whether all elements are in native memory of the calling unit.
  static constexpr bool is_local() { return Set::is_local(); }
  /// Whether the calling unit owns the element at position \c i.
  bool is_local(index_type i) const
  {
    return is_local() || derived().pattern().is_local(derived().index_set()[i]);
  }

  size_type size() const { return derived().index_set().size(); }
  bool empty() const { return size() == 0; }
  size_type size(dim_t dimension) const { return extent(dimension); }

  extents_type extents() const { return derived().index_set().extents(); }
  size_type extent(dim_t dimension) const { return extents()[static_cast<std::size_t>(dimension)]; }
  template <dim_t Dimension>
  size_type extent() const
  {
    return extent(Dimension);
  }

  /// Offsets of the first element in the origin.
  offsets_type offsets() const { return derived().index_set().offsets(); }
  index_type offset(dim_t dimension) const
  {
    return offsets()[static_cast<std::size_t>(dimension)];
  }

  /// The element at position \c i in canonical order.
  decltype(auto) operator[](index_type i) const
  {
    DASH_ASSERT_RANGE(
        index_type{0}, i, static_cast<index_type>(size()) - 1, "position is outside of the view");
    return derived().begin()[i];
  }

  /// The domain from which the view was made.
  auto& domain() const { return domain_.get(); }

  /// The container, or its local proxy, at the root.
  auto& origin() const
  {
    if constexpr (detail::View<Domain>) {
      return domain().origin();
    } else {
      return domain();
    }
  }

  /// The calling unit's elements.
  auto local() const
  {
    if constexpr (is_local()) {
      return derived();
    } else {
      return LocalView<Derived>(derived());
    }
  }

  /// The elements with global references.
  auto global() const
  {
    if constexpr (is_local()) {
      return GlobalView<Derived>(derived());
    } else {
      return derived();
    }
  }

  auto& pattern() const { return domain().pattern(); }

 protected:
  ViewBase() = default;
  explicit ViewBase(detail::StoredDomain<Domain> domain) : domain_(std::move(domain)) {}

  const detail::StoredDomain<Domain>& stored_domain() const { return domain_; }

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  detail::StoredDomain<Domain> domain_;
};

}  // namespace dash
