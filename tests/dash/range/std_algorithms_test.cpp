// Tier: suite

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <numeric>
#include <random>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "dash_test_base.h"

// Algorithms of the standard library on arrays, called by one unit, do what they do on vectors:
// results, and what is in the arrays afterwards. Those are missing that take a reference for a
// value; docs/algorithms.md names them.

namespace {

namespace views = std::views;
namespace ranges = std::ranges;

using Values = std::vector<int>;
using Numbers = std::vector<long>;

/// What an algorithm returned: a number, or several.
template <class Result>
Numbers numbers_of(const Result& result)
{
  if constexpr (std::convertible_to<Result, long>) {
    return {static_cast<long>(result)};
  } else {
    return Numbers(result.begin(), result.end());
  }
}

/// The position of an iterator, by which iterators into different containers are compared.
template <class Range, class Iter>
long at(Range& range, const Iter& it)
{
  return static_cast<long>(it - range.begin());
}

Values values_of(auto& array)
{
  Values values;
  for (const int value : array) values.push_back(value);
  return values;
}

bool is_even(int x)
{
  return x % 2 == 0;
}
int negative(int x)
{
  return -x;
}

/// What is in the two containers of an algorithm.
struct Contents {
  Values a, b;
};

const std::vector<Contents>& all_contents()
{
  static const std::vector<Contents> contents{
      {{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, {2, 7, 1, 8, 2, 8, 1, 8, 2, 8}},
      {{9, 7, 7, 5, 3, 2, 1}, {1, 2, 2, 3, 5, 8, 9}},
      {{1, 1, 2, 4, 8}, {1, 1, 2, 4, 8}},
      {{2, 1}, {1, 2}},
      {{6}, {6}}};
  return contents;
}

class StdAlgorithms : public dash::test::TestBase {
 protected:
  /// Compares f(a, b) of arrays with that of vectors, in result and contents.
  template <class F>
  static void same(const char* algorithm, const F& f)
  {
    for (const auto& [a, b] : all_contents()) {
      for (const auto distribution : {dash::BLOCKED, dash::CYCLIC}) {
        dash::Array<int> array_a(a.size(), distribution);
        dash::Array<int> array_b(b.size());
        array_a.barrier();
        if (dash::myid() == 0) {
          SCOPED_TRACE(std::string(algorithm) + ", " + std::to_string(a.size()) + " elements");
          std::copy(a.begin(), a.end(), array_a.begin());
          std::copy(b.begin(), b.end(), array_b.begin());
          auto vector_a = a;
          auto vector_b = b;
          EXPECT_EQ(numbers_of(f(vector_a, vector_b)), numbers_of(f(array_a, array_b)));
          EXPECT_EQ(vector_a, values_of(array_a));
          EXPECT_EQ(vector_b, values_of(array_b));
        }
        array_a.barrier();
      }
    }
  }
};

/// f(a, b) with the elements of both in ascending order.
template <class F>
auto sorted(F f)
{
  return [f](auto& a, auto& b) {
    ranges::sort(a);
    ranges::sort(b);
    return f(a, b);
  };
}

TEST_F(StdAlgorithms, ThatReadRanges)
{
  same("all_of", [](auto& a, auto&) { return ranges::all_of(a, is_even); });
  same("any_of", [](auto& a, auto&) { return ranges::any_of(a, is_even); });
  same("none_of", [](auto& a, auto&) { return ranges::none_of(a, is_even, negative); });
  same("for_each", [](auto& a, auto&) {
    int sum = 0;
    ranges::for_each(a, [&](int x) { sum = 3 * sum + x; });
    return sum;
  });
  same("count", [](auto& a, auto&) { return ranges::count(a, 1); });
  same("count_if", [](auto& a, auto&) { return ranges::count_if(a, is_even); });
  same("mismatch", [](auto& a, auto& b) {
    const auto [x, y] = ranges::mismatch(a, b);
    return Numbers{at(a, x), at(b, y)};
  });
  same("equal", [](auto& a, auto& b) { return ranges::equal(a, b); });
  same("lexicographical_compare", [](auto& a, auto& b) {
    return ranges::lexicographical_compare(a, b);
  });
  same("find", [](auto& a, auto&) { return at(a, ranges::find(a, 2)); });
  same("find_if", [](auto& a, auto&) { return at(a, ranges::find_if(a, is_even)); });
  same("find_if_not", [](auto& a, auto&) { return at(a, ranges::find_if_not(a, is_even)); });
  same("find_end", [](auto& a, auto& b) {
    return at(a, ranges::find_end(a, b | views::take(1)).begin());
  });
  same("find_first_of", [](auto& a, auto& b) { return at(a, ranges::find_first_of(a, b)); });
  same("adjacent_find", [](auto& a, auto&) { return at(a, ranges::adjacent_find(a)); });
  same("search", [](auto& a, auto& b) {
    return at(a, ranges::search(a, b | views::take(2)).begin());
  });
  same("search_n", [](auto& a, auto&) { return at(a, ranges::search_n(a, 2, 7).begin()); });
  same("is_partitioned", [](auto& a, auto&) { return ranges::is_partitioned(a, is_even); });
  same("is_sorted", [](auto& a, auto&) { return ranges::is_sorted(a, ranges::greater()); });
  same("is_sorted_until", [](auto& a, auto&) { return at(a, ranges::is_sorted_until(a)); });
  same("is_heap", [](auto& a, auto&) { return ranges::is_heap(a); });
  same("is_heap_until", [](auto& a, auto&) { return at(a, ranges::is_heap_until(a)); });
  same("is_permutation", [](auto& a, auto& b) {
    // That of GCC 12 uses what a projection returns after its lifetime, if it is a reference
    // object.
    return ranges::is_permutation(a, b, {}, negative, negative);
  });
  same("std::is_permutation", [](auto& a, auto& b) {
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
  });
}

TEST_F(StdAlgorithms, ThatReadSortedRanges)
{
  same("lower_bound", sorted([](auto& a, auto&) { return at(a, ranges::lower_bound(a, 4)); }));
  same("upper_bound", sorted([](auto& a, auto&) { return at(a, ranges::upper_bound(a, 4)); }));
  same("equal_range", sorted([](auto& a, auto&) {
         const auto found = ranges::equal_range(a, 1);
         return Numbers{at(a, found.begin()), at(a, found.end())};
       }));
  same("binary_search", sorted([](auto& a, auto&) { return ranges::binary_search(a, 4); }));
  same("includes", sorted([](auto& a, auto& b) { return ranges::includes(a, b); }));
  same("partition_point", sorted([](auto& a, auto&) {
         return at(a, ranges::partition_point(a, [](int x) { return x < 4; }));
       }));
}

TEST_F(StdAlgorithms, Extremes)
{
  same("minmax", [](auto& a, auto&) {
    const auto [min, max] = ranges::minmax(a);
    return Values{min, max};
  });
  same("max_element", [](auto& a, auto&) { return at(a, ranges::max_element(a)); });
  same("min_element", [](auto& a, auto&) { return at(a, ranges::min_element(a)); });
  same("minmax_element", [](auto& a, auto&) {
    const auto [min, max] = ranges::minmax_element(a);
    return Numbers{at(a, min), at(a, max)};
  });
  same("std::max_element", [](auto& a, auto&) {
    return at(a, std::max_element(a.begin(), a.end()));
  });
  same("std::minmax_element", [](auto& a, auto&) {
    const auto [min, max] = std::minmax_element(a.begin(), a.end());
    return Numbers{at(a, min), at(a, max)};
  });
  same("clamp", [](auto& a, auto&) { return int{ranges::clamp(int{a[0]}, 2, 4)}; });
}

TEST_F(StdAlgorithms, ThatWrite)
{
  const auto ends = [](auto& a, const auto& result) { return at(a, result.out); };
  same("copy", [ends](auto& a, auto& b) { return ends(b, ranges::copy(a, b.begin())); });
  same("copy_if", [ends](auto& a, auto& b) {
    return ends(b, ranges::copy_if(a, b.begin(), is_even));
  });
  same("copy_n", [ends](auto& a, auto& b) {
    return ends(b, ranges::copy_n(a.begin(), 1, b.begin()));
  });
  same("copy_backward", [ends](auto& a, auto& b) {
    return ends(b, ranges::copy_backward(a, b.end()));
  });
  same("move", [ends](auto& a, auto& b) { return ends(b, ranges::move(a, b.begin())); });
  same("move_backward", [ends](auto& a, auto& b) {
    return ends(b, ranges::move_backward(a, b.end()));
  });
  same("fill", [](auto& a, auto&) { return at(a, ranges::fill(a, 8)); });
  same("fill_n", [](auto& a, auto&) { return at(a, ranges::fill_n(a.begin(), 1, 8)); });
  same("generate", [](auto& a, auto&) {
    return at(a, ranges::generate(a, [i = 0]() mutable { return i++; }));
  });
  same("generate_n", [](auto& a, auto&) {
    return at(a, ranges::generate_n(a.begin(), 1, [] { return 9; }));
  });
  same("transform", [ends](auto& a, auto& b) {
    return ends(b, ranges::transform(a, b.begin(), negative));
  });
  same("transform of two", [ends](auto& a, auto& b) {
    return ends(b, ranges::transform(a, b, b.begin(), std::minus<int>()));
  });
  same("replace", [](auto& a, auto&) { return at(a, ranges::replace(a, 1, 7)); });
  same("replace_if", [](auto& a, auto&) { return at(a, ranges::replace_if(a, is_even, 7)); });
  same("replace_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::replace_copy(a, b.begin(), 1, 7));
  });
  same("replace_copy_if", [ends](auto& a, auto& b) {
    return ends(b, ranges::replace_copy_if(a, b.begin(), is_even, 7));
  });
  same("remove_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::remove_copy(a, b.begin(), 1));
  });
  same("remove_copy_if", [ends](auto& a, auto& b) {
    return ends(b, ranges::remove_copy_if(a, b.begin(), is_even));
  });
  same("unique_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::unique_copy(a, b.begin()));
  });
  same("reverse_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::reverse_copy(a, b.begin()));
  });
  same("rotate_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::rotate_copy(a, a.end() - 1, b.begin()));
  });
  same("partial_sort_copy", [ends](auto& a, auto& b) {
    return ends(b, ranges::partial_sort_copy(a, b));
  });
  same("partition_copy", [](auto& a, auto& b) {
    Values odd(a.size());
    const auto result = ranges::partition_copy(a, b.begin(), odd.begin(), is_even);
    odd.erase(result.out2, odd.end());
    return odd;
  });
  same("sample", [](auto& a, auto& b) {
    return at(b, ranges::sample(a, b.begin(), 2, std::minstd_rand(1)));
  });
  same("swap_ranges", [](auto& a, auto& b) { return at(a, ranges::swap_ranges(a, b).in1); });
}

TEST_F(StdAlgorithms, ThatMergeSortedRanges)
{
  const auto into = [](auto f) {
    return sorted([f](auto& a, auto& b) {
      Values out(a.size() + b.size());
      out.erase(f(a, b, out.begin()).out, out.end());
      return out;
    });
  };
  same("merge", into([](auto& a, auto& b, auto out) { return ranges::merge(a, b, out); }));
  same("set_union", into([](auto& a, auto& b, auto out) { return ranges::set_union(a, b, out); }));
  same("set_intersection", into([](auto& a, auto& b, auto out) {
         return ranges::set_intersection(a, b, out);
       }));
  same("set_difference", into([](auto& a, auto& b, auto out) {
         return ranges::set_difference(a, b, out);
       }));
  same("set_symmetric_difference", into([](auto& a, auto& b, auto out) {
         return ranges::set_symmetric_difference(a, b, out);
       }));
}

TEST_F(StdAlgorithms, ThatReorder)
{
  const auto middle = [](auto& a) { return a.begin() + static_cast<long>(a.size()) / 2; };
  same("sort", [](auto& a, auto&) { return at(a, ranges::sort(a, {}, negative)); });
  same("stable_sort", [](auto& a, auto&) { return at(a, ranges::stable_sort(a)); });
  same("partial_sort", [=](auto& a, auto&) {
    ranges::partial_sort(a, middle(a));
    return Values(a.begin(), middle(a));
  });
  same("nth_element", [=](auto& a, auto&) { return at(a, ranges::nth_element(a, middle(a))); });
  same("std::sort", [](auto& a, auto&) { return std::sort(a.begin(), a.end()), 0; });
  same("std::stable_sort", [](auto& a, auto&) {
    return std::stable_sort(a.begin(), a.end(), std::greater<int>()), 0;
  });
  same("inplace_merge", [=](auto& a, auto&) {
    ranges::sort(a.begin(), middle(a));
    ranges::sort(middle(a), a.end());
    return at(a, ranges::inplace_merge(a, middle(a)));
  });
  same("heap", [](auto& a, auto&) {
    ranges::make_heap(a.begin(), a.end() - 1);
    ranges::push_heap(a);
    ranges::pop_heap(a);
    const int greatest = a[a.size() - 1];
    ranges::sort_heap(a.begin(), a.end() - 1);
    return greatest;
  });
  same("reverse", [](auto& a, auto&) { return at(a, ranges::reverse(a)); });
  same("remove", [](auto& a, auto&) { return at(a, ranges::remove(a, 1).begin()); });
  same("remove_if", [](auto& a, auto&) { return at(a, ranges::remove_if(a, is_even).begin()); });
  same("unique", [](auto& a, auto&) { return at(a, ranges::unique(a).begin()); });
  same("partition", [](auto& a, auto&) { return at(a, ranges::partition(a, is_even).begin()); });
  same("stable_partition", [](auto& a, auto&) {
    return at(a, ranges::stable_partition(a, is_even).begin());
  });
  same("shuffle", [](auto& a, auto&) { return at(a, ranges::shuffle(a, std::minstd_rand(3))); });
  same("next_permutation", [](auto& a, auto&) { return ranges::next_permutation(a).found; });
  same("prev_permutation", [](auto& a, auto&) { return ranges::prev_permutation(a).found; });
  same("std::shift_left", [](auto& a, auto&) {
    return at(a, std::shift_left(a.begin(), a.end(), 1));
  });
  same("std::shift_right", [](auto& a, auto&) {
    return at(a, std::shift_right(a.begin(), a.end(), 1));
  });
}

TEST_F(StdAlgorithms, Rotate)
{
  for (long by = 0; by <= 10; ++by) {
    const auto middle = [by](auto& a) {
      return a.begin() + std::min(by, static_cast<long>(a.size()));
    };
    same("std::rotate", [=](auto& a, auto&) {
      return at(a, std::rotate(a.begin(), middle(a), a.end()));
    });
  }
}

TEST_F(StdAlgorithms, Numeric)
{
  const auto into = [](auto f) {
    return [f](auto& a, auto& b) { return at(b, f(a.begin(), a.end(), b.begin())); };
  };
  const auto in_place = [](auto f) {
    return [f](auto& a, auto&) { return at(a, f(a.begin(), a.end(), a.begin())); };
  };
  const auto both = [&](const char* name, auto f) {
    same(name, into(f));
    same(name, in_place(f));
  };
  const auto weigh = [](int x, int y) { return 2 * x + y; };
  same("iota", [](auto& a, auto&) { return std::iota(a.begin(), a.end(), 4), 0; });
  same("accumulate", [=](auto& a, auto&) { return std::accumulate(a.begin(), a.end(), 1, weigh); });
  same("reduce", [](auto& a, auto&) { return std::reduce(a.begin(), a.end()); });
  same("inner_product", [](auto& a, auto& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 1);
  });
  same("transform_reduce", [](auto& a, auto& b) {
    return std::transform_reduce(a.begin(), a.end(), b.begin(), 1);
  });
  both("adjacent_difference", [](auto first, auto last, auto out) {
    return std::adjacent_difference(first, last, out);
  });
  both("partial_sum", [=](auto first, auto last, auto out) {
    return std::partial_sum(first, last, out, weigh);
  });
  both("inclusive_scan from a value", [=](auto first, auto last, auto out) {
    return std::inclusive_scan(first, last, out, weigh, 5);
  });
  both("exclusive_scan", [=](auto first, auto last, auto out) {
    return std::exclusive_scan(first, last, out, 5, weigh);
  });
  both("transform_inclusive_scan", [=](auto first, auto last, auto out) {
    return std::transform_inclusive_scan(first, last, out, weigh, negative);
  });
  both("transform_exclusive_scan", [=](auto first, auto last, auto out) {
    return std::transform_exclusive_scan(first, last, out, 5, weigh, negative);
  });
}

}  // namespace
