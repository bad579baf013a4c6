#pragma once

/// \file
/// The common part of views.

#include <dash/Exception.h>
#include <dash/Iterator.h>
#include <dash/view/Domain.h>
#include <dash/view/Index.h>

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
template <ViewExpression Domain>
struct OriginOf<Domain> {
  using type = typename Domain::origin_type;
};

/// Iterator over a section of an N-dimensional domain in canonical order.
template <class Domain, IndexSpace Space>
struct IteratorOfSection {
  using domain_type = domain_iterator<Domain>;
  using type = SectionIterator<
      std::remove_pointer_t<typename domain_type::local_type>, typename domain_type::pattern_type,
      std::remove_cvref_t<decltype(std::declval<const domain_type&>().globmem())>, Space>;
};

/// The memory below a view's origin.
template <class Origin>
const auto& memory_of(const Origin& origin)
{
  if constexpr (requires { origin.globmem(); }) {
    return origin.globmem();
  } else if constexpr (requires { origin.global(); }) {
    return origin.global().globmem();
  } else {
    return origin.begin().globmem();
  }
}

}  // namespace detail

/// A view refers to elements of its domain, which is a container or another view. Views are values
/// that are cheap to copy and own no elements; the container must exist as long and must not be
/// moved or reallocated. All functions are local calls.
///
/// A const view does not make its elements constant, like a const pointer.
///
/// \tparam Derived   the view, which has \c begin() and \c end()
/// \tparam Domain   type of the domain, const for constant containers
/// \tparam SectionT  \c Section of its elements; \c BlockSection if the elements are blocks
/// \tparam Indices   global: the view has global indices and references, also for local elements
template <class Derived, class Domain, class SectionT, IndexSpace Indices = SectionT::space>
class ViewBase : public Boxed<Derived, typename SectionT::pattern_type> {
  using Base = Boxed<Derived, typename SectionT::pattern_type>;

 public:
  using typename Base::index_type;
  using typename Base::pattern_type;
  using typename Base::size_type;
  using typename Base::viewspec_type;
  using is_view_expression = std::true_type;
  using range_kind = BorrowedRange;
  using domain_type = std::remove_const_t<Domain>;
  using origin_type = std::remove_const_t<typename detail::OriginOf<Domain>::type>;
  using section_type = SectionT;
  using index_set_type = IndexSet<SectionT, detail::index_set_of<domain_type>, Indices>;
  using difference_type = std::ptrdiff_t;
  using local_type = std::conditional_t<Indices == IndexSpace::local, Derived, LocalView<Derived>>;
  using global_type =
      std::conditional_t<Indices == IndexSpace::local, GlobalView<Derived>, Derived>;

  /// Whether all elements are in native memory of the calling unit.
  static constexpr bool is_local() { return Indices == IndexSpace::local; }
  /// Whether the calling unit owns the element at position \c i.
  bool is_local(index_type i) const { return section_.is_own(i); }

  using Base::size;
  size_type size(dim_t dimension) const { return this->extent(dimension); }

  /// The element at position \c i in canonical order.
  decltype(auto) operator[](index_type i) const
  {
    DASH_ASSERT_RANGE(
        index_type{0}, i, static_cast<index_type>(size()) - 1, "position is outside of the view");
    return derived().begin()[i];
  }

  /// The elements that the view refers to.
  const SectionT& section() const { return section_; }
  const pattern_type& pattern() const { return section_.pattern(); }
  /// Offsets and extents in the origin.
  const viewspec_type& viewspec() const { return section_.box(); }
  /// The indices of the elements in the origin.
  index_set_type index_set() const { return index_set_type(section_, dash::index(domain())); }

  /// The domain from which the view was made.
  auto& domain() const { return domain_.get(); }

  /// The container, or its local proxy, at the root.
  auto& origin() const
  {
    if constexpr (ViewExpression<Domain>) {
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

 protected:
  ViewBase() = default;
  ViewBase(StoredDomain<Domain> domain, const SectionT& section)
      : domain_(std::move(domain)),
        section_(section)
  {}

  const StoredDomain<Domain>& stored_domain() const { return domain_; }
  auto& memory() const { return detail::memory_of(origin()); }

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  StoredDomain<Domain> domain_;
  SectionT section_{};
};

}  // namespace dash
