// Tier: suite n3 c2g2 h2n1.mpi; sanitized c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/View.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <sstream>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "native_memory.h"

namespace {

class AtomicTest : public dash::test::TestBase {
 protected:
  static int num_units() { return static_cast<int>(dash::size()); }
};

/// Exercises the operations on a remote element of the type.
template <class T>
void expect_operations()
{
  dash::Array<dash::Atomic<T>> array(dash::size());
  const auto next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
  auto ref = array[next];
  ref = T{5};
  EXPECT_EQ(T{5}, ref.get());
  EXPECT_EQ(T{5}, ref.load());
  EXPECT_EQ(T{5}, ref.fetch_add(T{3}));
  EXPECT_EQ(T{8}, ref.fetch_sub(T{2}));
  EXPECT_EQ(T{6}, ref.fetch_multiply(T{3}));
  EXPECT_EQ(T{18}, ref.exchange(T{20}));
  ref.add(T{1});
  ref.sub(T{2});
  ref.multiply(T{2});
  EXPECT_EQ(T{38}, static_cast<T>(ref));
  EXPECT_EQ(T{39}, ++ref);
  EXPECT_EQ(T{38}, --ref);
  EXPECT_EQ(T{38}, ref++);
  EXPECT_EQ(T{39}, ref--);
  EXPECT_EQ(T{40}, ref += T{2});
  EXPECT_EQ(T{30}, ref -= T{10});
  EXPECT_EQ(T{30}, ref.fetch_op(dash::min<T>(), T{12}));
  EXPECT_EQ(T{12}, ref.fetch_op(dash::max<T>(), T{50}));
  EXPECT_EQ(T{50}, ref.fetch_op(dash::first<T>(), T{1}));
  EXPECT_EQ(T{50}, ref.fetch_op(dash::second<T>(), T{7}));
  ref.op(dash::plus<T>(), T{1});
  EXPECT_EQ(T{8}, ref.load());
  ref.store(T{6});
  ref.set(T{9});
  EXPECT_TRUE(ref == T{9} && T{9} == ref && ref != T{8});
  if constexpr (std::is_integral_v<T>) {
    EXPECT_FALSE(ref.compare_exchange(T{1}, T{2}));
    EXPECT_TRUE(ref.compare_exchange(T{9}, T{12}));
    EXPECT_EQ(T{12}, ref.fetch_op(dash::bit_and<T>(), T{6}));
    EXPECT_EQ(T{4}, ref.fetch_op(dash::bit_or<T>(), T{3}));
    EXPECT_EQ(T{7}, ref.fetch_op(dash::bit_xor<T>(), T{2}));
    EXPECT_EQ(T{5}, ref.load());
  }
  array.barrier();
}

TEST_F(AtomicTest, OperationsOnAllTypes)
{
  expect_operations<std::int8_t>();
  expect_operations<std::uint8_t>();
  expect_operations<short>();
  expect_operations<unsigned short>();
  expect_operations<int>();
  expect_operations<unsigned>();
  expect_operations<long>();
  expect_operations<unsigned long>();
  expect_operations<long long>();
  expect_operations<unsigned long long>();
  expect_operations<float>();
  expect_operations<double>();
}

template <class T>
void expect_no_lost_updates()
{
  constexpr int rounds = 2000;
  dash::Array<dash::Atomic<T>> array(3 * dash::size(), dash::CYCLIC);
  dash::test::set_local_values(
      array, std::vector<dash::Atomic<T>>(array.lsize(), dash::Atomic<T>(T{})));
  array.barrier();
  for (int i = 0; i < rounds; ++i) array[static_cast<std::size_t>(i) % 3].add(T{1});
  array.barrier();
  T sum{};
  for (std::size_t i = 0; i < 3; ++i) sum = static_cast<T>(sum + array[i].load());
  EXPECT_EQ(static_cast<T>(rounds * static_cast<int>(dash::size())), sum);
  array.barrier();
}

TEST_F(AtomicTest, ConcurrentAddsAreNotLost)
{
  expect_no_lost_updates<int>();
  expect_no_lost_updates<std::uint64_t>();
  expect_no_lost_updates<double>();
  expect_no_lost_updates<short>();
}

/// Algorithms read atomic elements as numbers.
TEST_F(AtomicTest, ValuesAreReadable)
{
  for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC}) {
    constexpr int n = 23;
    dash::Array<dash::Atomic<int>> a(n, distribution);
    dash::Array<int> b(n);
    if (dash::myid() == 0) {
      for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i)] = i;
    }
    a.barrier();
    EXPECT_EQ(253, dash::reduce(a, 0));
    EXPECT_EQ(253.5, dash::reduce(a.begin(), a.end(), 0.5));
    EXPECT_EQ(22L, dash::reduce(std::as_const(a), 0L, dash::max<long>()));
    EXPECT_EQ(506, dash::transform_reduce(a, 0, std::plus<>(), [](int x) { return 2 * x; }));
    std::vector<int> values(n), expected(n);
    std::iota(expected.begin(), expected.end(), 0);
    dash::copy(a.begin(), a.end(), values.data());
    EXPECT_EQ(expected, values);
    EXPECT_EQ(expected, std::vector<int>(a.begin(), a.end()));
    dash::copy(a.begin(), a.end(), b.begin());
    b.barrier();
    EXPECT_EQ(253, dash::reduce(b, 0));
    EXPECT_TRUE(dash::equal(a.begin(), a.end(), b.begin()));
    EXPECT_EQ(7u, dash::count_if(a, [](int x) { return x > 15; }));
    EXPECT_EQ(a.begin() + n - 1, dash::max_element(a.begin(), a.end()));
    const auto end = dash::copy_if(a, b.begin(), [](int x) { return x % 2 == 1; });
    EXPECT_EQ(11, end - b.begin());
    EXPECT_EQ(21, static_cast<int>(b[10]));
    b.barrier();
    dash::copy(b.begin(), b.end(), a.begin());
    a.barrier();
    EXPECT_EQ(1, a[0].load());
    const int first = a[0];
    const dash::Atomic<int> copy = a[0];
    EXPECT_EQ(first, copy.load());
    a.barrier();
  }
}

TEST_F(AtomicTest, MixesWithRuntimeAtomics)
{
  dash::Shared<dash::Atomic<long>> shared(0L, dash::team_unit_t{0});
  const long one = 1;
  for (int i = 0; i < 1000; ++i) {
    shared.get().add(1);
    long old = 0;
    dart_fetch_and_op(shared.dart_gptr(), &one, &old, DART_TYPE_LONG, DART_OP_SUM);
  }
  dart_flush(shared.dart_gptr());
  shared.barrier();
  EXPECT_EQ(2000L * num_units(), shared.get().load());
  shared.barrier();
}

TEST_F(AtomicTest, CompareExchangeElectsOneUnit)
{
  dash::Shared<dash::Atomic<int>> winner(-1, dash::team_unit_t{0});
  dash::Shared<dash::Atomic<int>> wins(0, dash::team_unit_t{0});
  if (winner.get().compare_exchange(-1, dash::myid())) wins.get().add(1);
  wins.barrier();
  EXPECT_EQ(1, wins.get().load());
  const int elected = winner.get();
  EXPECT_TRUE(0 <= elected && elected < num_units());
  wins.barrier();
}

TEST_F(AtomicTest, MinAndMaxOverUnits)
{
  dash::Shared<dash::Atomic<double>> lowest(1e9, dash::team_unit_t{0});
  dash::Shared<dash::Atomic<int>> highest(-1, dash::team_unit_t{0});
  lowest.get().op(dash::min<double>(), 0.5 + dash::myid());
  highest.get().op(dash::max<int>(), dash::myid().id);
  highest.barrier();
  EXPECT_EQ(0.5, lowest.get().load());
  EXPECT_EQ(num_units() - 1, highest.get().load());
  highest.barrier();
  dash::Array<dash::Atomic<unsigned short>> words(dash::size());
  words[dash::myid()].store(40'000);
  words.barrier();
  for (std::size_t unit = 0; unit < dash::size(); ++unit)
    words[unit].op(dash::max<unsigned short>(), 10);
  words.barrier();
  EXPECT_EQ(40'000, words[dash::myid()].load());
}

TEST_F(AtomicTest, PunctualWaiting)
{
  // A store by one unit ends the polling of the next unit.
  dash::Array<dash::Atomic<int>> token(dash::size());
  token[static_cast<std::size_t>(dash::myid().id)].store(0);
  token.barrier();
  const auto me = static_cast<std::size_t>(dash::myid().id);
  if (me == 0) token[0].store(1);
  while (token[me].load() == 0) std::this_thread::yield();
  token[(me + 1) % dash::size()].store(1);
  token.barrier();
}

TEST_F(AtomicTest, AsyncReferences)
{
  dash::Array<dash::Atomic<int>> array(dash::size());
  const auto next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
  auto ref = array.async[next];
  ref = 4;
  ref.flush();
  EXPECT_EQ(4, ref.get());
  const int source = 6;
  ref.set(&source);
  ref.flush();
  int old = 0;
  ref.fetch_add(2, &old);
  ref.flush();
  EXPECT_EQ(6, old);
  ref.add(1);
  ref.sub(3);
  ref.multiply(5);
  ref.flush();
  EXPECT_EQ(30, ref.load());
  ref.fetch_sub(10, &old);
  ref.flush();
  EXPECT_EQ(30, old);
  ref.fetch_multiply(2, &old);
  ref.flush();
  EXPECT_EQ(20, old);
  ref.exchange(9, &old);
  ref.flush();
  EXPECT_EQ(40, old);
  ref.compare_exchange(9, 10, &old);
  ref.flush();
  EXPECT_EQ(9, old);
  ref.compare_exchange(9, 11, &old);
  ref.flush();
  EXPECT_EQ(10, old);
  ref.op(dash::max<int>(), 50);
  ref.fetch_op(dash::min<int>(), 45, &old);
  ref.flush();
  EXPECT_EQ(50, old);
  ref.get(&old);
  ref.flush();
  EXPECT_EQ(45, old);
  EXPECT_TRUE(ref == array.async[next]);
  array.barrier();
}

TEST_F(AtomicTest, ReferencesToConstants)
{
  dash::Array<dash::Atomic<int>> array(dash::size());
  const auto next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
  auto ref = array[next];
  ref = 7;
  const dash::GlobRef<dash::Atomic<const int>> constant = ref;
  EXPECT_EQ(7, constant.load());
  const dash::GlobAsyncRef<dash::Atomic<int>> async = ref;
  async.add(1);
  async.flush();
  EXPECT_EQ(8, static_cast<int>(constant));
  const dash::GlobAsyncRef<dash::Atomic<const int>> async_constant = async;
  int value = 0;
  async_constant.get(&value);
  async_constant.flush();
  EXPECT_EQ(8, value);
  const auto& constants = array;
  EXPECT_EQ(8, constants.async[next].get());
  const dash::GlobRef<dash::Atomic<const int>> element = constants[next];
  EXPECT_EQ(8, element.get());
  array.barrier();
}

TEST_F(AtomicTest, FreeFunctions)
{
  // Each unit works on an element of its own.
  dash::Array<dash::Atomic<int>> own(dash::size());
  auto ref = own[dash::myid()];
  dash::atomic::store(ref, 10);
  EXPECT_EQ(10, dash::atomic::load(ref));
  dash::atomic::store(ref, 20);
  EXPECT_EQ(20, dash::atomic::exchange(ref, 30));
  EXPECT_TRUE(dash::atomic::compare_exchange(ref, 30, 40));
  dash::atomic::add(ref, 2);
  dash::atomic::sub(ref, 1);
  EXPECT_EQ(41, dash::atomic::fetch_add(ref, 1));
  EXPECT_EQ(42, dash::atomic::fetch_sub(ref, 2));
  dash::atomic::multiply(ref, 2);
  dash::atomic::op(ref, dash::plus<int>(), 5);
  EXPECT_EQ(85, dash::atomic::fetch_op(ref, dash::min<int>(), 3));
  EXPECT_EQ(3, dash::atomic::load(ref));
}

TEST_F(AtomicTest, ElementType)
{
  static_assert(sizeof(dash::Atomic<int>) == sizeof(int));
  static_assert(std::is_trivially_copyable_v<dash::Atomic<double>>);
  static_assert(!std::is_assignable_v<dash::Atomic<int>&, int>);
  EXPECT_TRUE(dash::Atomic<int>(3) == dash::Atomic<int>(3));
  const int value = dash::Atomic<int>(3);
  EXPECT_EQ(value, 3);
  std::ostringstream text;
  text << dash::Atomic<int>(3);
  EXPECT_EQ("dash::Atomic(3)", text.str());

  dash::Array<dash::Atomic<int>> array(dash::size());
  array[static_cast<std::size_t>(dash::myid().id)] = 3;
  array.barrier();
  const auto& readonly = array;
  EXPECT_EQ(3, readonly[0].load());
  EXPECT_EQ(3, static_cast<int>(*readonly.begin()));
  EXPECT_EQ(dash::Atomic<int>(3), dash::test::read_at(array.lbegin()));
  array.barrier();
  // Assignment of a reference to a reference stores the loaded value.
  array[static_cast<std::size_t>(dash::myid().id)] = 8;
  array.barrier();
  dash::Array<dash::Atomic<int>> other(dash::size());
  other[0] = array[0];
  EXPECT_EQ(8, other[0].load());
  other.barrier();
}

}  // namespace
