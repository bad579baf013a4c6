// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Puts with notifications: order, waiting, order of several flags, reset.

#include <atomic>

#include "flag_set.h"
#include "memories.h"
#include "scale.h"

namespace dart::test {
namespace {

using dash::test::scaled;

class NotifyTest : public ThreadedTest {
 protected:
  static void notify(dart_gptr_t flag, uint64_t value)
  {
    EXPECT_OK(dart_put_notify(flag, nullptr, 0, DART_TYPE_BYTE, flag, value));
  }

  /// Waits until one of the flags is set, and resets it. \return its value
  static uint64_t take(dart_gptr_t first, size_t count, size_t* index)
  {
    EXPECT_OK(dart_notify_wait(first, count, index));
    EXPECT_LT(*index, count);
    return reset(advanced(first, static_cast<int64_t>(*index * sizeof(uint64_t))));
  }
  static uint64_t take(dart_gptr_t flag)
  {
    size_t index = 77;
    const uint64_t value = take(flag, 1, &index);
    EXPECT_EQ(0U, index);
    return value;
  }

  static uint64_t reset(dart_gptr_t flag)
  {
    uint64_t value = 77;
    EXPECT_OK(dart_notify_reset(flag, &value));
    return value;
  }

  static bool is_set(dart_gptr_t flag)
  {
    size_t index = 0;
    int32_t found = 77;
    EXPECT_OK(dart_notify_test(flag, 1, &index, &found));
    EXPECT_TRUE(found == 0 || found == 1);
    return found == 1;
  }

  /// Calls f(data, flags) for each pair of kinds of memory.
  template <class F>
  static void for_each_pair(F f)
  {
    for (Memory data : memories) {
      for (Memory flags : memories) {
        SCOPED_TRACE(testing::Message() << "data in " << data << ", flags in " << flags);
        f(data, flags);
      }
    }
  }

  /// Number of repetitions of an operation that takes a microsecond if processors store the data
  /// and the flags.
  size_t repetitions(size_t ordinary) const
  {
    const bool is_slow = dart_gpu_backend() == DART_GPU_CUDA || spans_hosts();
    return scaled(is_slow ? ordinary / 20 : ordinary);
  }

 private:
  /// Whether host memory of some unit is not mapped here. Collective; returns the same on all
  /// units.
  bool spans_hosts() const
  {
    const Segment<char> probe(1, DART_TEAM_ALL, DART_MEMORY_HOST);
    bool all_mapped = true;
    for (size_t unit = 0; unit < size; ++unit) {
      void* mapped = nullptr;
      EXPECT_OK(dart_gptr_mapped(probe.at(unit), &mapped));
      all_mapped = all_mapped && mapped != nullptr;
    }
    return !all_mapped;
  }
};

/* ---- data before flags ---------------------------------------------------------------------- */

TEST_F(NotifyTest, EachMemorySizeAndBuffer)
{
  for_each_pair([&](Memory data_memory, Memory flag_memory) {
    constexpr size_t largest = 70001;
    GlobalMemory data(data_memory, largest);
    FlagSet flags(flag_memory, 1);
    FlagSet answers(flag_memory, 1);
    uint64_t round = 0;
    for (size_t nbytes : {size_t{0}, size_t{1}, size_t{8}, size_t{1000}, largest}) {
      for (Place place : places) {
        SCOPED_TRACE(testing::Message() << nbytes << " bytes from " << place);
        ++round;
        {
          LocalBuffer source(place, random_bytes(round * size + me(), nbytes + 1));
          EXPECT_OK(dart_put_notify(
              data.at(next()), source.data(), nbytes, DART_TYPE_BYTE, flags.at(next()), round));
          write_at(source.data(), Bytes(nbytes + 1, 0xEE));  // the source may be reused
        }
        EXPECT_EQ(round, take(flags.at(me())));
        Bytes expected = random_bytes(round * size + previous(), nbytes + 1);
        expected.pop_back();
        EXPECT_TRUE(same_bytes(expected, read_at(data.local(), nbytes)));
        notify(answers.at(previous()), round);
        EXPECT_EQ(round, take(answers.at(me())));
      }
    }
  });
}

/// Each unit has a slot in the memory of all units; their flags count who has written.
TEST_F(NotifyTest, FlagsCountPutsOfAllUnits)
{
  for_each_pair([&](Memory data_memory, Memory flag_memory) {
    constexpr size_t nbytes = 1000;
    GlobalMemory data(data_memory, nbytes * size);
    FlagSet arrived(flag_memory, 1), taken(flag_memory, 1);
    const size_t rounds = repetitions(100);
    for (uint64_t round = 1; round <= rounds; ++round) {
      Bytes mine = random_bytes(round * size + me(), nbytes);
      for (size_t unit = 0; unit < size; ++unit) {
        EXPECT_OK(dart_put_notify_add(
            data.at(unit, nbytes * me()), mine.data(), nbytes, DART_TYPE_BYTE, arrived.at(unit),
            3));
      }
      mine.assign(nbytes, 0xEE);  // the source may be reused
      uint64_t seen = 0;
      while (seen < 3 * size * round) {
        ASSERT_OK(dart_notify_wait_change(arrived.at(me()), seen, &seen));
      }
      ASSERT_EQ(3 * size * round, seen);
      for (size_t unit = 0; unit < size; ++unit) {
        EXPECT_TRUE(same_bytes(
            random_bytes(round * size + unit, nbytes),
            read_at(data.local() + unit * nbytes, nbytes)));
      }
      for (size_t unit = 0; unit < size; ++unit) {
        const dart_gptr_t flag = taken.at(unit);
        EXPECT_OK(dart_put_notify_add(flag, nullptr, 0, DART_TYPE_BYTE, flag, 1));
      }
      for (seen = 0; seen < size * round;) {
        ASSERT_OK(dart_notify_wait_change(taken.at(me()), seen, &seen));
      }
    }
    barrier();
    EXPECT_EQ(3 * size * rounds, reset(arrived.at(me())));
    EXPECT_EQ(size * rounds, reset(taken.at(me())));
    EXPECT_FALSE(is_set(arrived.at(me())));
  });
}

/// Each byte of the flags counts the additions, and nobody sees a flag of which some bytes are
/// old and some are new.
TEST_F(NotifyTest, FlagsAreStoredWhole)
{
  constexpr uint64_t one_in_each_byte = 0x0101010101010101;
  for (Memory memory : memories) {
    SCOPED_TRACE(testing::Message() << memory);
    FlagSet flags(memory, 1);
    const size_t rounds = scaled(20), times = 255 / size;
    for (size_t round = 0; round < rounds; ++round) {
      for (size_t i = 0; i < times; ++i) {
        const dart_gptr_t flag = flags.at(next());
        EXPECT_OK(dart_put_notify_add(flag, nullptr, 0, DART_TYPE_BYTE, flag, one_in_each_byte));
      }
      for (uint64_t seen = 0; seen < times * one_in_each_byte;) {
        ASSERT_OK(dart_notify_wait_change(flags.at(me()), seen, &seen));
        ASSERT_EQ(0U, seen % one_in_each_byte) << std::hex << seen;
      }
      EXPECT_EQ(times * one_in_each_byte, reset(flags.at(me())));
      barrier();
    }
  }
}

/// Resetting takes what has been added so far, and nothing is lost or counted twice.
TEST_F(NotifyTest, ResetsTakeEachCountOnce)
{
  for (Memory memory : memories) {
    SCOPED_TRACE(testing::Message() << memory);
    FlagSet flags(memory, 1);
    const size_t times = repetitions(2000);
    for (size_t i = 0; i < times; ++i) {
      const dart_gptr_t flag = flags.at(i % size);
      EXPECT_OK(dart_put_notify_add(flag, nullptr, 0, DART_TYPE_BYTE, flag, 1));
    }
    size_t expected = 0;
    for (size_t i = 0; i < times; ++i) expected += i % size == me() ? size : 0;
    for (size_t sum = 0; sum < expected;) {
      sum += take(flags.at(me()));
      ASSERT_LE(sum, expected);
    }
    barrier();
    EXPECT_EQ(0U, reset(flags.at(me())));
  }
}

TEST_F(NotifyTest, CountsElements)
{
  Segment<double> data(100);
  data.fill(-1.0);
  FlagSet flags(Memory::unit, 1);
  const std::vector<double> mine = elements<double>(me(), 99);
  EXPECT_OK(
      dart_put_notify(data.at(next(), 1), mine.data(), 99, DART_TYPE_DOUBLE, flags.at(next()), 5));
  EXPECT_EQ(5U, take(flags.at(me())));
  EXPECT_TRUE(same(elements<double>(previous(), 99), read_at(data.local() + 1, 99)));
  EXPECT_EQ(-1.0, data.value(0));
}

TEST_F(NotifyTest, LaterFlagsTellOfEarlierPuts)
{
  // Each put writes to a different memory and sets a flag in yet another one; only the last flag is
  // awaited.
  constexpr size_t nbytes = 5000;
  GlobalMemory host(Memory::host, nbytes), unit(Memory::unit, nbytes), heap(Memory::heap, nbytes),
      registered(Memory::registered, nbytes);
  GlobalMemory* const data[] = {&host, &unit, &heap, &registered};
  FlagSet in_host(Memory::host, 5), in_unit(Memory::unit, 5), in_registered(Memory::registered, 5);
  FlagSet* const flags[] = {&in_host, &in_unit, &in_registered};
  const size_t rounds = scaled(30);
  for (size_t round = 0; round < rounds; ++round) {
    const auto seed = [&](size_t unit_id, size_t i) { return (round * size + unit_id) * 4 + i; };
    const auto flags_of = [&](size_t i) { return flags[(round + i) % 3]; };
    for (size_t i = 0; i < 4; ++i) {
      const size_t order = (i + round) % 4;
      const Bytes mine = random_bytes(seed(me(), order), nbytes);
      EXPECT_OK(dart_put_notify(
          data[order]->at(next()), mine.data(), nbytes, DART_TYPE_BYTE, flags_of(i)->at(next(), i),
          1 + i));
    }
    EXPECT_EQ(4U, take(flags_of(3)->at(me(), 3)));
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(same_bytes(random_bytes(seed(previous(), i), nbytes), data[i]->values()));
    }
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(1 + i, reset(flags_of(i)->at(me(), i)));
    }
    notify(in_host.at(previous(), 4), 9);
    EXPECT_EQ(9U, take(in_host.at(me(), 4)));
  }
}

struct Pair {
  Memory data, flags;
};

class RingNotifyTest : public NotifyTest, public testing::WithParamInterface<Pair> {
 protected:
  static constexpr size_t slots = 64;
  static constexpr size_t most_words = 33;
  static constexpr size_t slot_bytes = most_words * sizeof(uint64_t);

  static size_t words_of(uint64_t value) { return 1 + value % most_words; }
  static std::vector<uint64_t> payload(uint64_t value)
  {
    return std::vector<uint64_t>(words_of(value), value * 0x9e3779b97f4a7c15U);
  }
};

TEST_P(RingNotifyTest, NoFlagBeforeItsData)
{
  // A stream of puts to the next unit, which notifies the sender of the slots that are free again.
  // Each access to registered memory of another process is a system call.
  const bool is_slow = GetParam().data == Memory::registered;
  const size_t puts = repetitions(is_slow ? 10'000 : 100'000) / size;
  GlobalMemory data(GetParam().data, slots * slot_bytes);
  FlagSet flags(GetParam().flags, 2 * slots);  // for full slots and for free ones
  size_t sent = 0, received = 0, wrong = 0;
  const auto send = [&](size_t slot) {
    if (sent == puts) return;
    const uint64_t value = ++sent;
    const std::vector<uint64_t> words = payload(value);
    EXPECT_OK(dart_put_notify(
        data.at(next(), slot * slot_bytes), words.data(), words.size(), DART_TYPE_ULONGLONG,
        flags.at(next(), slot), value));
  };
  const auto receive = [&](size_t slot, uint64_t value) {
    const auto* words = reinterpret_cast<const uint64_t*>(data.local() + slot * slot_bytes);
    if (read_at(words, words_of(value)) != payload(value)) ++wrong;
    ++received;
    notify(flags.at(previous(), slots + slot), value);
  };
  for (size_t slot = 0; slot < slots; ++slot) {
    send(slot);
  }
  while (received < puts || sent < puts) {
    size_t slot = 0;
    const uint64_t value = take(flags.at(me()), 2 * slots, &slot);
    if (slot < slots)
      receive(slot, value);
    else
      send(slot - slots);
  }
  EXPECT_EQ(puts, received);
  EXPECT_EQ(0U, wrong);
}

INSTANTIATE_TEST_SUITE_P(
    Memories, RingNotifyTest,
    testing::Values(
        Pair{Memory::host, Memory::host}, Pair{Memory::unit, Memory::unit},
        Pair{Memory::unit, Memory::host}, Pair{Memory::registered, Memory::registered}),
    [](const testing::TestParamInfo<Pair>& info) {
      return std::string(name_of(info.param.data)) + "_" + name_of(info.param.flags);
    });

TEST_F(NotifyTest, FromAllUnitsToOne)
{
  const size_t rounds = repetitions(500);
  constexpr size_t words = 16;
  Segment<uint64_t> data(size * words);
  FlagSet arrived(Memory::unit, size), answered(Memory::unit, 1);
  const auto send = [&] {
    for (uint64_t round = 1; round <= rounds; ++round) {
      const std::vector<uint64_t> mine(words, round * size + me());
      EXPECT_OK(dart_put_notify(
          data.at(0, me() * words), mine.data(), words, DART_TYPE_ULONGLONG, arrived.at(0, me()),
          round));
      EXPECT_EQ(round, take(answered.at(me())));
    }
  };
  const auto receive = [&] {
    std::vector<uint64_t> last(size, 0);
    for (size_t i = 0; i < rounds * size; ++i) {
      size_t unit = 0;
      const uint64_t round = take(arrived.at(0), size, &unit);
      EXPECT_EQ(++last[unit], round);
      EXPECT_TRUE(same(
          std::vector<uint64_t>(words, round * size + unit),
          read_at(data.local() + unit * words, words)));
      notify(answered.at(unit), round);
    }
  };
  run_threads(me() == 0 ? 2 : 1, [&](int thread) { thread == 0 ? send() : receive(); });
}

TEST_F(NotifyTest, SubTeamsUseTeamRelativeIds)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  FlagSet flags(Memory::host, 1);  // belongs to the team of all units
  Segment<int> data(1, team.id());
  const size_t self = static_cast<size_t>(team.myid());
  const size_t target = (self + 1) % team.size();
  dart_global_unit_t target_id, source_id;
  ASSERT_OK(dart_team_unit_l2g(team.id(), static_cast<dart_unit_t>(target), &target_id));
  ASSERT_OK(dart_team_unit_l2g(
      team.id(), static_cast<dart_unit_t>((self + team.size() - 1) % team.size()), &source_id));
  EXPECT_OK(dart_put_notify(
      data.at(target), &myid.id, 1, DART_TYPE_INT, flags.at(static_cast<size_t>(target_id.id)), 1));
  EXPECT_EQ(1U, take(flags.at(me())));
  EXPECT_EQ(source_id.id, data.value());
}

/* ---- waiting -------------------------------------------------------------------------------- */

TEST_F(NotifyTest, WaitsUntilAFlagIsSet)
{
  // This is longer than a unit spins.
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    FlagSet flags(memory, 3);
    std::atomic<bool> is_notified{false};
    run_threads(2, [&](int thread) {
      if (thread == 0) {
        size_t index = 77;
        EXPECT_EQ(6U, take(flags.at(me()), 3, &index));
        EXPECT_EQ(2U, index);
        EXPECT_TRUE(is_notified);
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        is_notified = true;
        notify(flags.at(me(), 2), 6);
      }
    });
  }
}

TEST_F(NotifyTest, TestReturnsAtOnce)
{
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    FlagSet flags(memory, 10);
    size_t index = 0;
    int32_t found = 77;
    EXPECT_OK(dart_notify_test(flags.at(me()), 10, &index, &found));
    EXPECT_EQ(0, found);
    notify(flags.at(me(), 7), 1);
    EXPECT_OK(dart_notify_test(flags.at(me()), 7, &index, &found));
    EXPECT_EQ(0, found) << "it is behind them";
    EXPECT_OK(dart_notify_test(flags.at(me(), 2), 8, &index, &found));
    EXPECT_EQ(1, found);
    EXPECT_EQ(5U, index);
    EXPECT_TRUE(is_set(flags.at(me(), 7))) << "it stays set";
    EXPECT_OK(dart_notify_test(flags.at(me()), 0, &index, &found));
    EXPECT_EQ(0, found) << "no flags";
  }
}

TEST_F(NotifyTest, FlagsTakeTurns)
{
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    constexpr size_t n = 8;
    FlagSet flags(memory, n);
    for (size_t i = 0; i < n; ++i) {
      notify(flags.at(me(), i), 1 + i);
    }
    std::vector<int> found(n, 0);
    for (size_t i = 0; i < 3 * n; ++i) {
      size_t index = 0;
      EXPECT_OK(dart_notify_wait(flags.at(me()), n, &index));
      ASSERT_LT(index, n);
      ++found[index];
    }
    EXPECT_EQ(std::vector<int>(n, 3), found);
  }
}

TEST_F(NotifyTest, ABusyFlagStarvesNoOther)
{
  constexpr size_t n = 16;
  FlagSet flags(Memory::unit, n);
  for (size_t busy = 0; busy < n; ++busy) {
    for (size_t i = 0; i < n; ++i) {
      notify(flags.at(me(), i), 1);
    }
    for (size_t left = n - 1, calls = 0; left > 0; ++calls) {
      ASSERT_LT(calls, 2 * n);
      size_t index = 0;
      take(flags.at(me()), n, &index);
      if (index == busy)
        notify(flags.at(me(), busy), 1);
      else
        --left;
    }
    flags.clear();
  }
}

TEST_F(NotifyTest, OthersWaitForMappedFlags)
{
  // Flags of unit 0, if its memory is mapped.
  FlagSet flags(Memory::host, size);
  void* mapped = nullptr;
  EXPECT_OK(dart_gptr_mapped(flags.at(0), &mapped));
  notify(flags.at(0, next()), 3);
  if (mapped != nullptr) {
    EXPECT_EQ(3U, take(flags.at(0, me())));
  } else {
    size_t index = 0;
    EXPECT_INVAL(dart_notify_wait(flags.at(0, me()), 1, &index));
  }
}

TEST_F(NotifyTest, ValuesThatStay)
{
  // Values count up and no flag is cleared: whoever sees a value sees the data of that step.
  const uint64_t steps = repetitions(200);
  for_each_pair([&](Memory data_memory, Memory flag_memory) {
    GlobalMemory data(data_memory, sizeof(uint64_t));
    FlagSet arrived(flag_memory, 1), answered(flag_memory, 1);
    uint64_t seen = 77, answer = 0;
    EXPECT_OK(dart_notify_value(arrived.at(me()), &seen));
    EXPECT_EQ(0U, seen);
    barrier();  // before others write the values
    for (uint64_t step = 1; step <= steps; ++step) {
      const uint64_t mine = step * 1000 + me();
      EXPECT_OK(dart_put_notify(
          data.at(next()), &mine, 1, DART_TYPE_ULONGLONG, arrived.at(next()), step));
      EXPECT_OK(dart_notify_wait_change(arrived.at(me()), seen, &seen));
      ASSERT_EQ(step, seen);
      const uint64_t expected = step * 1000 + previous();
      EXPECT_TRUE(same(
          std::vector<uint64_t>{expected},
          read_at(reinterpret_cast<const uint64_t*>(data.local()), 1)));
      notify(answered.at(previous()), step);
      EXPECT_OK(dart_notify_wait_change(answered.at(me()), answer, &answer));
      ASSERT_EQ(step, answer);
      EXPECT_OK(dart_notify_value(answered.at(me()), &answer));
      ASSERT_EQ(step, answer);
    }
    EXPECT_OK(dart_notify_wait_change(arrived.at(me()), 0, &seen));  // changed already
  });
}

/* ---- reset ---------------------------------------------------------------------------------- */

TEST_F(NotifyTest, ResetReadsAndClears)
{
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    FlagSet flags(memory, 3);
    EXPECT_EQ(0U, reset(flags.at(me(), 1)));
    barrier();
    notify(flags.at(next(), 1), ~uint64_t{0});
    notify(flags.at(next(), 1), 0x0123456789abcdefU);
    barrier();
    uint64_t value = take(flags.at(me(), 1));
    // The first value may have been seen before the second one arrived.
    if (value == ~uint64_t{0}) value = take(flags.at(me(), 1));
    EXPECT_EQ(0x0123456789abcdefU, value);
    EXPECT_FALSE(is_set(flags.at(me(), 0)));
    EXPECT_FALSE(is_set(flags.at(me(), 2)));
    EXPECT_FALSE(is_set(flags.at(me(), 1)));
    EXPECT_EQ(0U, reset(flags.at(me(), 1)));
    notify(flags.at(me(), 1), 4);
    EXPECT_OK(dart_notify_reset(flags.at(me(), 1), nullptr));
    EXPECT_FALSE(is_set(flags.at(me(), 1)));
  }
}

TEST_F(NotifyTest, ResetLosesNoNotification)
{
  // Values increase without waiting for the reader. It may miss some of them, but not the last one,
  // and sees none twice.
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    FlagSet flags(memory, 1);
    const uint64_t last = repetitions(5000);
    run_threads(2, [&](int thread) {
      if (thread == 0) {
        for (uint64_t value = 1; value <= last; ++value) {
          notify(flags.at(next()), value);
        }
      } else {
        for (uint64_t seen = 0; seen < last;) {
          const uint64_t value = take(flags.at(me()));
          ASSERT_GT(value, seen);
          ASSERT_LE(value, last);
          seen = value;
        }
      }
    });
    barrier();
    EXPECT_FALSE(is_set(flags.at(me())));
  }
}

/* ---- misuse --------------------------------------------------------------------------------- */

class MisusedNotifyTest : public NotifyTest {
 protected:
  static dart_ret_t put(
      dart_gptr_t gptr, dart_gptr_t flag, uint64_t value = 1, size_t nelem = 1,
      dart_datatype_t type = DART_TYPE_INT)
  {
    const int source[4] = {};
    return dart_put_notify(gptr, source, nelem, type, flag, value);
  }
};

TEST_F(MisusedNotifyTest, Puts)
{
  for (Memory memory : memories) {
    SCOPED_TRACE(memory);
    GlobalMemory data(memory, 8);
    data.set(Bytes(8, 0xEE));
    FlagSet flags(memory, 2);
    const dart_gptr_t to = data.at(next());
    const dart_gptr_t flag = flags.at(next());
    EXPECT_INVAL(put(to, flag, 0)) << "the value says that a flag is not set";
    EXPECT_INVAL(put(to, advanced(flag, 4))) << "misaligned";
    EXPECT_INVAL(put(to, DART_GPTR_NULL));
    EXPECT_INVAL(put(DART_GPTR_NULL, flag));
    if (memory != Memory::heap) {  // blocks of the heap are parts of one segment
      EXPECT_INVAL(put(advanced(to, 6), flag)) << "over the end";
      EXPECT_INVAL(put(to, flag, 1, 3)) << "over the end";
      EXPECT_INVAL(put(to, advanced(flag, 16))) << "behind the end";
    }
    EXPECT_INVAL(put(to, flag, 1, SIZE_MAX / 2));
    EXPECT_INVAL(put(to, flag, 1, 1, DART_TYPE_UNDEFINED));
    EXPECT_INVAL(put(to, flag, 1, 1, DerivedType::custom(4)));
    EXPECT_INVAL(put(to, flag, 1, 1, DerivedType::strided(DART_TYPE_INT, 2, 1)));
    EXPECT_INVAL(dart_put_notify(to, nullptr, 1, DART_TYPE_INT, flag, 1));
    if (size > 1) {
      EXPECT_INVAL(put(to, flags.at(me()))) << "of another unit";
      EXPECT_INVAL(put(to, flags.at(me()), 1, 0)) << "also without data";
    }
    barrier();
    EXPECT_FALSE(is_set(flags.at(me())));
    EXPECT_TRUE(same(Bytes(8, 0xEE), data.values())) << "nothing was put";
    barrier();
  }
}

TEST_F(MisusedNotifyTest, Waits)
{
  FlagSet flags(Memory::unit, 4);
  notify(flags.at(me(), 0), 1);
  size_t index = 0;
  int32_t found = 0;
  EXPECT_INVAL(dart_notify_wait(flags.at(me()), 0, &index)) << "for ever";
  EXPECT_INVAL(dart_notify_wait(flags.at(me()), 5, &index));
  EXPECT_INVAL(dart_notify_wait(flags.at(me()), SIZE_MAX / 8 + 2, &index));
  EXPECT_INVAL(dart_notify_wait(advanced(flags.at(me()), 1), 1, &index));
  EXPECT_INVAL(dart_notify_wait(DART_GPTR_NULL, 1, &index));
  EXPECT_INVAL(dart_notify_wait(flags.at(me()), 1, nullptr));
  EXPECT_INVAL(dart_notify_test(flags.at(me()), 5, &index, &found));
  EXPECT_INVAL(dart_notify_test(flags.at(me()), 1, nullptr, &found));
  EXPECT_INVAL(dart_notify_test(flags.at(me()), 1, &index, nullptr));
  EXPECT_INVAL(dart_notify_reset(advanced(flags.at(me()), 4), nullptr));
  EXPECT_INVAL(dart_notify_reset(flags.at(me(), 4), nullptr));
  EXPECT_INVAL(dart_notify_reset(DART_GPTR_NULL, nullptr));
  uint64_t value = 0;
  for (dart_gptr_t wrong :
       {advanced(flags.at(me()), 4), flags.at(me(), 4), dart_gptr_t(DART_GPTR_NULL)}) {
    EXPECT_INVAL(dart_notify_value(wrong, &value));
    EXPECT_INVAL(dart_notify_wait_change(wrong, 0, &value));
  }
  EXPECT_INVAL(dart_notify_value(flags.at(me()), nullptr));
  EXPECT_INVAL(dart_notify_wait_change(flags.at(me()), 0, nullptr));
  EXPECT_TRUE(is_set(flags.at(me(), 0)));
}

TEST_F(MisusedNotifyTest, PrivateFlagsOfOthers)
{
  FlagSet flags(Memory::registered, 1);
  if (size == 1) return;
  size_t index = 0;
  int32_t found = 0;
  EXPECT_INVAL(dart_notify_wait(flags.at(next()), 1, &index));
  EXPECT_INVAL(dart_notify_test(flags.at(next()), 1, &index, &found));
  EXPECT_INVAL(dart_notify_reset(flags.at(next()), nullptr));
  uint64_t value = 0;
  EXPECT_INVAL(dart_notify_value(flags.at(next()), &value));
  EXPECT_INVAL(dart_notify_wait_change(flags.at(next()), 1, &value));
}

TEST(NotifyOutsideOfARun, IsRefused)
{
  const dart_gptr_t gptr{0, 0, 0, 0, {0}};
  size_t index = 0;
  int32_t found = 0;
  EXPECT_EQ(DART_ERR_NOTINIT, dart_put_notify(gptr, nullptr, 0, DART_TYPE_INT, gptr, 1));
  EXPECT_EQ(DART_ERR_NOTINIT, dart_notify_wait(gptr, 1, &index));
  EXPECT_EQ(DART_ERR_NOTINIT, dart_notify_test(gptr, 1, &index, &found));
  EXPECT_EQ(DART_ERR_NOTINIT, dart_notify_reset(gptr, nullptr));
  uint64_t value = 0;
  EXPECT_EQ(DART_ERR_NOTINIT, dart_notify_value(gptr, &value));
  EXPECT_EQ(DART_ERR_NOTINIT, dart_notify_wait_change(gptr, 0, &value));
}

}  // namespace
}  // namespace dart::test
