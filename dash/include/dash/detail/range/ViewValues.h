#pragma once

/// \file
/// The values of views that compute, such as transform, from copies of the elements below them.

#include <dash/Types.h>
#include <dash/detail/memory/RunMemory.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/Location.h>
#include <dash/iterator/IteratorTraits.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Iterators of views whose values depend on more than an element of what \c base() shows: on
/// elements of other ranges (ZipIterator), or on its index (\c std::views::enumerate).
template <class Iterator>
concept DependsOnMore = requires(const Iterator& it) { it.iterators(); } ||
                        requires(const Iterator& it) { it.index(); };

/// Whether \c base() of a view's iterator, possibly applied repeatedly, shows the iterator of a
/// container that the view's iterator itself uses, and whose elements alone determine the values.
template <class Iterator>
struct ShowsInnerIterator : std::bool_constant<GlobalIterator<Iterator>> {};

template <class Iterator>
  requires(
      !GlobalIterator<Iterator> && !DependsOnMore<Iterator> &&
      requires(const Iterator& it) {
        { it.base() } -> std::same_as<const std::remove_cvref_t<decltype(it.base())>&>;
      })
struct ShowsInnerIterator<Iterator>
    : ShowsInnerIterator<std::remove_cvref_t<decltype(std::declval<const Iterator&>().base())>> {};

template <class Iterator>
auto& inner_iterator(Iterator& it)
{
  if constexpr (GlobalIterator<Iterator>) {
    return it;
  } else {
    const auto& base = std::as_const(it).base();
    return inner_iterator(const_cast<std::remove_cvref_t<decltype(base)>&>(base));
  }
}

template <class Iterator>
using inner_element =
    typename std::remove_cvref_t<decltype(inner_iterator(std::declval<Iterator&>()))>::element_type;

/// Iterators of views whose values are computed from one element each of a container. They do not
/// refer to the elements, so that the values may as well be computed from copies.
template <class Iterator>
concept ComputedValues =
    std::random_access_iterator<Iterator> && !GlobalIterator<Iterator> &&
    ShowsInnerIterator<Iterator>::value &&
    std::same_as<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>> &&
    is_bytewise_copyable_v<std::iter_value_t<Iterator>> &&
    is_bytewise_copyable_v<std::remove_const_t<inner_element<Iterator>>> &&
    !is_atomic<std::remove_const_t<inner_element<Iterator>>>::value &&
    !is_glob_ref<std::iter_value_t<Iterator>>;

/// Number of values that are computed at a time: they stay in the cache together with the elements
/// below, unless these come from far away.
template <class Value>
std::ptrdiff_t values_together()
{
  const std::size_t nbytes = std::size_t(run_has_unmapped_memory ? 1024 : 64) << 10;
  return std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(nbytes / sizeof(Value)));
}

/// Calls \c f(values, size, offset) for \c n values of a view, as native pointers, some at a time.
/// \param it        iterator of the view, for its function
/// \param elements  elements(offset, size) is the address at which host code can read the elements
///   below the values; these need not be those to which the iterator refers
template <ComputedValues Iterator, class Elements, class F>
void for_each_value_block(const Iterator& it, std::ptrdiff_t n, Elements elements, F f)
{
  using Value = std::iter_value_t<Iterator>;
  const std::ptrdiff_t together = std::min(n, values_together<Value>());
  const Scratch scratch(MemoryKind::host, static_cast<std::size_t>(together) * sizeof(Value));
  auto* const values = static_cast<Value*>(scratch.address());
  for (std::ptrdiff_t offset = 0; offset < n; offset += together) {
    const std::ptrdiff_t size = std::min(together, n - offset);
    Iterator next = it;
    inner_iterator(next).read_from(elements(offset, size), size);
    for (std::ptrdiff_t k = 0; k < size; ++k, ++next) std::construct_at(values + k, *next);
    f(static_cast<const Value*>(values), size, offset);
  }
}

}  // namespace dash::detail
