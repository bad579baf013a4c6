#pragma once

/// \file
/// Tables of calls of algorithms: each row has a call with iterators and the same call with ranges.
///
/// In the arguments of a row, \c r is a range with the iterators \c first, \c at and \c last, \c s
/// a second one with \c s_first and \c s_last; results go to \c out and \c numbers; \c value is an
/// element, and \c proj is the projection: none for integers, and a member for records.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/arrays.h"

namespace dash::test {

struct Record {
  int key;
  int rank;

  friend auto operator<=>(const Record&, const Record&) = default;
};

/// An element with a key.
template <class T>
T element(int key, int rank)
{
  if constexpr (std::is_same_v<T, Record>) {
    return {key, rank};
  } else {
    return key;
  }
}

/// In which order the keys of the ranges are, and what of the ranges is specified behind a call.
enum class Keys { mixed, sorted };
enum class Specified { all, front, first_five };

struct Form {
  const char* name;
  Keys keys = Keys::mixed;
  Specified specified = Specified::all;
};

/// What the calls of a row use.
template <class Range, class Numbers>
struct Operands {
  using T = typename Range::value_type;

  Range& r;
  Range& s;
  Range& target;
  Numbers& sums;
  decltype(r.begin()) first = r.begin(), last = r.end(), at = r.begin() + 5;
  decltype(r.begin()) s_first = s.begin(), s_last = s.end(), out = target.begin();
  decltype(sums.begin()) numbers = sums.begin();
  T value = element<T>(7, 100);

  /// The index of the element to which an iterator refers, in whatever range that is.
  template <class It>
  std::ptrdiff_t position(const It& it) const
  {
    if constexpr (requires { it.pos(); }) {
      return static_cast<std::ptrdiff_t>(it.pos());
    } else {
      const void* const address = std::to_address(it);
      std::ptrdiff_t position = -1;
      const auto look_in = [&](const auto& range) {
        const auto* const begin = range.data();
        if (std::less_equal<>()(static_cast<const void*>(begin), address) &&
            std::less_equal<>()(address, static_cast<const void*>(begin + range.size()))) {
          position = static_cast<decltype(begin)>(address) - begin;
        }
      };
      std::apply(
          [&](const auto&... ranges) { (look_in(ranges), ...); }, std::tie(r, s, target, sums));
      return position;
    }
  }
};

using Positions = std::vector<std::ptrdiff_t>;

/// Results of algorithms as numbers: iterators as positions, and several as several.
template <class Used, class Result>
Positions numbers_of(const Used& used, const Result& result)
{
  if constexpr (std::is_same_v<Result, Positions>) {
    return result;
  } else if constexpr (std::is_arithmetic_v<Result>) {
    return {static_cast<std::ptrdiff_t>(result)};
  } else if constexpr (std::random_access_iterator<Result>) {
    return {used.position(result)};
  } else if constexpr (requires { result.out; }) {
    return {used.position(result.out)};
  } else if constexpr (requires { result.in2; }) {
    return {used.position(result.in1), used.position(result.in2)};
  } else if constexpr (requires { result.min; }) {
    return {used.position(result.min), used.position(result.max)};
  } else if constexpr (requires { result.fun; }) {
    return {used.position(result.in)};
  } else if constexpr (requires { result.first; }) {
    return {used.position(result.first), used.position(result.second)};
  } else {
    return {used.position(result.begin()), used.position(result.end())};
  }
}

/// What a call returns, and the keys in all ranges behind it.
struct Outcome {
  Positions result;
  std::vector<std::vector<int>> keys;
};

/// The forms of one algorithm for elements of one type.
template <class T, class Projection>
class FormsOf {
 public:
  FormsOf(const Form& form, Projection proj) : form_(form), proj_(proj) {}

  /// The outcome of a call with ranges of one unit.
  template <class Call>
  Outcome on_one_unit(const Call& call) const
  {
    std::vector<T> r = elements(0), s = elements(3), target(2 * n, element<T>(0, 0));
    std::vector<int> sums(2 * n);
    const auto result =
        result_of(call, Operands<std::vector<T>, std::vector<int>>{r, s, target, sums});
    return {result, {keys_of(r), keys_of(s), keys_of(target), sums}};
  }

  /// The outcome of a call with distributed ranges.
  template <class Call>
  Outcome on_all_units(const dash::Distribution& dist, const Call& call) const
  {
    dash::Array<T> r(n, dist), s(n, dash::CYCLIC), target(2 * n);
    dash::Array<int> sums(2 * n, dist);
    assign(r, elements(0));
    assign(s, elements(3));
    assign(target, std::vector<T>(2 * n, element<T>(0, 0)));
    assign(sums, std::vector<int>(2 * n));
    const auto result =
        result_of(call, Operands<dash::Array<T>, dash::Array<int>>{r, s, target, sums});
    return {
        result,
        {keys_of(contents(r)), keys_of(contents(s)), keys_of(contents(target)), contents(sums)}};
  }

  /// Algorithms of std may return more.
  void expect_same(const Outcome& expected, const Outcome& actual) const
  {
    EXPECT_LE(actual.result.size(), expected.result.size());
    for (std::size_t i = 0; i < std::min(actual.result.size(), expected.result.size()); ++i) {
      EXPECT_EQ(expected.result[i], actual.result[i]);
    }
    for (std::size_t i = 0; i < actual.keys.size(); ++i) {
      EXPECT_EQ(specified(expected, i), specified(actual, i));
    }
  }

 private:
  static constexpr std::size_t n = 23;

  template <class Call, class Used>
  Positions result_of(const Call& call, const Used& used) const
  {
    if constexpr (std::is_void_v<decltype(call(used, proj_))>) {
      call(used, proj_);
      return {};
    } else {
      return numbers_of(used, call(used, proj_));
    }
  }

  /// Nearly all keys occur twice.
  std::vector<T> elements(int offset) const
  {
    std::vector<T> values;
    for (int i = 0; i < static_cast<int>(n); ++i) {
      const int number = form_.keys == Keys::sorted ? i : 7 * i % static_cast<int>(n);
      values.push_back(element<T>(number / 2 + offset, i));
    }
    return values;
  }

  std::vector<int> keys_of(const std::vector<T>& values) const
  {
    std::vector<int> keys;
    for (const T& value : values) keys.push_back(std::invoke(proj_, value));
    return keys;
  }

  /// The keys in a range that the algorithm specifies.
  std::vector<int> specified(const Outcome& outcome, std::size_t range) const
  {
    const auto& keys = outcome.keys[range];
    if (form_.specified == Specified::all || range > 0) return keys;
    const auto end = form_.specified == Specified::first_five ? 5 : outcome.result.at(0);
    return {keys.begin(), keys.begin() + end};
  }

  Form form_;
  Projection proj_;
};

/// Expects the same outcome of both forms on ranges of several distributions.
/// \param expected  the outcome, from the distribution
template <class T, class Projection, class Iterators, class Range, class Expected>
void expect_outcome(
    const Form& form, Projection proj, const Iterators& iterators, const Range& range,
    const Expected& expected)
{
  const FormsOf<T, Projection> forms(form, proj);
  for (const auto& dist : {dash::BLOCKED, dash::BLOCKCYCLIC(3)}) {
    const std::string name = std::string("dash::") + form.name;
    const Outcome outcome = expected(forms, dist);
    {
      SCOPED_TRACE(name + " with iterators");
      forms.expect_same(outcome, forms.on_all_units(dist, iterators));
    }
    {
      SCOPED_TRACE(name + " with ranges");
      forms.expect_same(outcome, forms.on_all_units(dist, range));
    }
  }
}

/// Expects the outcome of an algorithm of std, for integers.
template <class Iterators, class Range, class Std>
void expect_numbers(
    const Form& form, const Iterators& iterators, const Range& range, const Std& call_of_std)
{
  const auto expected = [&](const auto& forms, auto&&) { return forms.on_one_unit(call_of_std); };
  expect_outcome<int>(form, std::identity(), iterators, range, expected);
}

/// The same for integers, and for records by their keys.
template <class Iterators, class Range, class Std>
void expect_forms(
    const Form& form, const Iterators& iterators, const Range& range, const Std& call_of_std)
{
  const auto expected = [&](const auto& forms, auto&&) { return forms.on_one_unit(call_of_std); };
  expect_outcome<int>(form, std::identity(), iterators, range, expected);
  SCOPED_TRACE("of records by their keys");
  expect_outcome<Record>(form, &Record::key, iterators, range, expected);
}

/// Expects the same of both forms of an algorithm that std does not have, for integers.
template <class Iterators, class Range>
void expect_same_forms(const Form& form, const Iterators& iterators, const Range& range)
{
  const auto expected = [&](const auto& forms, const auto& dist) {
    return forms.on_all_units(dist, iterators);
  };
  expect_outcome<int>(form, std::identity(), iterators, range, expected);
}

}  // namespace dash::test

/// A call with the operands of a row.
#define FORMS_CALL(call)                                                                                       \
  [](const auto& used, [[maybe_unused]] const auto& proj) {                                                    \
    [[maybe_unused]] const auto& [r, s, target, sums, first, last, at, s_first, s_last, out, numbers, value] = \
        used;                                                                                                  \
    return call;                                                                                               \
  }

/// Rows: an algorithm that std::ranges has, under this or another name; one of std that takes
/// iterators; and one that std does not have.
#define FORMS_OF_RANGES_AS(std_name, name, iterators, range, ...)                           \
  dash::test::expect_forms(                                                                 \
      {#name, __VA_ARGS__}, FORMS_CALL(dash::name iterators), FORMS_CALL(dash::name range), \
      FORMS_CALL(std::ranges::std_name range))
#define FORMS_OF_RANGES(name, iterators, range, ...) \
  FORMS_OF_RANGES_AS(name, name, iterators, range, __VA_ARGS__)
#define FORMS_OF_NUMBERS(name, iterators, range)                               \
  dash::test::expect_numbers(                                                  \
      {#name}, FORMS_CALL(dash::name iterators), FORMS_CALL(dash::name range), \
      FORMS_CALL(std::name iterators))
#define FORMS_OF_DASH(name, iterators, range, ...) \
  dash::test::expect_same_forms(                   \
      {#name, __VA_ARGS__}, FORMS_CALL(dash::name iterators), FORMS_CALL(dash::name range))
