#pragma once

/// \file
/// Where the element that an iterator points to lies in global memory.

#include <dash/GlobRef.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/iterator/IteratorTraits.h>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Place of an element (place_of), which may be no address, and its size.
struct Location {
  const std::byte* address;
  std::ptrdiff_t bytes;
};

/// References that know where their element lies: global references, and tuples that hold one.
template <class Reference>
struct LocatedReference : std::false_type {};

template <class T>
struct LocatedReference<GlobRef<T>> : std::true_type {
  static Location locate(const GlobRef<T>& ref)
  {
    return {static_cast<const std::byte*>(ref.place()), sizeof(T)};
  }
};

template <class Tuple, std::size_t... I>
constexpr std::size_t first_located(std::index_sequence<I...>)
{
  std::size_t first = sizeof...(I);
  ((first = first == sizeof...(I) &&
                    LocatedReference<std::remove_cvref_t<std::tuple_element_t<I, Tuple>>>::value
                ? I
                : first),
   ...);
  return first;
}

template <class Tuple>
inline constexpr std::size_t located_component =
    first_located<Tuple>(std::make_index_sequence<std::tuple_size_v<Tuple>>());

/// Zip views yield tuples of the references of their ranges; the first global one decides.
template <class Tuple>
  requires(requires {
    std::tuple_size<Tuple>::value;
  } && located_component<Tuple> < std::tuple_size_v<Tuple>)
struct LocatedReference<Tuple> : std::true_type {
  static Location locate(const Tuple& tuple)
  {
    using std::get;
    const auto& component = get<located_component<Tuple>>(tuple);
    return LocatedReference<std::remove_cvref_t<decltype(component)>>::locate(component);
  }
};

template <class Iterator>
concept YieldsLocated =
    std::random_access_iterator<Iterator> &&
    LocatedReference<std::remove_cvref_t<std::iter_reference_t<Iterator>>>::value;

template <class Iterator>
struct Locator;

/// Location of the element that a segmented iterator points to.
template <class Iterator>
Location locate_element(const Iterator& it)
{
  return Locator<Iterator>::locate(it);
}

template <class Iterator>
concept Locatable = requires(const Iterator& it) {
  { Locator<Iterator>::locate(it) } -> std::same_as<Location>;
};

template <YieldsLocated Iterator>
struct Locator<Iterator> {
  static Location locate(const Iterator& it)
  {
    using Reference = std::remove_cvref_t<std::iter_reference_t<Iterator>>;
    return LocatedReference<Reference>::locate(*it);
  }
};

/// Iterators by native references that know where their elements are in global memory.
template <class Iterator>
  requires(!YieldsLocated<Iterator> && GlobalIterator<Iterator>)
struct Locator<Iterator> {
  static Location locate(const Iterator& it)
  {
    return {
        static_cast<const std::byte*>(place_of(it.dart_gptr())),
        sizeof(std::iter_value_t<Iterator>)};
  }
};

/// Transform views compute values, but their iterators know the iterator below. Where a view runs
/// backwards, that is one element further.
template <class Iterator>
  requires(
      !YieldsLocated<Iterator> && std::random_access_iterator<Iterator> &&
      requires(const Iterator& it) {
        requires Locatable<std::remove_cvref_t<decltype(it.base())>>;
      })
struct Locator<Iterator> {
  static Location locate(const Iterator& it)
  {
    const auto next = std::next(it);
    return locate_element(next.base() < it.base() ? next.base() : it.base());
  }
};

}  // namespace dash::detail

namespace dash {

/// Random access iterator over elements of global memory, or over values computed from them, that
/// shows where its elements lie: global iterators, and iterators of take, drop, transform, zip and
/// reverse views (std::views, ranges::views) of global ranges.
template <class Iterator>
concept SegmentedIterator = std::random_access_iterator<Iterator> && detail::Locatable<Iterator>;

/// Range of segmented iterators, whose end is an iterator, too.
template <class Range>
concept SegmentedRange = requires(Range& range) {
  { range.begin() } -> SegmentedIterator;
  { range.end() } -> std::same_as<decltype(range.begin())>;
};

}  // namespace dash
