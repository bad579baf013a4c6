#pragma once

/// \file
/// Stream output of pairs, maps, sets, random-access ranges and DART unit ids.
///
/// The operators for std types are in namespace dash: they are found there and after a
/// using-directive, and do not interfere with operators of the program.
/// using-directive, and never disturb a program's own.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>

#include <dash/dart/if/dart_types.h>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dash {
namespace detail {

/// A range with random access that is no string and has members begin() and end().
template <typename Range>
concept PrintableRange =
    !std::convertible_to<const Range&, std::string_view> && requires(const Range& range) {
      typename std::iterator_traits<decltype(range.begin())>::value_type;
      requires std::derived_from<
          typename std::iterator_traits<decltype(range.begin())>::iterator_category,
          std::random_access_iterator_tag>;
      { range.begin() != range.end() } -> std::convertible_to<bool>;
    };

}  // namespace detail

// Declared before they are defined, so that nested pairs and ranges can be printed.
template <class T1, class T2>
std::ostream& operator<<(std::ostream& os, const std::pair<T1, T2>& pair);
template <class K, class V, class C, class A>
std::ostream& operator<<(std::ostream& os, const std::map<K, V, C, A>& map);
template <class T, class C, class A>
std::ostream& operator<<(std::ostream& os, const std::set<T, C, A>& set);
template <detail::PrintableRange Range>
std::ostream& operator<<(std::ostream& os, const Range& range);

inline std::ostream& operator<<(std::ostream& os, const dart_global_unit_t& unit)
{
  return os << unit.id;
}

inline std::ostream& operator<<(std::ostream& os, const dart_team_unit_t& unit)
{
  return os << unit.id;
}

namespace detail {

/// Prints "{ a, b, c }". The conversion makes global references print their values.
template <class Iterator>
std::ostream& print_sequence(std::ostream& os, Iterator first, Iterator last)
{
  using value_type = typename std::iterator_traits<Iterator>::value_type;
  if constexpr (std::is_pointer_v<Iterator> && is_bytewise_copyable_v<value_type>) {
    if (first != last && is_device_memory(first)) {
      const auto n = static_cast<std::size_t>(last - first);
      const auto copy = std::make_unique<value_type[]>(n);
      copy_bytes(copy.get(), first, n * sizeof(value_type));
      return print_sequence(os, copy.get(), copy.get() + n);
    }
  }
  const char* separator = " ";
  os << '{';
  for (; first != last; ++first, separator = ", ") {
    os << separator << static_cast<const value_type&>(*first);
  }
  return os << " }";
}

}  // namespace detail

template <class T1, class T2>
std::ostream& operator<<(std::ostream& os, const std::pair<T1, T2>& pair)
{
  return os << '(' << pair.first << ", " << pair.second << ')';
}

template <class K, class V, class C, class A>
std::ostream& operator<<(std::ostream& os, const std::map<K, V, C, A>& map)
{
  return detail::print_sequence(os, map.begin(), map.end());
}

template <class T, class C, class A>
std::ostream& operator<<(std::ostream& os, const std::set<T, C, A>& set)
{
  return detail::print_sequence(os, set.begin(), set.end());
}

template <detail::PrintableRange Range>
std::ostream& operator<<(std::ostream& os, const Range& range)
{
  return detail::print_sequence(os, range.begin(), range.end());
}

}  // namespace dash
