#pragma once

/// \file
/// Iterators that run backwards through elements which are copied as a whole.

#include <dash/Types.h>
#include <dash/iterator/IteratorTraits.h>

#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Whether a copy can replace elements while a step works on them.
template <class Element>
inline constexpr bool is_copied_element = is_bytewise_copyable_v<std::remove_const_t<Element>> &&
                                          !is_atomic<std::remove_const_t<Element>>::value;

/// The iterator that a reverse iterator has as its base; void for other iterators.
template <class Iterator>
struct ReversedIterator {
  using type = void;
};
template <class Iterator>
struct ReversedIterator<std::reverse_iterator<Iterator>> {
  using type = Iterator;
};
template <class Iterator>
using reversed_iterator = typename ReversedIterator<Iterator>::type;

/// Reverse iterators of containers.
template <class Iterator>
concept ReverseGlobalIterator = GlobalIterator<reversed_iterator<Iterator>>;

/// Reverse iterators of containers and of native memory, also of device memory, whose elements are
/// copied for steps, because kernels and native loops run forwards.
template <class Iterator>
concept CopiedBackwards =
    (ReverseGlobalIterator<Iterator> || std::is_pointer_v<reversed_iterator<Iterator>>) &&
    is_copied_element<std::iter_value_t<Iterator>>;

}  // namespace dash::detail
