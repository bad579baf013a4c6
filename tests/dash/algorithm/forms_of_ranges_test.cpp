// Tier: suite n3 c2g2

// Each algorithm that std::ranges has takes iterators or ranges, and a projection where that of
// std::ranges takes one. (Tables of forms: see forms.h.)

#include <dash/Algorithm.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "algorithm/forms.h"
#include "dash_test_base.h"

namespace {

using dash::test::Keys;
using dash::test::Specified;

constexpr auto is_small = [](int key) { return key < 4; };
constexpr auto minus_one = [](int key) { return key - 1; };
constexpr auto is_equal = std::equal_to<>();
constexpr auto twice = [](int& key) { key *= 2; };
constexpr auto always = [](auto value) { return [value] { return value; }; };

class FormsOfRanges : public dash::test::TestBase {};

TEST_F(FormsOfRanges, Questions)
{
  FORMS_OF_RANGES(all_of, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(any_of, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(none_of, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(count, (first, last, 7, proj), (r, 7, proj));
  FORMS_OF_RANGES(count_if, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(find, (first, last, 7, proj), (r, 7, proj));
  FORMS_OF_RANGES(find_if, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(find_if_not, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(adjacent_find, (first, last, is_equal, proj), (r, is_equal, proj));
  FORMS_OF_RANGES(min_element, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(max_element, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(minmax_element, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(is_sorted, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(is_partitioned, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(is_sorted_until, (first, last, {}, proj), (r, {}, proj));
}

TEST_F(FormsOfRanges, QuestionsToSortedRanges)
{
  FORMS_OF_RANGES(lower_bound, (first, last, 7, {}, proj), (r, 7, {}, proj), Keys::sorted);
  FORMS_OF_RANGES(upper_bound, (first, last, 7, {}, proj), (r, 7, {}, proj), Keys::sorted);
  FORMS_OF_RANGES(equal_range, (first, last, 7, {}, proj), (r, 7, {}, proj), Keys::sorted);
  FORMS_OF_RANGES(binary_search, (first, last, 7, {}, proj), (r, 7, {}, proj), Keys::sorted);
  FORMS_OF_RANGES(
      partition_point, (first, last, is_small, proj), (r, is_small, proj), Keys::sorted);
  FORMS_OF_RANGES(is_partitioned, (first, last, is_small, proj), (r, is_small, proj), Keys::sorted);
  FORMS_OF_RANGES(is_sorted, (first, last, {}, proj), (r, {}, proj), Keys::sorted);
}

TEST_F(FormsOfRanges, QuestionsToTwoRanges)
{
  FORMS_OF_RANGES(equal, (first, last, s_first, s_last, {}, proj, proj), (r, s, {}, proj, proj));
  FORMS_OF_RANGES(mismatch, (first, last, s_first, s_last, {}, proj, proj), (r, s, {}, proj, proj));
  FORMS_OF_RANGES(
      lexicographical_compare, (first, last, s_first, s_last, {}, proj, proj),
      (r, s, {}, proj, proj));
  FORMS_OF_RANGES(search, (first, last, s_first, s_last, {}, proj, proj), (r, s, {}, proj, proj));
  FORMS_OF_RANGES(
      find_first_of, (first, last, s_first, s_last, {}, proj, proj), (r, s, {}, proj, proj));
  FORMS_OF_RANGES(
      includes, (first, last, s_first, s_last, {}, proj, proj), (r, s, {}, proj, proj),
      Keys::sorted);
}

TEST_F(FormsOfRanges, Changes)
{
  FORMS_OF_RANGES(for_each, (first, last, twice, proj), (r, twice, proj));
  FORMS_OF_RANGES(fill, (first, last, value), (r, value));
  FORMS_OF_RANGES(generate, (first, last, always(value)), (r, always(value)));
  FORMS_OF_RANGES(replace, (first, last, 3, value, proj), (r, 3, value, proj));
  FORMS_OF_RANGES(replace_if, (first, last, is_small, value, proj), (r, is_small, value, proj));
  FORMS_OF_RANGES(swap_ranges, (first, last, s_first), (r, s));
}

TEST_F(FormsOfRanges, OrderOfElements)
{
  FORMS_OF_RANGES(sort, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(stable_sort, (first, last, {}, proj), (r, {}, proj));
  FORMS_OF_RANGES(
      partial_sort, (first, at, last, {}, proj), (r, at, {}, proj), Keys::mixed,
      Specified::first_five);
  FORMS_OF_RANGES(
      nth_element, (first, at, last, {}, proj), (r, at, {}, proj), Keys::sorted,
      Specified::first_five);
  FORMS_OF_RANGES_AS(
      stable_partition, partition, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(stable_partition, (first, last, is_small, proj), (r, is_small, proj));
  FORMS_OF_RANGES(remove, (first, last, 7, proj), (r, 7, proj), Keys::mixed, Specified::front);
  FORMS_OF_RANGES(
      remove_if, (first, last, is_small, proj), (r, is_small, proj), Keys::mixed, Specified::front);
  FORMS_OF_RANGES(unique, (first, last, {}, proj), (r, {}, proj), Keys::sorted, Specified::front);
  FORMS_OF_RANGES(reverse, (first, last), (r));
  FORMS_OF_RANGES(rotate, (first, at, last), (r, at));
}

TEST_F(FormsOfRanges, Outputs)
{
  FORMS_OF_RANGES(copy_if, (first, last, out, is_small, proj), (r, out, is_small, proj));
  FORMS_OF_RANGES(
      transform, (first, last, numbers, minus_one, proj), (r, numbers, minus_one, proj));
  FORMS_OF_RANGES(
      transform, (first, last, s_first, numbers, std::minus<>(), proj, proj),
      (r, s, numbers, std::minus<>(), proj, proj));
  FORMS_OF_RANGES(fill_n, (out, 9, value), (out, 9, value));
  FORMS_OF_RANGES(generate_n, (out, 9, always(value)), (out, 9, always(value)));
  FORMS_OF_RANGES(for_each_n, (first, 9, twice, proj), (first, 9, twice, proj));
  FORMS_OF_RANGES(reverse_copy, (first, last, out), (r, out));
  FORMS_OF_RANGES(remove_copy, (first, last, out, 7, proj), (r, out, 7, proj));
  FORMS_OF_RANGES(remove_copy_if, (first, last, out, is_small, proj), (r, out, is_small, proj));
  FORMS_OF_RANGES(replace_copy, (first, last, out, 3, value, proj), (r, out, 3, value, proj));
  FORMS_OF_RANGES(
      replace_copy_if, (first, last, out, is_small, value, proj), (r, out, is_small, value, proj));
  FORMS_OF_RANGES(unique_copy, (first, last, out, {}, proj), (r, out, {}, proj), Keys::sorted);
}

TEST_F(FormsOfRanges, OutputsOfTwoSortedRanges)
{
  FORMS_OF_RANGES(
      merge, (first, last, s_first, s_last, out, {}, proj, proj), (r, s, out, {}, proj, proj),
      Keys::sorted);
  FORMS_OF_RANGES(
      set_union, (first, last, s_first, s_last, out, {}, proj, proj), (r, s, out, {}, proj, proj),
      Keys::sorted);
  FORMS_OF_RANGES(
      set_intersection, (first, last, s_first, s_last, out, {}, proj, proj),
      (r, s, out, {}, proj, proj), Keys::sorted);
  FORMS_OF_RANGES(
      set_difference, (first, last, s_first, s_last, out, {}, proj, proj),
      (r, s, out, {}, proj, proj), Keys::sorted);
  FORMS_OF_RANGES(
      set_symmetric_difference, (first, last, s_first, s_last, out, {}, proj, proj),
      (r, s, out, {}, proj, proj), Keys::sorted);
}

/// Where elements of two ranges have different types, there may be one projection for each, or one
/// for the first only.
TEST_F(FormsOfRanges, ProjectionsOfTwoTypes)
{
  using dash::test::Record;
  dash::Array<Record> records(20), merged(40);
  dash::Array<int> keys(7, dash::CYCLIC), numbers(20);
  dash::generate_with_index(
      records, [](auto i) { return Record{static_cast<int>(i) / 2, static_cast<int>(i)}; });
  dash::iota(keys, 1);
  records.barrier();
  EXPECT_TRUE(dash::includes(records, keys, {}, &Record::key));
  EXPECT_TRUE(dash::includes(records, keys, {}, &Record::key, std::identity()));
  EXPECT_FALSE(dash::includes(records, keys, {}, &Record::key, [](int key) { return key + 5; }));
  EXPECT_FALSE(dash::includes(keys, records, {}, std::identity(), &Record::key));
  const auto end = dash::set_difference(records, keys, merged.begin(), {}, &Record::key);
  EXPECT_EQ(13, end - merged.begin());
  EXPECT_EQ(9, dash::count(merged.begin(), end, true, [](const Record& r) { return r.key < 8; }));
  EXPECT_EQ(
      numbers.end(),
      dash::transform(records, records, numbers, std::minus<>(), &Record::rank, &Record::key));
  numbers.barrier();
  EXPECT_EQ(10 * 10, dash::reduce(numbers));
  EXPECT_THROW(
      dash::merge(records, records, merged.begin(), {}, &Record::key, &Record::rank),
      dash::exception::InvalidArgument);
}

/// Functions and predicates may be pointers to members, as in std::ranges.
TEST_F(FormsOfRanges, PointersToMembersAsFunctions)
{
  using dash::test::Record;
  dash::Array<Record> records(20), others(20);
  dash::Array<int> ranks(20, dash::CYCLIC);
  dash::generate_with_index(
      records, [](auto i) { return Record{static_cast<int>(i) / 2, static_cast<int>(i)}; });
  records.barrier();
  EXPECT_EQ(18, dash::count_if(records, &Record::key));
  EXPECT_EQ(records.begin() + 2, dash::find_if(records, &Record::key));
  EXPECT_EQ(records.begin(), dash::find_if_not(records, &Record::key));
  EXPECT_TRUE(dash::any_of(records, &Record::key));
  EXPECT_FALSE(dash::all_of(records, &Record::key));
  EXPECT_EQ(others.begin() + 2, dash::remove_copy_if(records, others.begin(), &Record::key));
  EXPECT_EQ(ranks.end(), dash::transform(records, ranks, &Record::rank));
  EXPECT_EQ(90, dash::transform_reduce(records, 0, std::plus<>(), &Record::key));
  EXPECT_EQ(190, dash::reduce(ranks));
}

}  // namespace
