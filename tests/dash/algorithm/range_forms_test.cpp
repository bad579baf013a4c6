// Tier: suite n3 c2g2

// Algorithms take ranges with every argument that they take with iterators.

#include <dash/Algorithm.h>
#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Pair.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include "dash_test_base.h"

namespace {

struct Record {
  int key;
  double value;

  int negated() const { return -key; }
};

class RangeForms : public dash::test::TestBase {
 protected:
  static constexpr int n = 23;

  void SetUp() override
  {
    TestBase::SetUp();
    a.allocate(n);
    b.allocate(n);
    // 0, 7, 14, 21, 5, …: all numbers below n in another order
    for (int i = 0; i < n; ++i) shuffled.push_back(7 * i % n);
    reset();
  }

  void reset()
  {
    a.barrier();
    dash::generate_with_index(
        a.begin(), a.end(), [this](auto i) { return shuffled[static_cast<std::size_t>(i)]; });
    dash::fill(b, 0);
    a.barrier();
  }

  static std::vector<int> values(dash::Array<int>& array)
  {
    array.barrier();
    std::vector<int> result(array.begin(), array.end());
    array.barrier();
    return result;
  }

  std::vector<int> shuffled;
  dash::Array<int> a;
  dash::Array<int> b;
};

TEST_F(RangeForms, Order)
{
  std::vector<int> descending(n);
  std::iota(descending.rbegin(), descending.rend(), 0);
  EXPECT_FALSE(dash::is_sorted(a, std::greater<>()));
  dash::sort(a, std::greater<>());
  EXPECT_EQ(descending, values(a));
  EXPECT_TRUE(dash::is_sorted(a, std::greater<>()));
  EXPECT_EQ(a.begin() + 1, dash::is_sorted_until(a, std::less<>()));
  reset();
  dash::nth_element(a, a.begin() + 3, std::greater<>());
  EXPECT_EQ(n - 4, values(a)[3]);
  dash::sort(a, [](int x) { return -x; });
  EXPECT_EQ(descending, values(a));
  EXPECT_TRUE(dash::lexicographical_compare(b, a, std::less<>()));
  EXPECT_FALSE(dash::lexicographical_compare(b, a, std::greater<>()));
}

TEST_F(RangeForms, KeysByPointersToMembers)
{
  dash::Array<Record> records(n);
  const auto expect_keys = [&](int sign) {
    records.barrier();
    for (int i = 1; i < n; ++i) {
      const Record before = records[static_cast<std::size_t>(i - 1)];
      const Record next = records[static_cast<std::size_t>(i)];
      EXPECT_EQ(sign, next.key - before.key);
      EXPECT_EQ(next.key, next.value);
    }
    records.barrier();
  };
  dash::generate_with_index(records.begin(), records.end(), [this](auto i) {
    const int key = shuffled[static_cast<std::size_t>(i)];
    return Record{key, static_cast<double>(key)};
  });
  dash::sort(records.begin(), records.end(), &Record::key);
  expect_keys(1);
  dash::sort(records, &Record::negated);
  expect_keys(-1);
}

/// The same results as with a range of the keys alone.
TEST_F(RangeForms, Projections)
{
  using dash::Array;
  Array<Record> records(n);
  const auto set = [&](auto key_at) {
    records.barrier();
    dash::generate_with_index(records, [&](auto i) {
      const int key = key_at(static_cast<int>(i));
      return Record{key, static_cast<double>(i)};
    });
    records.barrier();
  };
  const auto key_at = [](const auto& it) { return static_cast<Record>(*it).key; };
  const auto is_large = [](int x) { return x > 15; };
  const auto key = &Record::key;
  set([&](int i) { return shuffled[static_cast<std::size_t>(i)]; });
  const auto begin = records.begin();
  EXPECT_EQ(7, dash::count_if(records, is_large, key));
  EXPECT_EQ(1, dash::count(records, -4, &Record::negated));
  EXPECT_EQ(begin + 3, dash::find(records, 21, key));
  EXPECT_EQ(begin + 3, dash::find_if(records, is_large, key));
  EXPECT_EQ(begin + 3, dash::find_if_not(records, [](int x) { return x < 15; }, key));
  EXPECT_TRUE(dash::any_of(records, is_large, key));
  EXPECT_FALSE(dash::all_of(records, is_large, key));
  EXPECT_TRUE(dash::none_of(records, is_large, &Record::negated));
  EXPECT_EQ(begin, dash::min_element(records, std::less<>(), key));
  EXPECT_EQ(22, key_at(dash::max_element(records, std::greater<>(), key)));
  const auto [least, largest] = dash::minmax_element(records, std::less<>(), &Record::negated);
  EXPECT_EQ(22, key_at(least));
  EXPECT_EQ(0, key_at(largest));
  EXPECT_EQ(begin + 2, dash::adjacent_find(records, std::less<>(), [](const Record& r) {
              return r.key > 20 ? 40 : 10 - r.key;
            }));
  EXPECT_EQ(begin + 4, dash::is_sorted_until(records, {}, key));
  EXPECT_TRUE(dash::is_sorted(records, {}, &Record::value));
  EXPECT_EQ(a.end(), dash::mismatch(a, records, std::equal_to<>(), std::identity(), key).first);
  EXPECT_TRUE(dash::equal(records, a, std::equal_to<>(), key));
  EXPECT_FALSE(dash::equal(records, a, std::equal_to<>(), &Record::negated, std::identity()));
  EXPECT_FALSE(dash::lexicographical_compare(records, a, std::less<>(), key));
  EXPECT_TRUE(dash::lexicographical_compare(records, a, std::less<>(), &Record::negated));
  EXPECT_EQ(begin + 2, dash::search(records, std::vector<int>{14, 21, 5}, std::equal_to<>(), key));
  EXPECT_EQ(b.end(), dash::transform(records, b, std::negate<>(), key));
  EXPECT_EQ(b.end(), dash::transform(records, b.begin(), std::negate<>(), &Record::negated));
  EXPECT_EQ(shuffled, values(b));

  Array<Record> out(n);
  EXPECT_EQ(out.begin() + 7, dash::copy_if(records, out.begin(), is_large, key));
  EXPECT_EQ(21, key_at(out.begin()));
  EXPECT_EQ(begin + 7, dash::partition(records, is_large, key));
  EXPECT_EQ(21, key_at(begin));
  EXPECT_EQ(begin + 16, dash::remove_if(records, is_large, key));
  EXPECT_EQ(begin + 15, dash::remove(records.begin(), begin + 16, 7, key));
  set([](int i) { return i / 4; });
  EXPECT_EQ(begin + 6, dash::unique(records, std::equal_to<>(), key));
  set([](int i) { return i / 4; });
  dash::replace(records, -3, Record{50, 0}, &Record::negated);
  dash::replace_if(records, [](int x) { return x < 3; }, Record{9, 0}, key);
  records.barrier();
  EXPECT_EQ(12, dash::count(records, 9, key));
  EXPECT_EQ(4, dash::count(records, 50, key));
  int factor = 10;
  dash::for_each(records, [&factor](int& x) { x *= factor; }, key);
  EXPECT_EQ(12, dash::count(records, 90, key));
  dash::nth_element(records, begin + 1, std::less<>(), key);
  EXPECT_EQ(40, key_at(begin + 1));
  records.barrier();
}

TEST_F(RangeForms, Outputs)
{
  std::vector<int> expected(n);
  std::inclusive_scan(shuffled.begin(), shuffled.end(), expected.begin());
  EXPECT_EQ(b.end(), dash::inclusive_scan(a, b.begin(), std::plus<>()));
  EXPECT_EQ(expected, values(b));
  dash::inclusive_scan(a, b.begin(), std::plus<>(), 100);
  EXPECT_EQ(expected[5] + 100, values(b)[5]);
  dash::exclusive_scan(a, b.begin(), 0, std::plus<>());
  EXPECT_EQ(expected[4], values(b)[5]);
  dash::transform_inclusive_scan(a, b.begin(), std::plus<>(), std::negate<>(), 0);
  EXPECT_EQ(-expected[n - 1], values(b)[n - 1]);
  dash::transform_exclusive_scan(a, b.begin(), 0, std::plus<>(), std::negate<>());
  EXPECT_EQ(-expected[n - 2], values(b)[n - 1]);
  dash::adjacent_difference(a, b.begin(), std::plus<>());
  EXPECT_EQ(shuffled[3] + shuffled[4], values(b)[4]);
  EXPECT_EQ(b.end(), dash::transform(a, b, [](int x) { return 2 * x; }));
  EXPECT_EQ(2 * shuffled[4], values(b)[4]);
  EXPECT_EQ(b.end(), dash::transform(a, b, b, std::plus<>()));
  EXPECT_EQ(3 * shuffled[4], values(b)[4]);
}

TEST_F(RangeForms, Copies)
{
  if (dash::myid() == 0) {
    EXPECT_EQ(b.end(), dash::copy(a, b));
    std::vector<int> local(n);
    EXPECT_EQ(local.data() + n, dash::copy(b, local.data()));
    EXPECT_EQ(shuffled, local);
    EXPECT_THROW(
        dash::copy(a, dash::make_range(b.begin(), b.begin() + 5)),
        dash::exception::InvalidArgument);
  }
  EXPECT_EQ(shuffled, values(b));
}

TEST_F(RangeForms, Comparisons)
{
  const auto same_parity = [](int x, int y) { return x % 2 == y % 2; };
  dash::transform(a, b, [](int x) { return x + 2; });
  EXPECT_FALSE(dash::equal(a, b));
  EXPECT_TRUE(dash::equal(a, b, same_parity));
  EXPECT_EQ(a.end(), dash::mismatch(a, b, same_parity).first);
  dash::sort(a);
  dash::transform(a, b, [](int x) { return x / 4; });
  EXPECT_EQ(b.begin() + 6, dash::unique(b, [](int x, int y) { return x == y; }));
}

TEST_F(RangeForms, Reductions)
{
  const int all = n * (n - 1) / 2;
  dash::fill(b, 2);
  a.barrier();
  EXPECT_EQ(2 * all, dash::inner_product(a, b, 0, std::plus<>(), std::multiplies<>()));
  const auto big = a | std::views::filter([](int x) { return x > 3; });
  EXPECT_EQ(all - 6, dash::reduce(big));
  EXPECT_EQ(all - 6 + 10, dash::reduce(big, 10));
  EXPECT_EQ(4, dash::reduce(big, 1000, dash::min<int>()));
  EXPECT_EQ(5, dash::reduce(a | std::views::filter([](int x) { return x > n; }), 5));
  EXPECT_EQ(2 * (all - 6), dash::dot(big, b));
  EXPECT_EQ(2 * (all - 6), dash::inner_product(big, b, 0));
  EXPECT_EQ(3, dash::norm(a | std::views::filter([](int x) { return x == 3; })));
}

// Programs use both namespaces: std::make_pair is meant then.
using namespace std;
using namespace dash;
static_assert(std::is_same_v<decltype(make_pair(1, 2.0)), std::pair<int, double>>);
static_assert(std::is_same_v<decltype(dash::make_pair(1, 2.0)), dash::Pair<int, double>>);

}  // namespace
