// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Accumulate, fetch-and-op and compare-and-swap.

#include <limits>
#include <random>

#include "operations.h"
#include "support.h"

namespace dart::test {
namespace {

class AtomicsTest : public ThreadedTest {
 protected:
  static constexpr int nthreads = 3;

  template <class T>
  static T fetch(dart_gptr_t gptr, T value, dart_operation_t op)
  {
    T old{};
    EXPECT_OK(dart_fetch_and_op(gptr, &value, &old, datatype_v<T>, op));
    EXPECT_OK(dart_flush(gptr));
    return old;
  }

  template <class T>
  static T swap_if(dart_gptr_t gptr, T compare, T value)
  {
    T old{};
    EXPECT_OK(dart_compare_and_swap(gptr, &value, &compare, &old, datatype_v<T>));
    EXPECT_OK(dart_flush(gptr));
    return old;
  }

  template <class T>
  static void increment_by_swap(dart_gptr_t gptr)
  {
    T expected = fetch(gptr, T{0}, DART_OP_NO_OP);
    T seen = swap_if(gptr, expected, expected + 1);
    while (seen != expected) {
      expected = seen;
      seen = swap_if(gptr, expected, expected + 1);
    }
  }
};

/* ---- values: all types, all operations ------------------------------------------------------- */

template <class T>
class TypesAtomicsTest : public AtomicsTest {
 protected:
  /// Pairs of target and value, which are small enough for products to fit into every type.
  static std::vector<std::pair<T, T>> operands()
  {
    std::vector<std::pair<T, T>> pairs;
    for (int target : {0, 1, 2, 5, 10}) {
      for (int value : {0, 1, 3, 7, 12}) {
        pairs.emplace_back(static_cast<T>(target), static_cast<T>(value));
      }
    }
    if constexpr (std::is_signed_v<T>) {
      pairs.emplace_back(T{-3}, T{5});
      pairs.emplace_back(T{4}, T{-6});
      pairs.emplace_back(T{-2}, T{-9});
    }
    return pairs;
  }
};
TYPED_TEST_SUITE(TypesAtomicsTest, BasicTypes);

TYPED_TEST(TypesAtomicsTest, FetchAndOp)
{
  using T = TypeParam;
  const auto pairs = this->operands();
  // Each target is between two elements that are not accessed.
  std::vector<T> before(2 * pairs.size() + 1, T{99});
  for (size_t i = 0; i < pairs.size(); ++i) before[2 * i + 1] = pairs[i].first;
  Segment<T> segment(before.size());
  for (dart_operation_t op : atomic_operations_on<T>()) {
    segment.set(before);
    barrier();
    std::vector<T> after = before;
    for (size_t i = 0; i < pairs.size(); ++i) {
      const auto [target, value] = pairs[i];
      EXPECT_EQ(target, this->fetch(segment.at(this->next(), 2 * i + 1), value, op));
      after[2 * i + 1] = combine(op, target, value);
    }
    barrier();
    EXPECT_TRUE(same(after, segment.values())) << "operation " << op;
    barrier();
  }
}

TYPED_TEST(TypesAtomicsTest, Accumulate)
{
  using T = TypeParam;
  const auto pairs = this->operands();
  const size_t n = pairs.size();
  Segment<T> segment(n + 1);
  std::vector<T> targets(n + 1, T{99});
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) {
    targets[i] = pairs[i].first;
    values[i] = pairs[i].second;
  }
  for (bool blocking : {false, true}) {
    const auto accumulate = blocking ? dart_accumulate_blocking_local : dart_accumulate;
    for (dart_operation_t op : atomic_operations_on<T>()) {
      segment.set(targets);
      barrier();
      EXPECT_OK(accumulate(segment.at(this->next()), values.data(), n, datatype_v<T>, op));
      EXPECT_OK(dart_flush(segment.at(this->next())));
      barrier();
      for (size_t i = 0; i < n; ++i) {
        EXPECT_EQ(combine(op, pairs[i].first, pairs[i].second), segment.value(i))
            << pairs[i].first << " op " << op << " " << pairs[i].second;
      }
      EXPECT_EQ(T{99}, segment.value(n));
      barrier();
    }
  }
}

TYPED_TEST(TypesAtomicsTest, SumsFromAllThreadsOfAllUnits)
{
  using T = TypeParam;
  constexpr int rounds = 8;
  Segment<T> segment(2);
  segment.fill(T{0});
  run_threads(this->nthreads, [&](int) {
    const T ones[2] = {T{1}, T{1}};
    for (int round = 0; round < rounds; ++round) {
      this->fetch(segment.at(0, 0), T{1}, DART_OP_SUM);
      EXPECT_OK(dart_accumulate(segment.at(0), ones, 2, datatype_v<T>, DART_OP_SUM));
    }
    EXPECT_OK(dart_flush(segment.at(0)));
  });
  barrier();
  const auto adds = static_cast<size_t>(this->nthreads * rounds) * this->size;
  // With 4 units, the results are 96 and 192, which fit into each type.
  EXPECT_EQ(static_cast<T>(2 * adds), load<T>(segment.at(0, 0)));
  EXPECT_EQ(static_cast<T>(adds), load<T>(segment.at(0, 1)));
}

template <class T>
class IntegralAtomicsTest : public AtomicsTest {};
TYPED_TEST_SUITE(IntegralAtomicsTest, IntegralTypes);

TYPED_TEST(IntegralAtomicsTest, CompareAndSwap)
{
  using T = TypeParam;
  Segment<T> segment(3);
  segment.fill(T{5});
  const dart_gptr_t gptr = segment.at(this->next(), 1);
  EXPECT_EQ(T{5}, this->swap_if(gptr, T{4}, T{9})) << "differs: no effect";
  EXPECT_EQ(T{5}, this->swap_if(gptr, T{5}, T{9}));
  EXPECT_EQ(T{9}, this->swap_if(gptr, T{5}, T{11}));
  EXPECT_EQ(T{9}, this->swap_if(gptr, T{9}, std::numeric_limits<T>::max()));
  EXPECT_EQ(std::numeric_limits<T>::max(), this->fetch(gptr, T{0}, DART_OP_NO_OP));
  barrier();
  EXPECT_EQ(T{5}, segment.value(0));
  EXPECT_EQ(std::numeric_limits<T>::max(), segment.value(1));
  EXPECT_EQ(T{5}, segment.value(2));
}

TYPED_TEST(IntegralAtomicsTest, ExtremeValues)
{
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  Segment<T> segment(1);
  segment.fill(Limits::max());
  const dart_gptr_t gptr = segment.at(this->next());
  EXPECT_EQ(Limits::max(), this->fetch(gptr, Limits::min(), DART_OP_REPLACE));
  EXPECT_EQ(Limits::min(), this->fetch(gptr, Limits::max(), DART_OP_BXOR));
  EXPECT_EQ(static_cast<T>(Limits::min() ^ Limits::max()), this->fetch(gptr, T{0}, DART_OP_NO_OP));
}

TYPED_TEST(IntegralAtomicsTest, NeighboursAreNotTouched)
{
  // Elements of narrow types share a word with their neighbours, which other units change at the
  // same time.
  using T = TypeParam;
  constexpr int rounds = 50;
  Segment<T> segment(16);
  segment.fill(T{0});
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = this->me(); i < 16; i += this->size) {
      EXPECT_EQ(static_cast<T>(round), this->fetch(segment.at(0, i), T{1}, DART_OP_SUM));
    }
  }
  barrier();
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(static_cast<T>(rounds), load<T>(segment.at(0, i)));
  }
}

/* ---- contention ------------------------------------------------------------------------------ */

TEST_F(AtomicsTest, TicketsAreUnique)
{
  constexpr long rounds = 500;
  const size_t total = static_cast<size_t>(nthreads * rounds) * size;
  Segment<long> counter(1);
  Segment<long> drawn(total);
  counter.fill(0);
  drawn.fill(0);
  run_threads(nthreads, [&](int) {
    for (long round = 0; round < rounds; ++round) {
      const long ticket = fetch(counter.at(size - 1), 1L, DART_OP_SUM);
      ASSERT_GE(ticket, 0);
      ASSERT_LT(ticket, static_cast<long>(total));
      fetch(drawn.at(0, static_cast<size_t>(ticket)), 1L, DART_OP_SUM);
    }
  });
  barrier();
  EXPECT_EQ(static_cast<long>(total), load<long>(counter.at(size - 1)));
  if (me() == 0) {
    EXPECT_TRUE(same(std::vector<long>(total, 1), drawn.values()));
  }
}

TEST_F(AtomicsTest, CountingByCompareAndSwap)
{
  constexpr int rounds = 200;
  Segment<int> counter(1);
  counter.fill(0);
  run_threads(nthreads, [&](int) {
    for (int round = 0; round < rounds; ++round) {
      increment_by_swap<int>(counter.at(0));
    }
  });
  barrier();
  EXPECT_EQ(nthreads * rounds * static_cast<int>(size), load<int>(counter.at(0)));
}

TEST_F(AtomicsTest, OperationsMixOnOneLocation)
{
  constexpr long rounds = 200;
  Segment<long> counter(1);
  counter.fill(0);
  run_threads(nthreads, [&](int thread) {
    const long one = 1;
    for (long round = 0; round < rounds; ++round) {
      if ((thread + round) % 3 == 0) {
        EXPECT_OK(dart_accumulate(counter.at(0), &one, 1, DART_TYPE_LONG, DART_OP_SUM));
      } else if ((thread + round) % 3 == 1) {
        fetch(counter.at(0), 1L, DART_OP_SUM);
      } else {
        increment_by_swap<long>(counter.at(0));
      }
    }
    EXPECT_OK(dart_flush(counter.at(0)));
  });
  barrier();
  EXPECT_EQ(nthreads * rounds * static_cast<long>(size), load<long>(counter.at(0)));
}

TEST_F(AtomicsTest, LargeAccumulatesFromAllUnits)
{
  constexpr size_t n = 50000;
  Segment<double> segment(n);
  segment.fill(0.0);
  std::vector<double> values(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = static_cast<double>((me() + 1) * i);
  }
  for (size_t distance = 0; distance < size; ++distance) {
    const size_t unit = (me() + distance) % size;
    EXPECT_OK(dart_accumulate(segment.at(unit), values.data(), n, DART_TYPE_DOUBLE, DART_OP_SUM));
  }
  EXPECT_OK(dart_flush_all(segment.begin()));
  barrier();
  const size_t factor = size * (size + 1) / 2;
  std::vector<double> expected(n);
  for (size_t i = 0; i < n; ++i) {
    expected[i] = static_cast<double>(factor * i);
  }
  EXPECT_TRUE(same(expected, segment.values()));
}

TEST_F(AtomicsTest, ExtremesFromAllUnits)
{
  Segment<double> segment(2);
  segment.fill(0.0);
  std::mt19937 random(static_cast<unsigned>(me()));
  double extremes[2] = {0.0, 0.0};
  for (int round = 0; round < 500; ++round) {
    const double value = static_cast<double>(random()) - 2e9;
    extremes[0] = std::min(extremes[0], value);
    extremes[1] = std::max(extremes[1], value);
    EXPECT_OK(
        dart_accumulate_blocking_local(segment.at(0, 0), &value, 1, DART_TYPE_DOUBLE, DART_OP_MIN));
    EXPECT_OK(
        dart_accumulate_blocking_local(segment.at(0, 1), &value, 1, DART_TYPE_DOUBLE, DART_OP_MAX));
  }
  EXPECT_OK(dart_flush(segment.at(0)));
  barrier();
  double lowest = 0.0;
  double highest = 0.0;
  for (double value : gather_all(extremes[0])) {
    lowest = std::min(lowest, value);
  }
  for (double value : gather_all(extremes[1])) {
    highest = std::max(highest, value);
  }
  EXPECT_EQ(lowest, load<double>(segment.at(0, 0)));
  EXPECT_EQ(highest, load<double>(segment.at(0, 1)));
}

TEST_F(AtomicsTest, ExchangeLosesNothing)
{
  // Tokens are moved by exchange; at the end each one is somewhere exactly once.
  constexpr int rounds = 300;
  Segment<int> cell(1);
  cell.fill(0);
  int token = 1 << myid.id;
  for (int round = 0; round < rounds; ++round) {
    token = fetch(cell.at(0), token, DART_OP_REPLACE);
  }
  barrier();
  int found = load<int>(cell.at(0));
  for (int theirs : gather_all(token)) {
    EXPECT_EQ(0, found & theirs);
    found |= theirs;
  }
  EXPECT_EQ((1 << size) - 1, found);
}

/* ---- completion and the local heap -------------------------------------------------------------
 */

TEST_F(AtomicsTest, ValuesAreReusableAfterLocalCompletion)
{
  Segment<int> segment(100);
  segment.fill(0);
  std::vector<int> values = elements<int>(me(), 100);
  EXPECT_OK(dart_accumulate_blocking_local(
      segment.at(next()), values.data(), 100, DART_TYPE_INT, DART_OP_SUM));
  std::fill(values.begin(), values.end(), -1);
  EXPECT_OK(dart_flush(segment.at(next())));
  barrier();
  EXPECT_TRUE(same(elements<int>(previous(), 100), segment.values()));
}

TEST_F(AtomicsTest, LocalHeap)
{
  dart_gptr_t counter = DART_GPTR_NULL;
  if (me() == 0) {
    ASSERT_OK(dart_memalloc(1, DART_TYPE_ULONGLONG, &counter));
    store(counter, 0ULL);
  }
  ASSERT_OK(dart_bcast(&counter, sizeof(counter), DART_TYPE_BYTE, 0, DART_TEAM_ALL));
  for (int round = 0; round < 100; ++round) {
    fetch(counter, 3ULL, DART_OP_SUM);
  }
  barrier();
  EXPECT_EQ(300 * size, load<unsigned long long>(counter));
  barrier();
  if (me() == 0) {
    ASSERT_OK(dart_memfree(counter));
  }
}

TEST_F(AtomicsTest, NoElements)
{
  Segment<int> segment(1);
  segment.fill(5);
  const int value = 1;
  EXPECT_OK(dart_accumulate(segment.at(next()), &value, 0, DART_TYPE_INT, DART_OP_SUM));
  EXPECT_OK(
      dart_accumulate_blocking_local(segment.at(next()), &value, 0, DART_TYPE_INT, DART_OP_SUM));
  EXPECT_OK(dart_flush(segment.at(next())));
  barrier();
  EXPECT_EQ(5, segment.value());
}

/* ---- misuse ------------------------------------------------------------------------------------
 */

class MisusedAtomicsTest : public AtomicsTest {
 protected:
  void expect_invalid(dart_datatype_t type, dart_operation_t op)
  {
    Segment<unsigned char> segment(64);
    segment.fill(0);
    const std::vector<unsigned char> values(64, 1);
    std::vector<unsigned char> result(64, 2);
    EXPECT_INVAL(dart_accumulate(segment.at(0), values.data(), 1, type, op));
    EXPECT_INVAL(dart_accumulate_blocking_local(segment.at(0), values.data(), 1, type, op));
    EXPECT_INVAL(dart_fetch_and_op(segment.at(0), values.data(), result.data(), type, op));
    barrier();
    EXPECT_EQ(0, load<unsigned char>(segment.at(0)));
  }
};

TEST_F(MisusedAtomicsTest, Operations)
{
  for (dart_operation_t op : {DART_OP_UNDEFINED, DART_OP_MINMAX, DART_OP_LAST}) {
    SCOPED_TRACE(op);
    expect_invalid(DART_TYPE_INT, op);
  }
}

TEST_F(MisusedAtomicsTest, BitwiseOperationsOnFloatingTypes)
{
  for (dart_operation_t op : {DART_OP_BAND, DART_OP_BOR, DART_OP_BXOR}) {
    for (dart_datatype_t type : {DART_TYPE_FLOAT, DART_TYPE_DOUBLE, DART_TYPE_LONG_DOUBLE}) {
      SCOPED_TRACE(op);
      expect_invalid(type, op);
    }
  }
}

TEST_F(MisusedAtomicsTest, CustomOperations)
{
  dart_operation_t op = DART_OP_UNDEFINED;
  ASSERT_OK(dart_op_create(
      [](const void*, void*, size_t, void*) {}, nullptr, true, DART_TYPE_INT, false, &op));
  expect_invalid(DART_TYPE_INT, op);
  ASSERT_OK(dart_op_destroy(&op));
}

TEST_F(MisusedAtomicsTest, DerivedTypes)
{
  expect_invalid(DART_TYPE_UNDEFINED, DART_OP_SUM);
  expect_invalid(DerivedType::custom(4), DART_OP_SUM);
  expect_invalid(DerivedType::strided(DART_TYPE_INT, 2, 1), DART_OP_SUM);
  expect_invalid(DerivedType::indexed(DART_TYPE_INT, {1}, {0}), DART_OP_SUM);
}

TEST_F(MisusedAtomicsTest, CompareAndSwapOfOtherThanIntegers)
{
  Segment<long double> segment(1);
  segment.fill(0);
  const long double zero = 0;
  long double result = 0;
  const DerivedType custom = DerivedType::custom(4);
  for (dart_datatype_t type :
       {DART_TYPE_FLOAT, DART_TYPE_DOUBLE, DART_TYPE_LONG_DOUBLE, DART_TYPE_UNDEFINED,
        dart_datatype_t{custom}}) {
    EXPECT_INVAL(dart_compare_and_swap(segment.at(next()), &zero, &zero, &result, type)) << type;
  }
}

}  // namespace
}  // namespace dart::test
