#pragma once

/// \file
/// The location in global memory of the element to which an iterator refers.

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

/// The place of an element (place_of), which need not be an address, and its size.
struct Location {
  const std::byte* address;
  std::ptrdiff_t bytes;
};

/// References that know the location of their element: global references, and tuples that contain
/// one.
template <class Reference>
struct LocatedReference : std::false_type {};

/// Views whose values are references have no values that algorithms could hold.
template <class Value>
inline constexpr bool is_glob_ref = false;
template <class T>
inline constexpr bool is_glob_ref<GlobRef<T>> = true;

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

/// Zip views return tuples of the references of their ranges; the first global one determines the
/// location.
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

/// Views of neighbouring elements, such as chunks, are where their first element is.
template <class Range>
concept LocatedRange = requires(const Range& range) {
  requires GlobalIterator<std::remove_cvref_t<decltype(range.begin())>>;
  range.end() - range.begin();
};

template <LocatedRange Range>
struct LocatedReference<Range> : std::true_type {
  static Location locate(const Range& range)
  {
    const auto first = range.begin();
    const auto n = static_cast<std::ptrdiff_t>(range.end() - first);
    const auto bytes = static_cast<std::ptrdiff_t>(sizeof(std::iter_value_t<decltype(first)>));
    return {static_cast<const std::byte*>(place_of(first.dart_gptr())), n * bytes};
  }
};

template <class Iterator>
concept YieldsLocated =
    std::random_access_iterator<Iterator> &&
    LocatedReference<std::remove_cvref_t<std::iter_reference_t<Iterator>>>::value &&
    !is_glob_ref<std::iter_value_t<Iterator>>;

template <class Iterator>
struct Locator;

/// The location of the element to which a segmented iterator refers.
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

/// Iterators with native references that know where their elements are in global memory.
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

/// Transform views compute values, but their iterators have a base. If a view runs backwards, the
/// base refers to the element behind.
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

/// Random access iterator over elements of global memory, or over values computed from them, whose
/// elements can be located: global iterators, and iterators of take, drop, transform, zip, reverse,
/// stride and chunk views (std::views, ranges::views, dash::views) of global ranges.
template <class Iterator>
concept SegmentedIterator = std::random_access_iterator<Iterator> && detail::Locatable<Iterator>;

/// A range of segmented iterators whose end is an iterator, too.
template <class Range>
concept SegmentedRange = requires(Range& range) {
  { range.begin() } -> SegmentedIterator;
  { range.end() } -> std::same_as<decltype(range.begin())>;
};

}  // namespace dash
