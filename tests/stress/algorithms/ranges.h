#pragma once

/// \file
/// Ranges of arrays and of their models, and the comparison of an algorithm on both.

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "containers/model_array.h"
#include "stress.h"

namespace dash::stress {

/// A range of an array, and the same range of its model.
template <class Iterator, class ModelIterator>
struct Range {
  Iterator first, last;
  ModelIterator model_first, model_last;

  std::ptrdiff_t size() const { return last - first; }
  Range first_ones(std::ptrdiff_t n) const
  {
    return {first, first + n, model_first, model_first + n};
  }
};

/// A position of a range of this size, or its end.
inline std::ptrdiff_t any_position(Random& random, std::ptrdiff_t size)
{
  return static_cast<std::ptrdiff_t>(random.below(static_cast<std::size_t>(size) + 1));
}

/// Draws as many positions of another array, which is as large at least.
template <class Array>
Positions elsewhere(Random& random, const Positions& at, const ModelArray<Array>& data)
{
  Positions other = at;
  other.first = any_position(random, static_cast<std::ptrdiff_t>(data.model.size()) - at.count);
  return other;
}

inline std::string describe(const Positions& at)
{
  return "positions " + std::to_string(at.first) + " to " + std::to_string(at.last());
}

/// The size of an array: some are larger than what algorithms copy together.
inline std::size_t any_size(Random& random)
{
  const std::size_t most = random.one_in(20) ? 300'000 : random.one_in(6) ? 30'000 : 500;
  return random.size(most);
}

template <class Array>
auto range_of(ModelArray<Array>& data, const Positions& at)
{
  return Range{
      data.array.begin() + at.first, data.array.begin() + at.last(), data.model.begin() + at.first,
      data.model.begin() + at.last()};
}

template <class Iterator, class ModelIterator>
auto backwards(const Range<Iterator, ModelIterator>& range)
{
  return Range{
      std::reverse_iterator(range.last), std::reverse_iterator(range.first),
      std::reverse_iterator(range.model_last), std::reverse_iterator(range.model_first)};
}

/// What a result means: the position of an iterator in its range, and a value itself.
template <class Iterator, class Result>
auto meaning(const Iterator& origin, const Result& result)
{
  if constexpr (std::is_convertible_v<Result, Iterator>) {
    return static_cast<std::ptrdiff_t>(result - origin);
  } else {
    return result;
  }
}

template <class Iterator, class A, class B>
auto meaning(const Iterator& origin, const std::pair<A, B>& result)
{
  return std::pair(meaning(origin, result.first), meaning(origin, result.second));
}

template <class T>
void print(std::ostream& text, const T& value)
{
  text << value;
}

template <class A, class B>
void print(std::ostream& text, const std::pair<A, B>& value)
{
  text << value.first << ", " << value.second;
}

// The name of an algorithm, that of dash, and the one of std, as arguments of a function that
// compares both: they get iterators, which other arguments follow.
#define BOTH(algorithm, ...)                                                                   \
  #algorithm, [&](auto... its) { return dash::algorithm(its... __VA_OPT__(, ) __VA_ARGS__); }, \
      [&](auto... its) { return std::algorithm(its... __VA_OPT__(, ) __VA_ARGS__); }

/// Requires that algorithms of dash and of std have results with the same meaning; iterators
/// belong to \c range, as which the function of std gets its model.
template <class Range, class Global, class Serial>
void same_result(const char* name, const Range& range, Global global, Serial serial)
{
  if constexpr (std::is_void_v<decltype(serial())>) {
    global();
    serial();
  } else {
    const auto found = meaning(range.first, global());
    const auto expected = meaning(range.model_first, serial());
    std::ostringstream text;
    print(text, found);
    text << " in place of ";
    print(text, expected);
    require(found == expected, name, ": ", text.str());
  }
}

}  // namespace dash::stress
