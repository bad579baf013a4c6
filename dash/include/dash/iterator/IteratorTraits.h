#pragma once

/// \file
/// Properties of iterators at compile time.

#include <concepts>
#include <iterator>
#include <type_traits>

namespace dash {

namespace detail {

/// Iterators over positions of a pattern, which have a global index and a pattern.
template <class Iterator>
    struct is_global_iterator
    : std::bool_constant < requires(const std::remove_cvref_t<Iterator>& it) {
  typename std::remove_cvref_t<Iterator>::pattern_type;
  it.gpos();
  it.pattern();
  it.globmem();
}>{};

template <class Iterator>
struct index_type_of {
  using type = typename std::iterator_traits<Iterator>::difference_type;
};

template <class Iterator>
  requires requires { typename Iterator::index_type; }
struct index_type_of<Iterator> {
  using type = typename Iterator::index_type;
};

}  // namespace detail

/// Iterator that identifies global elements by their index in a pattern.
template <class Iterator>
concept GlobalIterator = detail::is_global_iterator<Iterator>::value;

namespace detail {

/// A global iterator in the pattern's linear order: a unit's part of a range is one local interval.
template <class Iterator>
concept LinearIterator = GlobalIterator<Iterator> && !Iterator::has_view::value;

/// An iterator over elements of the calling unit only: no other unit takes part.
template <class Iterator>
concept LocalViewIterator =
    GlobalIterator<Iterator> && requires { requires Iterator::is_local_view::value; };

}  // namespace detail

/// Similar to std::iterator_traits, with the index type, and whether the iterator is a global one.
template <class Iterator>
struct iterator_traits {
  using value_type = typename std::iterator_traits<Iterator>::value_type;
  using reference = typename std::iterator_traits<Iterator>::reference;
  using pointer = typename std::iterator_traits<Iterator>::pointer;
  using difference_type = typename std::iterator_traits<Iterator>::difference_type;
  using iterator_category = typename std::iterator_traits<Iterator>::iterator_category;
  using index_type = typename detail::index_type_of<Iterator>::type;
  using is_global_iterator = typename detail::is_global_iterator<Iterator>::type;
};

}  // namespace dash
