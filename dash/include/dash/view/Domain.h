#pragma once

/// \file
/// The domain from which a view was made.

#include <dash/detail/base/LightRange.h>
#include <dash/view/ViewTraits.h>

#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// Views hold views by value, so that temporaries can be nested, and refer to containers.
template <class Domain>
class StoredDomain {
 public:
  StoredDomain() = default;
  explicit StoredDomain(Domain& domain) : domain_(std::addressof(domain)) {}
  Domain& get() const { return *domain_; }

 private:
  Domain* domain_ = nullptr;
};

template <class Domain>
  requires std::ranges::enable_view<Domain>
class StoredDomain<Domain> {
 public:
  StoredDomain() = default;
  explicit StoredDomain(Domain domain) : domain_(std::move(domain)) {}
  const Domain& get() const { return domain_; }

 private:
  Domain domain_{};
};

/// Iterator of a domain for a view; it is const if the domain is a constant container.
template <class Domain>
using domain_iterator = decltype(std::declval<const StoredDomain<Domain>&>().get().begin());

/// Domain of a view that is made from an expression of type X&&: const matters for containers only.
template <class X>
using domain_of = std::conditional_t<
    std::ranges::enable_view<std::remove_cvref_t<X>>, std::remove_cvref_t<X>,
    std::remove_reference_t<X>>;

/// Views, pairs of global iterators, and containers that outlive the expression.
template <class X>
concept Viewable =
    Indexed<std::remove_cvref_t<X>> &&
    (std::is_lvalue_reference_v<X> || std::ranges::enable_view<std::remove_cvref_t<X>>);

/// Arguments of functions on views, which may also be index sets.
template <class X>
concept ViewOperand = Viewable<X> || IndexSet<X>;

/// A view that is part of a temporary is returned by value.
template <class X, class Part>
decltype(auto) part_of(Part& part)
{
  if constexpr (
      !std::is_lvalue_reference_v<X> && std::ranges::enable_view<std::remove_const_t<Part>>) {
    return std::remove_const_t<Part>(part);
  } else {
    return (part);
  }
}

}  // namespace detail

/// The domain from which a view was made; for an index set, the index set of that domain; otherwise
/// the argument.
template <detail::ViewOperand X>
decltype(auto) domain(X&& x)
{
  if constexpr (detail::View<X> || IndexSet<X>) {
    return detail::part_of<X>(x.domain());
  } else {
    return std::forward<X>(x);
  }
}

}  // namespace dash
