#pragma once

/// \file
/// Each public algorithm, beside the call of the standard library, or the shortest code, that does
/// the same.

#include <dash/Algorithm.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/optimizer.h"
#include "sweep/operands.h"

namespace sweep {

/// What a call does to its operands.
enum class Effect {
  reads,    ///< changes nothing but the output
  changes,  ///< changes its input, so that each call needs a new one
  permutes  ///< changes its input, or writes, in an order that libraries choose
};

/// A call of an algorithm by both libraries. The answer is a number that it returns, if any.
template <class T>
struct Case {
  const char* name;
  std::function<double(Ours<T>&)> ours;
  std::function<double(Theirs<T>&)> theirs;
  Effect effect = Effect::reads;
};

/// The result of a call as a number; 0 if it has none that two libraries would share.
template <class Call>
double answer_of(Call call)
{
  using Result = std::invoke_result_t<Call&>;
  if constexpr (std::is_void_v<Result>) {
    call();
    return 0;
  } else {
    const auto result = call();
    bench::do_not_optimize(result);  // positions are not compared, but have to be found
    if constexpr (std::is_arithmetic_v<Result>) return static_cast<double>(result);
    return 0;
  }
}

/// Algorithms that the standard library does not have.
namespace raw {

template <class Map, class In, class Out>
void gather(const Map& places, const In& in, Out& out)
{
  for (std::size_t i = 0; i < places.size(); ++i) out[i] = in[static_cast<std::size_t>(places[i])];
}

template <class Map, class In, class Out>
void scatter(const In& in, const Map& places, Out& out)
{
  for (std::size_t i = 0; i < places.size(); ++i) out[static_cast<std::size_t>(places[i])] = in[i];
}

template <class Values, class F>
void generate_with_index(Values& values, F f)
{
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = f(i);
}

template <class Keys, class Values>
void sort_by_key(Keys& keys, Values& values)
{
  using Entry = std::pair<typename Keys::value_type, typename Values::value_type>;
  std::vector<Entry> entries(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) entries[i] = {keys[i], values[i]};
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.first < b.first;
  });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = entries[i].first;
    values[i] = entries[i].second;
  }
}

/// Calls f(is_head, i) for each position, where a head begins a group of equal keys.
template <class Keys, class F>
void for_each_in_groups(const Keys& keys, F f)
{
  for (std::size_t i = 0; i < keys.size(); ++i) f(i == 0 || keys[i] != keys[i - 1], i);
}

template <class Keys, class Values, class Out>
void inclusive_scan_by_key(const Keys& keys, const Values& values, Out& out)
{
  for_each_in_groups(keys, [&](bool is_head, std::size_t i) {
    out[i] = is_head ? values[i] : out[i - 1] + values[i];
  });
}

template <class Keys, class Values, class Out>
void exclusive_scan_by_key(const Keys& keys, const Values& values, Out& out)
{
  typename Values::value_type sum{};
  for_each_in_groups(keys, [&](bool is_head, std::size_t i) {
    if (is_head) sum = {};
    out[i] = sum;
    sum = sum + values[i];
  });
}

template <class Keys, class Values, class KeysOut, class Out>
void reduce_by_key(const Keys& keys, const Values& values, KeysOut& keys_out, Out& out)
{
  std::size_t groups = 0;
  for_each_in_groups(keys, [&](bool is_head, std::size_t i) {
    if (is_head) {
      keys_out[groups] = keys[i];
      out[groups++] = values[i];
    } else {
      out[groups - 1] = out[groups - 1] + values[i];
    }
  });
}

template <class Keys, class Values>
void unique_by_key(Keys& keys, Values& values)
{
  std::size_t groups = 0;
  for_each_in_groups(std::vector(keys), [&](bool is_head, std::size_t i) {
    if (!is_head) return;
    keys[groups] = keys[i];
    values[groups++] = values[i];
  });
}

template <class Values>
std::vector<std::ptrdiff_t> histogram(const Values& values, std::size_t bins, double upper)
{
  std::vector<std::ptrdiff_t> counts(bins);
  for (const auto value : values) {
    const auto bin = static_cast<double>(value) / upper * static_cast<double>(bins);
    if (bin >= 0 && bin < static_cast<double>(bins)) ++counts[static_cast<std::size_t>(bin)];
  }
  return counts;
}

}  // namespace raw

// The same call of both libraries: the arguments see the operands as d, and their type as T.
#define SWEEP(effect, name, ...) SWEEP_AS(effect, #name, name, __VA_ARGS__)
#define SWEEP_AS(effect, text, name, ...)                                                \
  Case<T>                                                                                \
  {                                                                                      \
    text, [](Ours<T>& d) { return answer_of([&] { return dash::name(__VA_ARGS__); }); }, \
        [](Theirs<T>& d) { return answer_of([&] { return std::name(__VA_ARGS__); }); },  \
        Effect::effect                                                                   \
  }
// A call of DASH, and a statement that does the same for vectors.
#define SWEEP_BESIDE(effect, name, ours, ...)                                               \
  Case<T>                                                                                   \
  {                                                                                         \
    #name, [](Ours<T>& d) { return answer_of([&] { return dash::name ours; }); },           \
        [](Theirs<T>& d) { return answer_of([&] { return __VA_ARGS__; }); }, Effect::effect \
  }

template <class T>
std::vector<Case<T>> cases_that_write()
{
  return {
      SWEEP(reads, copy, d.in.begin(), d.in.end(), d.out.begin()),
      SWEEP(reads, fill, d.out.begin(), d.out.end(), element<T>(3)),
      SWEEP(reads, generate, d.out.begin(), d.out.end(), [] { return element<T>(5); }),
      SWEEP_BESIDE(
          reads, generate_with_index, (d.out.begin(), d.out.end(), FromIndex<T>{}),
          raw::generate_with_index(d.out, FromIndex<T>{})),
      SWEEP(reads, transform, d.in.begin(), d.in.end(), d.out.begin(), Twice{}),
      SWEEP_AS(
          reads, "transform, two", transform, d.in.begin(), d.in.end(), d.other.begin(),
          d.out.begin(), Sum{}),
      SWEEP(changes, for_each, d.in.begin(), d.in.end(), Add<T>{element<T>(3)}),
      SWEEP_BESIDE(
          changes, for_each_with_index,
          (d.in.begin(), d.in.end(), [](T& x, std::ptrdiff_t i) { x = x + FromIndex<T>{}(i); }),
          [&] {
            for (std::size_t i = 0; i < d.in.size(); ++i) d.in[i] = d.in[i] + FromIndex<T>{}(i);
          }()),
      SWEEP(changes, replace, d.in.begin(), d.in.end(), element<T>(3), element<T>(4)),
      SWEEP(changes, replace_if, d.in.begin(), d.in.end(), IsBelow<T>{d.small()}, element<T>(4)),
      SWEEP(
          reads, replace_copy, d.in.begin(), d.in.end(), d.out.begin(), element<T>(3),
          element<T>(4)),
      SWEEP(
          reads, replace_copy_if, d.in.begin(), d.in.end(), d.out.begin(), IsBelow<T>{d.small()},
          element<T>(4)),
      SWEEP(reads, adjacent_difference, d.in.begin(), d.in.end(), d.out.begin()),
      SWEEP(reads, inclusive_scan, d.in.begin(), d.in.end(), d.out.begin()),
      SWEEP(reads, exclusive_scan, d.in.begin(), d.in.end(), d.out.begin(), T{}),
      SWEEP(
          reads, transform_inclusive_scan, d.in.begin(), d.in.end(), d.out.begin(), Sum{}, Twice{}),
      SWEEP(
          reads, transform_exclusive_scan, d.in.begin(), d.in.end(), d.out.begin(), T{}, Sum{},
          Twice{}),
      SWEEP_BESIDE(
          reads, gather, (d.places.begin(), d.places.end(), d.in.begin(), d.out.begin()),
          raw::gather(d.places, d.in, d.out)),
      SWEEP_BESIDE(
          reads, scatter, (d.in.begin(), d.in.end(), d.places.begin(), d.out.begin()),
          raw::scatter(d.in, d.places, d.out)),
  };
}

template <class T>
std::vector<Case<T>> cases_that_move()
{
  return {
      SWEEP(changes, reverse, d.in.begin(), d.in.end()),
      SWEEP(reads, reverse_copy, d.in.begin(), d.in.end(), d.out.begin()),
      SWEEP(changes, rotate, d.in.begin(), d.in.begin() + d.n / 3, d.in.end()),
      SWEEP(changes, swap_ranges, d.in.begin(), d.in.end(), d.other.begin()),
      SWEEP(reads, copy_if, d.in.begin(), d.in.end(), d.out.begin(), IsBelow<T>{d.small()}),
      SWEEP(permutes, remove, d.in.begin(), d.in.end(), element<T>(3)),
      SWEEP(permutes, remove_if, d.in.begin(), d.in.end(), IsBelow<T>{d.small()}),
      SWEEP(reads, remove_copy, d.in.begin(), d.in.end(), d.out.begin(), element<T>(3)),
      SWEEP(reads, remove_copy_if, d.in.begin(), d.in.end(), d.out.begin(), IsBelow<T>{d.small()}),
      SWEEP(permutes, unique, d.in.begin(), d.in.end()),
      SWEEP(reads, unique_copy, d.in.begin(), d.in.end(), d.out.begin()),
      SWEEP(permutes, partition, d.in.begin(), d.in.end(), IsBelow<T>{d.small()}),
      SWEEP(changes, stable_partition, d.in.begin(), d.in.end(), IsBelow<T>{d.small()}),
      SWEEP(
          reads, partition_copy, d.in.begin(), d.in.end(), d.out.begin(), d.out.begin() + d.n,
          IsBelow<T>{d.small()}),
      SWEEP_BESIDE(
          permutes, shuffle, (d.in.begin(), d.in.end(), dash::Random(1)),
          std::shuffle(d.in.begin(), d.in.end(), std::mt19937_64(1))),
      SWEEP_BESIDE(
          permutes, sample, (d.in.begin(), d.in.end(), d.out.begin(), d.n / 10, dash::Random(1)),
          std::sample(d.in.begin(), d.in.end(), d.out.begin(), d.n / 10, std::mt19937_64(1))),
  };
}

template <class T>
std::vector<Case<T>> cases_that_ask()
{
  return {
      SWEEP(reads, all_of, d.sorted.begin(), d.sorted.end(), IsBelow<T>{element<T>(d.n)}),
      SWEEP(reads, any_of, d.sorted.begin(), d.sorted.end(), IsFrom<T>{element<T>(d.n)}),
      SWEEP(reads, none_of, d.sorted.begin(), d.sorted.end(), IsFrom<T>{element<T>(d.n)}),
      SWEEP(reads, count, d.in.begin(), d.in.end(), element<T>(3)),
      SWEEP(reads, count_if, d.in.begin(), d.in.end(), IsBelow<T>{d.small()}),
      SWEEP(reads, find, d.sorted.begin(), d.sorted.end(), d.middle()),
      SWEEP_AS(
          reads, "find, near the front", find, d.sorted.begin(), d.sorted.end(), element<T>(9)),
      SWEEP_AS(
          reads, "find, near the end", find, d.sorted.begin(), d.sorted.end(), element<T>(d.n - 9)),
      SWEEP(
          reads, find_if, d.sorted.begin(), d.sorted.end(),
          [middle = d.middle()](const T& x) { return !(x < middle); }),
      SWEEP(reads, find_if_not, d.sorted.begin(), d.sorted.end(), IsBelow<T>{d.middle()}),
      SWEEP(reads, find_first_of, d.in.begin(), d.in.end(), d.sorted.end() - 4, d.sorted.end()),
      SWEEP(reads, adjacent_find, d.sorted.begin(), d.sorted.end()),
      SWEEP(
          reads, search, d.sorted.begin(), d.sorted.end(), d.sorted.begin() + d.n / 2,
          d.sorted.begin() + d.n / 2 + 8),
      SWEEP(
          reads, find_end, d.sorted.begin(), d.sorted.end(), d.sorted.begin() + d.n / 2,
          d.sorted.begin() + d.n / 2 + 8),
      SWEEP(reads, equal, d.in.begin(), d.in.end(), d.other.begin()),
      SWEEP(reads, mismatch, d.in.begin(), d.in.end(), d.other.begin()),
      SWEEP(
          reads, lexicographical_compare, d.in.begin(), d.in.end(), d.other.begin(), d.other.end()),
      SWEEP(reads, is_sorted, d.sorted.begin(), d.sorted.end()),
      SWEEP(reads, is_sorted_until, d.sorted.begin(), d.sorted.end()),
      SWEEP(reads, is_partitioned, d.sorted.begin(), d.sorted.end(), IsBelow<T>{d.middle()}),
      SWEEP(reads, partition_point, d.sorted.begin(), d.sorted.end(), IsBelow<T>{d.middle()}),
      SWEEP(reads, min_element, d.in.begin(), d.in.end()),
      SWEEP(reads, max_element, d.in.begin(), d.in.end()),
      SWEEP(reads, minmax_element, d.in.begin(), d.in.end()),
      SWEEP(reads, reduce, d.in.begin(), d.in.end()),
      SWEEP_AS(reads, "reduce, own function", reduce, d.in.begin(), d.in.end(), T{}, Larger{}),
      SWEEP(reads, transform_reduce, d.in.begin(), d.in.end(), T{}, Sum{}, Twice{}),
      SWEEP(reads, accumulate, d.in.begin(), d.in.end(), T{}),
      SWEEP(reads, inner_product, d.in.begin(), d.in.end(), d.other.begin(), T{}),
  };
}

template <class T>
std::vector<Case<T>> cases_of_order()
{
  return {
      SWEEP(changes, sort, d.in.begin(), d.in.end()),
      SWEEP(changes, stable_sort, d.in.begin(), d.in.end()),
      SWEEP(permutes, partial_sort, d.in.begin(), d.in.begin() + d.n / 10, d.in.end()),
      SWEEP(permutes, nth_element, d.in.begin(), d.in.begin() + d.n / 2, d.in.end()),
      SWEEP(
          reads, merge, d.sorted.begin(), d.sorted.end(), d.even.begin(), d.even.end(),
          d.out.begin()),
      SWEEP(
          reads, includes, d.sorted.begin(), d.sorted.end(), d.sorted.begin() + d.n / 2,
          d.sorted.end()),
      SWEEP(
          reads, set_union, d.sorted.begin(), d.sorted.end(), d.even.begin(), d.even.end(),
          d.out.begin()),
      SWEEP(
          reads, set_intersection, d.sorted.begin(), d.sorted.end(), d.even.begin(), d.even.end(),
          d.out.begin()),
      SWEEP(
          reads, set_difference, d.sorted.begin(), d.sorted.end(), d.even.begin(), d.even.end(),
          d.out.begin()),
      SWEEP(
          reads, set_symmetric_difference, d.sorted.begin(), d.sorted.end(), d.even.begin(),
          d.even.end(), d.out.begin()),
      SWEEP(reads, binary_search, d.sorted.begin(), d.sorted.end(), d.middle()),
      SWEEP(reads, lower_bound, d.sorted.begin(), d.sorted.end(), d.middle()),
      SWEEP(reads, upper_bound, d.sorted.begin(), d.sorted.end(), d.middle()),
      SWEEP(reads, equal_range, d.sorted.begin(), d.sorted.end(), d.middle()),
  };
}

template <class T>
std::vector<Case<T>> cases_by_key()
{
  return {
      SWEEP_BESIDE(
          permutes, sort_by_key, (d.keys.begin(), d.keys.end(), d.in.begin()),
          raw::sort_by_key(d.keys, d.in)),
      SWEEP_BESIDE(
          changes, stable_sort_by_key, (d.keys.begin(), d.keys.end(), d.in.begin()),
          raw::sort_by_key(d.keys, d.in)),
      SWEEP_BESIDE(
          reads, inclusive_scan_by_key,
          (d.groups.begin(), d.groups.end(), d.in.begin(), d.out.begin()),
          raw::inclusive_scan_by_key(d.groups, d.in, d.out)),
      SWEEP_BESIDE(
          reads, exclusive_scan_by_key,
          (d.groups.begin(), d.groups.end(), d.in.begin(), d.out.begin(), T{}),
          raw::exclusive_scan_by_key(d.groups, d.in, d.out)),
      SWEEP_BESIDE(
          changes, reduce_by_key,
          (d.groups.begin(), d.groups.end(), d.in.begin(), d.keys.begin(), d.out.begin()),
          raw::reduce_by_key(d.groups, d.in, d.keys, d.out)),
      SWEEP_BESIDE(
          permutes, unique_by_key, (d.keys.begin(), d.keys.end(), d.in.begin()),
          raw::unique_by_key(d.keys, d.in)),
  };
}

template <class T>
std::vector<Case<T>> cases_of_numbers()
{
  if constexpr (std::is_arithmetic_v<T>) {
    return {
        SWEEP(reads, iota, d.out.begin(), d.out.end(), T{}),
        SWEEP_BESIDE(
            changes, axpy, (T{3}, d.in.begin(), d.in.end(), d.other.begin()),
            std::transform(
                d.in.begin(), d.in.end(), d.other.begin(), d.other.begin(),
                [](T x, T y) { return y + 3 * x; })),
        SWEEP_BESIDE(
            reads, dot, (d.in.begin(), d.in.end(), d.other.begin(), T{}),
            std::transform_reduce(d.in.begin(), d.in.end(), d.other.begin(), T{})),
        SWEEP_BESIDE(
            reads, histogram,
            (d.in.begin(), d.in.end(), 64, 0.0, static_cast<double>(d.n / 10 + 1)),
            raw::histogram(d.in, 64, static_cast<double>(d.n / 10 + 1))),
    };
  } else {
    return {};
  }
}

#undef SWEEP
#undef SWEEP_AS
#undef SWEEP_BESIDE

template <class T>
std::vector<Case<T>> all_cases()
{
  std::vector<Case<T>> all;
  for (auto* group :
       {&cases_that_write<T>, &cases_that_move<T>, &cases_that_ask<T>, &cases_of_order<T>,
        &cases_by_key<T>, &cases_of_numbers<T>}) {
    const auto some = group();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace sweep
