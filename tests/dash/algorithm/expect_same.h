#pragma once

/// \file
/// Comparison of an algorithm with that of std on a copy of the elements.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "array/arrays.h"
#include "base/values.h"

namespace dash::test {

/// The result of an algorithm in a form that can be compared: iterators by their position, values
/// unchanged.
template <class Iterator, class Result>
auto meaning(const Iterator& begin, const Result& result)
{
  if constexpr (std::is_same_v<Iterator, Result>) {
    return static_cast<std::ptrdiff_t>(result - begin);
  } else if constexpr (std::is_same_v<std::pair<Iterator, Iterator>, Result>) {
    return std::pair(meaning(begin, result.first), meaning(begin, result.second));
  } else {
    return result;
  }
}

/// Expects that global(first, last) has the same result and effect as serial(first, last) on a
/// copy.
template <class T = int, class Global, class Serial>
void expect_same(Global global, Serial serial)
{
  for_each_range<T>([&](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence<T>(array.size());
    assign(array, expected);
    const auto from = static_cast<std::ptrdiff_t>(first);
    const auto to = static_cast<std::ptrdiff_t>(last);
    const auto run_global = [&] { return global(array.begin() + from, array.begin() + to); };
    const auto run_serial = [&] { return serial(expected.begin() + from, expected.begin() + to); };
    if constexpr (std::is_void_v<decltype(run_serial())>) {
      run_global();
      run_serial();
    } else {
      const auto result = run_global();
      EXPECT_EQ(meaning(array.begin(), result), meaning(expected.begin(), run_serial()));
    }
    EXPECT_EQ(contents(array), expected);
  });
}

/// Expects the same for two ranges: global(first, last, other). If the result is an iterator, it
/// belongs to the other range.
template <class T = int, class U = T, class Global, class Serial>
void expect_same_for_two(Global global, Serial serial)
{
  for_each_two_ranges<T, U>(
      [&](auto& a, std::size_t first, std::size_t last, auto& b, std::size_t start) {
        SCOPED_TRACE("second range from " + std::to_string(start));
        auto expected_a = sequence<T>(a.size());
        auto expected_b = sequence<U>(b.size(), 7);
        assign(a, expected_a);
        assign(b, expected_b);
        const auto from = static_cast<std::ptrdiff_t>(first);
        const auto to = static_cast<std::ptrdiff_t>(last);
        const auto other = static_cast<std::ptrdiff_t>(start);
        const auto result = global(a.begin() + from, a.begin() + to, b.begin() + other);
        const auto expected =
            serial(expected_a.begin() + from, expected_a.begin() + to, expected_b.begin() + other);
        EXPECT_EQ(meaning(b.begin(), result), meaning(expected_b.begin(), expected));
        EXPECT_EQ(contents(a), expected_a);
        EXPECT_EQ(contents(b), expected_b);
      });
}

}  // namespace dash::test
