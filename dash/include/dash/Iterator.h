#pragma once

/// \file
/// Iterators over distributed elements, and functions for their index and their distance.

#include <dash/iterator/GlobIter.h>
#include <dash/iterator/GlobViewIter.h>
#include <dash/iterator/IteratorTraits.h>
#include <dash/iterator/ReadAhead.h>

#include <concepts>
#include <iterator>

namespace dash {

/// Global linear index of the element to which \c it refers.
template <class Iterator>
  requires requires(const Iterator& it) { it.gpos(); }
constexpr auto index(const Iterator& it)
{
  return it.gpos();
}

/// Returns an index unchanged.
template <std::integral Index>
constexpr Index index(Index idx)
{
  return idx;
}

/// Number of elements from \c first to \c last, for global and native random access iterators.
template <std::random_access_iterator Iterator>
constexpr auto distance(const Iterator& first, const Iterator& last)
{
  return last - first;
}

/// Number of elements between iterators that differ only in the constness of their elements.
template <GlobalIterator First, GlobalIterator Last>
  requires(!std::same_as<First, Last>)
constexpr auto distance(const First& first, const Last& last)
{
  return last - first;
}

template <std::integral Index>
constexpr Index distance(Index first, Index last)
{
  return last - first;
}

}  // namespace dash
