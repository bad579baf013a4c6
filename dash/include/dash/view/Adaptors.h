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

/// The functions of namespace dash of the same names, as adaptors for operator|.
namespace dash::views {

/// Function object of one argument that operator| can also apply.
template <class F>
class Adaptor {
 public:
  constexpr explicit Adaptor(F function) : function_(std::move(function)) {}

  template <class X>
    requires std::invocable<const F&, X>
  constexpr decltype(auto) operator()(X&& x) const
  {
    return function_(std::forward<X>(x));
  }

 private:
  F function_;
};

template <class X, class F>
  requires std::invocable<const F&, X>
constexpr decltype(auto) operator|(X&& x, const Adaptor<F>& adaptor)
{
  return adaptor(std::forward<X>(x));
}

/// The composition of two adaptors.
template <class F, class G>
constexpr auto operator|(const Adaptor<F>& first, const Adaptor<G>& second)
{
  return Adaptor(
      [first, second]<class X>(X&& x) -> decltype(auto)
        requires std::invocable<const Adaptor<F>&, X>
      { return second(first(std::forward<X>(x))); });
}

/// \c dash::sub: the indices from \c begin to \c end of a dimension.
template <dim_t Dimension = 0, class Begin, class End>
constexpr auto sub(Begin begin, End end)
{
  return Adaptor([begin, end]<ViewableRange X>(X&& x) {
    return dash::sub<Dimension>(begin, end, std::forward<X>(x));
  });
}

/// The rows from \c begin to \c end of a matrix.
template <class Begin, class End>
constexpr auto rows(Begin begin, End end)
{
  return sub<0>(begin, end);
}

/// The columns from \c begin to \c end of a matrix.
template <class Begin, class End>
constexpr auto cols(Begin begin, End end)
{
  return sub<1>(begin, end);
}

/// \param other  a view
template <class Other>
constexpr auto intersect(const Other& other)
{
  return Adaptor(
      [other]<ViewableRange X>(X&& x) { return dash::intersect(std::forward<X>(x), other); });
}

/// \c dash::block: the block with index \c i.
template <class Index>
constexpr auto block(Index i)
{
  return Adaptor([i]<ViewableRange X>(X&& x) { return dash::block(i, std::forward<X>(x)); });
}

/// \c dash::blocks: the blocks, as a range.
inline constexpr Adaptor blocks([]<ViewableRange X>(X&& x) {
  return dash::blocks(std::forward<X>(x));
});
/// \c dash::local: the calling unit's elements.
inline constexpr Adaptor local([]<ViewOperand X>(X&& x) -> decltype(auto) {
  return dash::local(std::forward<X>(x));
});
/// \c dash::global: the elements by global references.
inline constexpr Adaptor global([]<ViewOperand X>(X&& x) -> decltype(auto) {
  return dash::global(std::forward<X>(x));
});
/// \c dash::index: the indices of the elements.
inline constexpr Adaptor index([]<ViewableRange X>(X&& x) { return dash::index(x); });
/// \c dash::domain: what a view was made from.
inline constexpr Adaptor domain([]<ViewOperand X>(X&& x) -> decltype(auto) {
  return dash::domain(std::forward<X>(x));
});
/// \c dash::origin: the container at the root of a view.
inline constexpr Adaptor origin([]<ViewOperand X>(X&& x) -> decltype(auto) {
  return dash::origin(std::forward<X>(x));
});

}  // namespace dash::views
