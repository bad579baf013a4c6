/**
 * \file dash/view/Adaptors.h
 * Views by pipe: array | dash::views::sub(10, 20) | dash::views::local
 */
#ifndef DASH__VIEW__ADAPTORS_H__INCLUDED
#define DASH__VIEW__ADAPTORS_H__INCLUDED

#include <dash/view/Block.h>
#include <dash/view/Domain.h>
#include <dash/view/Global.h>
#include <dash/view/Index.h>
#include <dash/view/Local.h>
#include <dash/view/Origin.h>
#include <dash/view/Sub.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

/** Function object of one argument that is also applied by operator|. */
template <class F>
struct Adaptor {
  F function;

  template <class X>
    requires std::invocable<const F&, X>
  constexpr decltype(auto) operator()(X&& x) const
  {
    return function(std::forward<X>(x));
  }

  template <class X>
    requires std::invocable<const F&, X>
  friend constexpr decltype(auto) operator|(X&& x, const Adaptor& adaptor)
  {
    return adaptor.function(std::forward<X>(x));
  }

  /** One after the other. */
  template <class G>
  friend constexpr auto operator|(const Adaptor& first, const Adaptor<G>& second)
  {
    auto both = [first, second](auto&& x) -> decltype(auto)
      requires std::invocable<const F&, decltype(x)>
    { return second(first(std::forward<decltype(x)>(x))); };
    return Adaptor<decltype(both)>{both};
  }
};

template <class F>
Adaptor(F) -> Adaptor<F>;

}  // namespace internal

/** The functions of namespace dash of the same names, as adaptors for operator|. */
namespace views {

template <dim_t Dimension = 0, class Begin, class End>
constexpr auto sub(Begin begin, End end)
{
  return internal::Adaptor{[begin, end]<class X>(X&& x)
                             requires internal::Viewable<X>
                           { return dash::sub<Dimension>(begin, end, std::forward<X>(x)); }};
}

template <class Index>
constexpr auto block(Index i)
{
  return internal::Adaptor{[i]<class X>(X&& x)
                             requires internal::Viewable<X>
                           { return dash::block(i, std::forward<X>(x)); }};
}

inline constexpr internal::Adaptor blocks{[]<class X>(X&& x)
                                            requires internal::Viewable<X>
                                          { return dash::blocks(std::forward<X>(x)); }};

inline constexpr internal::Adaptor local{[]<class X>(X&& x) -> decltype(auto)
                                           requires(internal::Viewable<X> || IndexSet<X>)
                                         { return dash::local(std::forward<X>(x)); }};

inline constexpr internal::Adaptor global{[]<class X>(X&& x) -> decltype(auto)
                                            requires(internal::Viewable<X> || IndexSet<X>)
                                          { return dash::global(std::forward<X>(x)); }};

inline constexpr internal::Adaptor index{[]<class X>(X&& x)
                                           requires internal::Indexed<std::remove_cvref_t<X>>
                                         { return dash::index(x); }};

inline constexpr internal::Adaptor domain{
    []<class X>(X&& x) -> decltype(auto) { return dash::domain(std::forward<X>(x)); }};

inline constexpr internal::Adaptor origin{
    []<class X>(X&& x) -> decltype(auto) { return dash::origin(std::forward<X>(x)); }};

}  // namespace views

}  // namespace dash

#endif  // DASH__VIEW__ADAPTORS_H__INCLUDED
