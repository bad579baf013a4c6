// Tier: suite n3 c2g2 h2n2.messages; also h2n2.namespaces; sanitized c2g2

// Operations of streams: each kind of memory and size, order, atomic operations, barriers, misuse.

#include <dash/dart/if/dart_stream.h>

#include <atomic>
#include <chrono>

#include "flag_set.h"
#include "memories.h"
#include "own_stream.h"
#include "scale.h"

namespace dart::test {
namespace {

using dash::test::scaled;

class StreamTest : public ThreadedTest {
 protected:
  static void put(dart_stream_t stream, dart_gptr_t to, const void* from, size_t nbytes)
  {
    EXPECT_OK(dart_stream_put(stream, to, from, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
  }
  static void get(dart_stream_t stream, void* to, dart_gptr_t from, size_t nbytes)
  {
    EXPECT_OK(dart_stream_get(stream, to, from, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
  }
  static void notify(dart_stream_t stream, dart_gptr_t flag, uint64_t value)
  {
    EXPECT_OK(dart_stream_put_notify(stream, flag, nullptr, 0, DART_TYPE_BYTE, flag, value));
  }
  static void await(dart_stream_t stream, dart_gptr_t flag, uint64_t value)
  {
    EXPECT_OK(dart_stream_notify_wait(stream, flag, DART_FLAG_REACHED, value));
  }
  static bool is_complete(dart_stream_t stream)
  {
    int32_t complete = 77;
    EXPECT_OK(dart_stream_test(stream, &complete));
    EXPECT_TRUE(complete == 0 || complete == 1);
    return complete == 1;
  }
};

constexpr size_t sizes[] = {0, 1, 8, 1000, 70'001, (1U << 20) + 5};

/// Each unit puts to the next one, tells it, waits for the previous one, and reads back what it has
/// put; the host waits once.
TEST_F(StreamTest, EachMemorySizeAndBuffer)
{
  const OwnStream stream;
  for (Memory memory : memories) {
    GlobalMemory data(memory, sizes[std::size(sizes) - 1]);
    const FlagSet flags(memory, 1);
    uint64_t round = 0;
    for (size_t nbytes : sizes) {
      for (Place place : places) {
        SCOPED_TRACE(testing::Message() << nbytes << " bytes from " << place << " to " << memory);
        ++round;
        const Bytes mine = random_bytes(round * size + me(), nbytes);
        LocalBuffer source(place, mine), copy(place, Bytes(nbytes, 0xEE));
        EXPECT_OK(dart_stream_put_notify(
            stream, data.at(next()), source.data(), nbytes, DART_TYPE_BYTE, flags.at(next()),
            round));
        await(stream, flags.at(me()), round);
        get(stream, copy.data(), data.at(next()), nbytes);
        EXPECT_OK(dart_stream_wait(stream));
        const Bytes theirs = random_bytes(round * size + previous(), nbytes);
        EXPECT_TRUE(same_bytes(theirs, read_at(data.local(), nbytes)));
        EXPECT_TRUE(same_bytes(mine, copy.values()));
        barrier();
      }
    }
  }
}

/// Small puts may be kernels, which copy words as large as the addresses permit.
TEST_F(StreamTest, NotifiedPutsAtAnyAddress)
{
  constexpr size_t offsets[] = {0, 1, 4, 8, 16};
  constexpr size_t nbytes_of_puts[] = {1, 15, 4095, 4096, 16'384, 65'537, 262'144, 262'145};
  const OwnStream stream;
  for (Memory memory : {Memory::host, Memory::unit}) {
    GlobalMemory data(memory, 263'000);
    const FlagSet flags(memory, 2);
    uint64_t round = 0;
    for (size_t nbytes : nbytes_of_puts) {
      for (size_t to : offsets) {
        for (size_t from : offsets) {
          if (nbytes > 65'537 && to != from) continue;
          SCOPED_TRACE(
              testing::Message() << nbytes << " bytes at " << from << " to " << to << " of "
                                 << memory);
          ++round;
          data.set(Bytes(data.nbytes(), 0xEE));
          barrier();
          LocalBuffer source(Place::own_unit, random_bytes(round * size + me(), from + nbytes));
          const dart_gptr_t place = data.at(next(), to);
          const unsigned char* const begin = source.data() + from;
          EXPECT_OK(dart_stream_put_notify(
              stream, place, begin, nbytes, DART_TYPE_BYTE, flags.at(next(), 0), round));
          EXPECT_OK(dart_stream_put_notify_add(
              stream, place, begin, nbytes, DART_TYPE_BYTE, flags.at(next(), 1), 1));
          await(stream, flags.at(me(), 0), round);
          await(stream, flags.at(me(), 1), round);
          EXPECT_OK(dart_stream_wait(stream));
          Bytes expected(data.nbytes(), 0xEE);
          const Bytes theirs = random_bytes(round * size + previous(), from + nbytes);
          std::copy(
              theirs.begin() + static_cast<std::ptrdiff_t>(from), theirs.end(),
              expected.begin() + static_cast<std::ptrdiff_t>(to));
          EXPECT_TRUE(same_bytes(expected, data.values()));
          barrier();
        }
      }
    }
  }
}

/// The parts of transfers of a strided type go to their places.
TEST_F(StreamTest, StridedTypes)
{
  const OwnStream stream;
  constexpr size_t blocks = 100, length = 3, stride = 7;
  dart_datatype_t strided = DART_TYPE_UNDEFINED;
  ASSERT_OK(dart_type_create_strided(DART_TYPE_INT, stride, length, &strided));
  for (Memory memory : {Memory::host, Memory::unit}) {
    GlobalMemory data(memory, blocks * stride * sizeof(int));
    data.set(Bytes(data.nbytes(), 0));
    barrier();
    std::vector<int> values(blocks * length), back(values.size());
    std::iota(values.begin(), values.end(), 1);
    EXPECT_OK(dart_stream_put(
        stream, data.at(next()), values.data(), values.size(), DART_TYPE_INT, strided));
    EXPECT_OK(
        dart_stream_get(stream, back.data(), data.at(next()), back.size(), strided, DART_TYPE_INT));
    EXPECT_OK(dart_stream_wait(stream));
    EXPECT_EQ(values, back);
    barrier();
    const Bytes bytes = data.values();
    std::vector<int> there(blocks * stride);
    std::memcpy(there.data(), bytes.data(), bytes.size());
    for (size_t i = 0; i < there.size(); ++i) {
      const bool is_in = i % stride < length;
      EXPECT_EQ(is_in ? values[i / stride * length + i % stride] : 0, there[i]);
    }
    barrier();
  }
  EXPECT_OK(dart_type_destroy(&strided));
}

/// A stream waits for a flag while the host goes on, and what is behind the wait has not begun.
TEST_F(StreamTest, HostGoesOnWhileAStreamWaits)
{
  for (Memory memory : memories) {
    const OwnStream stream;
    const FlagSet flags(memory, 1);
    std::atomic<int> calls{0};
    await(stream, flags.at(me()), 5);
    EXPECT_OK(dart_stream_call(
        stream, [](void* count) { ++*static_cast<std::atomic<int>*>(count); }, &calls));
    EXPECT_FALSE(is_complete(stream));
    EXPECT_OK(dart_put_notify(
        flags.at(me()), nullptr, 0, DART_TYPE_BYTE, flags.at(me()), 4));  // too little
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(0, calls);
    EXPECT_OK(dart_put_notify(flags.at(me()), nullptr, 0, DART_TYPE_BYTE, flags.at(me()), 5));
    EXPECT_OK(dart_stream_wait(stream));
    EXPECT_EQ(1, calls);
    EXPECT_TRUE(is_complete(stream));
    EXPECT_OK(dart_stream_notify_reset(stream, flags.at(me())));
    EXPECT_OK(dart_stream_wait(stream));
    uint64_t value = 77;
    EXPECT_OK(dart_notify_value(flags.at(me()), &value));
    EXPECT_EQ(0U, value);
    barrier();
  }
}

struct ConditionCase {
  dart_flag_condition_t condition;
  uint64_t value, fulfils;
};

TEST_F(StreamTest, EachCondition)
{
  constexpr ConditionCase cases[] = {
      {DART_FLAG_EQUAL, 7, 7},
      {DART_FLAG_DIFFERENT, 3, 9},
      {DART_FLAG_REACHED, 5, 6},
      {DART_FLAG_REACHED, ~uint64_t{0}, 4},  // past the largest number
      {DART_FLAG_ANY_BIT, 12, 8}};
  const OwnStream stream;
  for (Memory memory : {Memory::host, Memory::unit}) {
    FlagSet flags(memory, 1);
    for (const ConditionCase& each : cases) {
      // a value that fulfils none of them
      const uint64_t before = each.condition == DART_FLAG_REACHED ? each.value - 2 : 3;
      EXPECT_OK(
          dart_put_notify(flags.at(me()), nullptr, 0, DART_TYPE_BYTE, flags.at(me()), before));
      EXPECT_OK(dart_stream_notify_wait(stream, flags.at(me()), each.condition, each.value));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      EXPECT_FALSE(is_complete(stream)) << each.condition;
      EXPECT_OK(dart_put_notify(
          flags.at(me()), nullptr, 0, DART_TYPE_BYTE, flags.at(me()), each.fulfils));
      EXPECT_OK(dart_notify_wait_for(flags.at(me()), each.condition, each.value));
      EXPECT_OK(dart_stream_wait(stream));
    }
    barrier();
  }
}

/// A flag is never seen before its data, however many puts are under way.
TEST_F(StreamTest, DataComeBeforeFlags)
{
  const auto rounds = static_cast<uint64_t>(scaled(2000));
  for (Memory memory : {Memory::host, Memory::unit}) {
    const OwnStream stream;
    FlagSet words(memory, 2);  // data and flag
    LocalBuffer numbers(Place::own_host, Bytes(rounds * sizeof(uint64_t)));
    std::vector<uint64_t> values(rounds);
    std::iota(values.begin(), values.end(), 1);
    std::memcpy(numbers.data(), values.data(), rounds * sizeof(uint64_t));
    for (uint64_t i = 0; i < rounds; ++i) {
      EXPECT_OK(dart_stream_put_notify(
          stream, words.at(next(), 0), numbers.data() + i * sizeof(uint64_t), 1,
          DART_TYPE_ULONGLONG, words.at(next(), 1), i + 1));
    }
    for (uint64_t flag = 0; flag < rounds;) {
      EXPECT_OK(dart_notify_wait_for(words.at(me(), 1), DART_FLAG_REACHED, flag + 1));
      EXPECT_OK(dart_notify_value(words.at(me(), 1), &flag));
      uint64_t data = 0;
      EXPECT_OK(dart_notify_value(words.at(me(), 0), &data));
      ASSERT_GE(data, flag);
    }
    EXPECT_OK(dart_stream_wait(stream));
    barrier();
  }
}

TEST_F(StreamTest, AtomicOperations)
{
  const auto rounds = static_cast<int>(scaled(50));
  for (Memory memory : memories) {
    for (Place place : {Place::heap, Place::own_unit}) {
      SCOPED_TRACE(testing::Message() << memory << ", operands in " << place);
      const OwnStream stream;
      GlobalMemory counters(memory, 4 * sizeof(int64_t));
      counters.set(Bytes(counters.nbytes(), 0));
      barrier();
      const std::vector<int64_t> three(1, 3);
      Bytes bytes(sizeof(int64_t));
      std::memcpy(bytes.data(), three.data(), bytes.size());
      LocalBuffer operand(place, bytes), old(place, Bytes(sizeof(int64_t), 0xEE));
      for (int i = 0; i < rounds; ++i) {
        EXPECT_OK(dart_stream_fetch_and_op(
            stream, counters.at(0), operand.data(), i % 2 == 0 ? nullptr : old.data(), 1,
            DART_TYPE_LONG, DART_OP_SUM));
      }
      // Stores what was there before all of them into a counter of this unit, by a swap with
      // itself.
      LocalBuffer zero(place, Bytes(sizeof(int64_t), 0));
      EXPECT_OK(dart_stream_compare_and_swap(
          stream, counters.at(me(), sizeof(int64_t)), operand.data(), zero.data(), old.data(),
          DART_TYPE_LONG));
      EXPECT_OK(dart_stream_wait(stream));
      EXPECT_EQ(Bytes(sizeof(int64_t), 0), old.values());
      barrier();
      if (me() == 0) {
        const Bytes all = counters.values();
        int64_t sum = 0, swapped = 0;
        std::memcpy(&sum, all.data(), sizeof sum);
        std::memcpy(&swapped, all.data() + sizeof sum, sizeof swapped);
        EXPECT_EQ(static_cast<int64_t>(size) * rounds * 3, sum);
        EXPECT_EQ(3, swapped);
      }
      barrier();
    }
  }
}

/// Operands, compare values and results lie anywhere in memory of the unit.
TEST_F(StreamTest, AtomicOperationsWithMisalignedBuffers)
{
  const OwnStream stream;
  const GlobalMemory counters(Memory::unit, sizeof(int64_t));
  write_at(counters.local(), Bytes(sizeof(int64_t), 0));
  const auto bytes_of = [](int64_t value) {
    Bytes bytes(3 * sizeof value);
    std::memcpy(&bytes[1], &value, sizeof value);
    return bytes;
  };
  LocalBuffer three(Place::own_unit, bytes_of(3)), five(Place::own_unit, bytes_of(5)),
      old(Place::own_unit, bytes_of(77));
  const dart_gptr_t counter = counters.at(me());
  const auto add = [&](unsigned char* operand, unsigned char* result) {
    EXPECT_OK(
        dart_stream_fetch_and_op(stream, counter, operand, result, 1, DART_TYPE_LONG, DART_OP_SUM));
  };
  add(three.data() + 1, nullptr);
  add(three.data() + 1, old.data() + 1);
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_TRUE(same_bytes(bytes_of(3), old.values()));
  // The counter is 6 and not 3, so nothing is stored.
  EXPECT_OK(dart_stream_compare_and_swap(
      stream, counter, five.data() + 1, three.data() + 1, old.data() + 1, DART_TYPE_LONG));
  add(three.data() + 1, old.data() + 1);
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_TRUE(same_bytes(bytes_of(6), old.values()));
  barrier();
}

/// All units count in one flag.
TEST_F(StreamTest, FlagsCountPutsOfAllUnits)
{
  for (Memory memory : memories) {
    const OwnStream stream;
    FlagSet flags(memory, 1);
    for (size_t unit = 0; unit < size; ++unit) {
      const dart_gptr_t flag = flags.at(unit);
      EXPECT_OK(
          dart_stream_put_notify_add(stream, flag, nullptr, 0, DART_TYPE_BYTE, flag, me() + 1));
    }
    await(stream, flags.at(me()), size * (size + 1) / 2);
    EXPECT_OK(dart_stream_wait(stream));
    barrier();
  }
}

/// What units put before a barrier is there behind it, in each of many rounds without the host.
TEST_F(StreamTest, Barriers)
{
  const auto rounds = static_cast<uint64_t>(scaled(50));
  for (Memory memory : {Memory::unit, Memory::host}) {
    const OwnStream stream;
    GlobalMemory words(memory, sizeof(uint64_t));
    LocalBuffer sent(Place::own_unit, Bytes(rounds * sizeof(uint64_t)));
    LocalBuffer seen(Place::own_unit, Bytes(rounds * sizeof(uint64_t)));
    std::vector<uint64_t> numbers(rounds), expected(rounds);
    for (uint64_t i = 0; i < rounds; ++i) {
      numbers[i] = i * size + me();
      expected[i] = i * size + next();
    }
    const auto bytes_of = [](const std::vector<uint64_t>& values) {
      Bytes bytes(values.size() * sizeof(uint64_t));
      std::memcpy(bytes.data(), values.data(), bytes.size());
      return bytes;
    };
    write_at(sent.data(), bytes_of(numbers));
    for (uint64_t i = 0; i < rounds; ++i) {
      const size_t at = i * sizeof(uint64_t);
      put(stream, words.at(me()), sent.data() + at, sizeof(uint64_t));
      EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
      get(stream, seen.data() + at, words.at(next()), sizeof(uint64_t));
      EXPECT_OK(dart_stream_barrier(stream, DART_TEAM_ALL));
    }
    EXPECT_OK(dart_stream_wait(stream));
    EXPECT_TRUE(same_bytes(bytes_of(expected), seen.values()));
    barrier();
  }
}

TEST_F(StreamTest, BarriersOfSomeUnits)
{
  const size_t mine = me() % 2;
  if (size < 2) GTEST_SKIP() << "there is no second half";
  const SubTeam even(every(2, 0, size)), odd(every(2, 1, size));
  const dart_team_t half = mine == 0 ? even.id() : odd.id();
  size_t members = 0;
  ASSERT_OK(dart_team_size(half, &members));
  const OwnStream stream;
  GlobalMemory counter(Memory::host, sizeof(int64_t));
  counter.set(Bytes(sizeof(int64_t), 0));
  barrier();
  const int64_t one = 1;
  int64_t sum = 0;
  const dart_gptr_t place = counter.at(mine);
  EXPECT_OK(dart_stream_fetch_and_op(stream, place, &one, nullptr, 1, DART_TYPE_LONG, DART_OP_SUM));
  EXPECT_OK(dart_stream_barrier(stream, half));
  EXPECT_OK(dart_stream_get(stream, &sum, place, 1, DART_TYPE_LONG, DART_TYPE_LONG));
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_EQ(static_cast<int64_t>(members), sum);
  barrier();
}

TEST_F(StreamTest, Boxes)
{
  const OwnStream stream;
  constexpr size_t rows = 50, columns = 40;
  GlobalMemory matrix(Memory::unit, rows * columns), transposed(Memory::unit, rows * columns);
  const Bytes values = random_bytes(me(), rows * columns);
  matrix.set(values);
  const dart_box_dimension_t dimensions[] = {{rows, 1, columns}, {columns, rows, 1}};
  void *to = nullptr, *from = nullptr;
  EXPECT_OK(dart_gptr_kernel_address(transposed.at(me()), rows * columns, &to));
  EXPECT_OK(dart_gptr_kernel_address(matrix.at(me()), rows * columns, &from));
  const dart_box_copy_t copy{to, from, 1, dimensions, 2};
  EXPECT_OK(dart_stream_copy_boxes(stream, &copy, 1));
  EXPECT_OK(dart_stream_wait(stream));
  const Bytes result = transposed.values();
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column)
      ASSERT_EQ(values[row * columns + column], result[column * rows + row]);
  }
  barrier();
}

/// Many calls are made in their order, and the end of a stream waits for them.
TEST_F(StreamTest, CallsKeepTheirOrder)
{
  std::vector<int> order;
  struct Step {
    std::vector<int>* order;
    int number;
  };
  std::vector<Step> steps;
  for (int i = 0; i < 1000; ++i) steps.push_back({&order, i});
  dart_stream_t stream = DART_STREAM_NULL;
  ASSERT_OK(dart_stream_create(&stream));
  for (Step& step : steps) {
    EXPECT_OK(dart_stream_call(
        stream,
        [](void* argument) {
          const Step& next = *static_cast<Step*>(argument);
          next.order->push_back(next.number);
        },
        &step));
  }
  EXPECT_OK(dart_stream_destroy(&stream));
  EXPECT_EQ(DART_STREAM_NULL, stream);
  ASSERT_EQ(1000U, order.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(StreamTest, Misuse)
{
  const OwnStream stream;
  dart_stream_t ended = DART_STREAM_NULL;
  ASSERT_OK(dart_stream_create(&ended));
  dart_stream_t copy = ended;
  EXPECT_OK(dart_stream_destroy(&ended));
  FlagSet flags(Memory::host, 1);
  const dart_gptr_t flag = flags.at(me());
  const uint64_t word = 1;
  for (dart_stream_t none : {copy, DART_STREAM_NULL}) {
    int32_t complete = 0;
    void* native = nullptr;
    EXPECT_INVAL(dart_stream_wait(none));
    EXPECT_INVAL(dart_stream_test(none, &complete));
    EXPECT_INVAL(dart_stream_native(none, &native));
    EXPECT_INVAL(dart_stream_put(none, flag, &word, 1, DART_TYPE_ULONGLONG, DART_TYPE_ULONGLONG));
    EXPECT_INVAL(dart_stream_notify_wait(none, flag, DART_FLAG_EQUAL, 1));
    EXPECT_INVAL(dart_stream_barrier(none, DART_TEAM_ALL));
  }
  EXPECT_INVAL(dart_stream_destroy(&copy));
  EXPECT_OK(dart_stream_destroy(&copy));  // it is DART_STREAM_NULL now
  EXPECT_INVAL(dart_stream_create(nullptr));
  EXPECT_INVAL(dart_stream_attach(nullptr, &copy));
  EXPECT_INVAL(dart_stream_call(stream, nullptr, nullptr));
  EXPECT_INVAL(dart_stream_notify_wait(stream, flag, static_cast<dart_flag_condition_t>(9), 1));
  EXPECT_INVAL(dart_stream_notify_wait(stream, advanced(flag, 1), DART_FLAG_EQUAL, 1));
  EXPECT_INVAL(dart_stream_put_notify(stream, flag, nullptr, 0, DART_TYPE_BYTE, flag, 0));
  EXPECT_INVAL(
      dart_stream_fetch_and_op(stream, flag, &word, nullptr, 1, DART_TYPE_DOUBLE, DART_OP_BAND));
  EXPECT_INVAL(dart_stream_barrier(stream, 12345));
  EXPECT_OK(dart_stream_wait(stream));
  barrier();
}

/// What is not known before it is the turn of an operation is reported by the wait.
TEST_F(StreamTest, ErrorsAreReportedOnce)
{
  const OwnStream stream;
  GlobalMemory data(Memory::registered, 8);
  const std::vector<int> values(100);
  // A strided type is looked at when the operation is executed.
  dart_datatype_t strided = DART_TYPE_UNDEFINED;
  ASSERT_OK(dart_type_create_strided(DART_TYPE_INT, 7, 3, &strided));
  EXPECT_OK(dart_stream_put(stream, data.at(next()), values.data(), 90, DART_TYPE_INT, strided));
  EXPECT_EQ(DART_ERR_INVAL, dart_stream_wait(stream));
  EXPECT_OK(dart_stream_wait(stream));
  EXPECT_OK(dart_type_destroy(&strided));
  barrier();
}

}  // namespace
}  // namespace dart::test
