#pragma once

/// \file
/// The domain from which a view was made.

#include <dash/view/Concepts.h>

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

/// How views hold their domain: views by value, so that temporaries can be nested, and containers
/// by reference.
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
  StoredDomain()
    requires std::default_initializable<Domain>
      : domain_()
  {}
  explicit StoredDomain(Domain domain) : domain_(std::move(domain)) {}
  const Domain& get() const { return domain_; }

 private:
  Domain domain_;
};

namespace detail {

/// Iterator of a domain for a view; it is const if the domain is a constant container.
template <class Domain>
using domain_iterator = decltype(std::declval<const StoredDomain<Domain>&>().get().begin());

/// Domain of a view that is made from an expression of type X&&: const matters for containers only.
template <class X>
using domain_of = std::conditional_t<
    std::ranges::enable_view<std::remove_cvref_t<X>>, std::remove_cvref_t<X>,
    std::remove_reference_t<X>>;

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
template <ViewOperand X>
decltype(auto) domain(X&& x)
{
  if constexpr (ViewExpression<X> || AnyIndexSet<X>) {
    return detail::part_of<X>(x.domain());
  } else {
    return std::forward<X>(x);
  }
}

}  // namespace dash
