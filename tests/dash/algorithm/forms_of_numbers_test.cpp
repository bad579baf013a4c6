// Tier: suite n3 c2g2

// Each algorithm that std::ranges does not have takes iterators or ranges. (Tables of forms: see
// forms.h.)

#include <dash/Algorithm.h>
#include <dash/util/Random.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "algorithm/forms.h"
#include "dash_test_base.h"

namespace {

using dash::test::Keys;
using dash::test::Specified;

constexpr auto twice = [](int number) { return 2 * number; };
constexpr auto plus = std::plus<>();
constexpr auto add_index = [](int& number, auto i) { number += static_cast<int>(i); };
constexpr auto thrice_index = [](auto i) { return 3 * static_cast<int>(i); };
constexpr auto is_equal = std::equal_to<>();
constexpr auto is_small = [](int number) { return number < 4; };
const dash::Random random_numbers(42);
const std::vector<int> edges{0, 3, 4, 9};

class FormsOfNumbers : public dash::test::TestBase {};

TEST_F(FormsOfNumbers, Folds)
{
  FORMS_OF_NUMBERS(reduce, (first, last, 5, plus), (r, 5, plus));
  FORMS_OF_NUMBERS(reduce, (first, last, 5), (r, 5));
  FORMS_OF_NUMBERS(accumulate, (first, last, 5, plus), (r, 5, plus));
  FORMS_OF_NUMBERS(transform_reduce, (first, last, 5, plus, twice), (r, 5, plus, twice));
  FORMS_OF_NUMBERS(transform_reduce, (first, last, s_first, 5, plus, plus), (r, s, 5, plus, plus));
  FORMS_OF_NUMBERS(inner_product, (first, last, s_first, 5, plus, plus), (r, s, 5, plus, plus));
  FORMS_OF_DASH(dot, (first, last, s_first, 5), (r, s, 5));
  FORMS_OF_DASH(norm, (first, last), (r));
  FORMS_OF_DASH(histogram, (first, last, 4, 0.0, 9.0, proj), (r, 4, 0.0, 9.0, proj));
  FORMS_OF_DASH(histogram, (first, last, edges, proj), (r, edges, proj));
}

TEST_F(FormsOfNumbers, Scans)
{
  FORMS_OF_NUMBERS(inclusive_scan, (first, last, numbers, plus), (r, numbers, plus));
  FORMS_OF_NUMBERS(inclusive_scan, (first, last, numbers, plus, 5), (r, numbers, plus, 5));
  FORMS_OF_NUMBERS(exclusive_scan, (first, last, numbers, 5, plus), (r, numbers, 5, plus));
  FORMS_OF_NUMBERS(
      transform_inclusive_scan, (first, last, numbers, plus, twice, 5),
      (r, numbers, plus, twice, 5));
  FORMS_OF_NUMBERS(
      transform_inclusive_scan, (first, last, numbers, plus, twice), (r, numbers, plus, twice));
  FORMS_OF_NUMBERS(
      transform_exclusive_scan, (first, last, numbers, 5, plus, twice),
      (r, numbers, 5, plus, twice));
  FORMS_OF_NUMBERS(adjacent_difference, (first, last, numbers, plus), (r, numbers, plus));
}

TEST_F(FormsOfNumbers, Values)
{
  FORMS_OF_NUMBERS(iota, (first, last, 5), (r, 5));
  FORMS_OF_NUMBERS(copy_n, (first, 9, out), (first, 9, out));
  FORMS_OF_DASH(generate_with_index, (first, last, thrice_index), (r, thrice_index));
  FORMS_OF_DASH(for_each_with_index, (first, last, add_index), (r, add_index));
  FORMS_OF_DASH(axpy, (2, first, last, s_first), (2, r, s));
}

TEST_F(FormsOfNumbers, KeysAndValues)
{
  FORMS_OF_DASH(sort_by_key, (first, last, s_first, std::greater<>()), (r, s, std::greater<>()));
  FORMS_OF_DASH(
      stable_sort_by_key, (first, last, s_first, std::greater<>()), (r, s, std::greater<>()));
  FORMS_OF_DASH(
      reduce_by_key, (first, last, s_first, out, numbers, is_equal, plus),
      (r, s, out, numbers, is_equal, plus), Keys::sorted);
  FORMS_OF_DASH(
      inclusive_scan_by_key, (first, last, s_first, numbers, is_equal, plus),
      (r, s, numbers, is_equal, plus), Keys::sorted);
  FORMS_OF_DASH(
      exclusive_scan_by_key, (first, last, s_first, numbers, 3, is_equal, plus),
      (r, s, numbers, 3, is_equal, plus), Keys::sorted);
  FORMS_OF_DASH(
      unique_by_key, (first, last, s_first, is_equal), (r, s, is_equal), Keys::sorted,
      Specified::front);
}

TEST_F(FormsOfNumbers, Indices)
{
  FORMS_OF_DASH(gather, (first, last, s_first, numbers), (r, s, numbers));
  FORMS_OF_DASH(scatter, (first, last, s_first, out), (r, s, out), Keys::sorted);
}

TEST_F(FormsOfNumbers, OtherResultsThanInStd)
{
  FORMS_OF_DASH(find_end, (first, last, s_first, s_last, is_equal), (r, s, is_equal), Keys::sorted);
  FORMS_OF_DASH(
      partition_copy, (first, last, out, numbers, is_small, proj),
      (r, out, numbers, is_small, proj));
}

TEST_F(FormsOfNumbers, RandomOrder)
{
  FORMS_OF_DASH(shuffle, (first, last, random_numbers), (r, random_numbers));
  FORMS_OF_DASH(sample, (first, last, out, 9, random_numbers), (r, out, 9, random_numbers));
}

TEST_F(FormsOfNumbers, ManyKeys)
{
  FORMS_OF_DASH(
      lower_bound, (first, last, s_first, s_last, numbers, {}), (r, s, numbers, {}), Keys::sorted);
  FORMS_OF_DASH(
      upper_bound, (first, last, s_first, s_last, numbers, {}), (r, s, numbers, {}), Keys::sorted);
  FORMS_OF_DASH(
      equal_range, (first, last, s_first, s_last, numbers, out, {}), (r, s, numbers, out, {}),
      Keys::sorted);
  FORMS_OF_DASH(
      binary_search, (first, last, s_first, s_last, numbers, {}), (r, s, numbers, {}),
      Keys::sorted);
}

}  // namespace
