#pragma once

/// \file
/// Views by the pipe operator, such as array | dash::views::sub(10, 20) | dash::views::local.

#include <dash/view/Block.h>
#include <dash/view/Domain.h>
#include <dash/view/Global.h>
#include <dash/view/Index.h>
#include <dash/view/Intersect.h>
#include <dash/view/Local.h>
#include <dash/view/Origin.h>
#include <dash/view/Sub.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

struct AdaptorBase {};

/// Function object of one argument that operator| can also apply.
template <class F>
concept Adaptor = std::derived_from<std::remove_cvref_t<F>, AdaptorBase>;

template <class X, Adaptor F>
  requires std::invocable<const F&, X>
constexpr decltype(auto) operator|(X&& x, const F& adaptor)
{
  return adaptor(std::forward<X>(x));
}

template <Adaptor F, Adaptor G>
struct ComposedAdaptor : AdaptorBase {
  F first;
  G second;

  constexpr ComposedAdaptor(F f, G g) : first(std::move(f)), second(std::move(g)) {}

  template <class X>
    requires std::invocable<const F&, X>
  constexpr decltype(auto) operator()(X&& x) const
  {
    return second(first(std::forward<X>(x)));
  }
};

/// The composition of two adaptors.
template <Adaptor F, Adaptor G>
constexpr auto operator|(const F& first, const G& second)
{
  return ComposedAdaptor<F, G>(first, second);
}

template <dim_t Dimension, class Begin, class End>
struct SubAdaptor : AdaptorBase {
  Begin begin;
  End end;

  constexpr SubAdaptor(Begin b, End e) : begin(b), end(e) {}

  template <Viewable X>
  auto operator()(X&& x) const
  {
    return dash::sub<Dimension>(begin, end, std::forward<X>(x));
  }
};

template <class Other>
struct IntersectAdaptor : AdaptorBase {
  Other other;

  constexpr explicit IntersectAdaptor(Other o) : other(std::move(o)) {}

  template <Viewable X>
  auto operator()(X&& x) const
  {
    return dash::intersect(std::forward<X>(x), other);
  }
};

template <class Index>
struct BlockAdaptor : AdaptorBase {
  Index number;

  constexpr explicit BlockAdaptor(Index i) : number(i) {}

  template <Viewable X>
  auto operator()(X&& x) const
  {
    return dash::block(number, std::forward<X>(x));
  }
};

struct BlocksAdaptor : AdaptorBase {
  template <Viewable X>
  auto operator()(X&& x) const
  {
    return dash::blocks(std::forward<X>(x));
  }
};

struct LocalAdaptor : AdaptorBase {
  template <ViewOperand X>
  decltype(auto) operator()(X&& x) const
  {
    return dash::local(std::forward<X>(x));
  }
};

struct GlobalAdaptor : AdaptorBase {
  template <ViewOperand X>
  decltype(auto) operator()(X&& x) const
  {
    return dash::global(std::forward<X>(x));
  }
};

struct IndexAdaptor : AdaptorBase {
  template <Viewable X>
  auto operator()(X&& x) const
  {
    return dash::index(x);
  }
};

struct DomainAdaptor : AdaptorBase {
  template <ViewOperand X>
  decltype(auto) operator()(X&& x) const
  {
    return dash::domain(std::forward<X>(x));
  }
};

struct OriginAdaptor : AdaptorBase {
  template <ViewOperand X>
  decltype(auto) operator()(X&& x) const
  {
    return dash::origin(std::forward<X>(x));
  }
};

}  // namespace detail

/// The functions of namespace dash of the same names, as adaptors for operator|.
namespace views {

template <dim_t Dimension = 0, class Begin, class End>
constexpr auto sub(Begin begin, End end)
{
  return detail::SubAdaptor<Dimension, Begin, End>(begin, end);
}

template <class Begin, class End>
constexpr auto rows(Begin begin, End end)
{
  return sub<0>(begin, end);
}

template <class Begin, class End>
constexpr auto cols(Begin begin, End end)
{
  return sub<1>(begin, end);
}

/// \param other  a view
template <class Other>
constexpr auto intersect(const Other& other)
{
  return detail::IntersectAdaptor<Other>(other);
}

template <class Index>
constexpr auto block(Index i)
{
  return detail::BlockAdaptor<Index>(i);
}

inline constexpr detail::BlocksAdaptor blocks{};
inline constexpr detail::LocalAdaptor local{};
inline constexpr detail::GlobalAdaptor global{};
inline constexpr detail::IndexAdaptor index{};
inline constexpr detail::DomainAdaptor domain{};
inline constexpr detail::OriginAdaptor origin{};

}  // namespace views

}  // namespace dash
