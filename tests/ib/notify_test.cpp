// put_notify: a flag never arrives before its data.

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "fake_device.h"
#include "units.h"

namespace dart::ib::test {
namespace {

constexpr std::size_t slots = 8;

/// The word that the target polls, in memory that the adapter changes.
std::uint64_t seen(const std::byte* word)
{
  return reinterpret_cast<const std::atomic<std::uint64_t>*>(word)->load();
}

std::uint64_t await(const std::byte* flag, std::uint64_t at_least)
{
  std::uint64_t value;
  while ((value = seen(flag)) < at_least) std::this_thread::yield();
  return value;
}

/// Each message fills a slot with its number. The target acknowledges what it has checked, so that
/// no slot is written earlier.
void send(Unit& unit, std::uint64_t messages, std::size_t words, const std::byte* acknowledged)
{
  std::vector<std::uint64_t> data(words);
  Transport::Ticket ticket = 0;
  for (std::uint64_t number = 1; number <= messages; ++number) {
    if (number > slots) await(acknowledged, number - slots);
    std::fill(data.begin(), data.end(), number);
    const std::size_t slot = number % slots;
    ASSERT_EQ(
        DART_OK, unit.transport().put_notify(
                     unit.at(1, slot * words * 8), data.data(), words * 8, unit.at(1, 0, 1).address,
                     number, &ticket));
    // The buffer is reused.
    EXPECT_EQ(DART_OK, unit.transport().wait(ticket, false));
  }
  EXPECT_EQ(DART_OK, unit.transport().wait(ticket, true));
}

void receive(
    Unit& unit, std::uint64_t messages, std::size_t words, const std::byte* memory,
    const std::byte* flag)
{
  for (std::uint64_t checked = 0; checked < messages;) {
    const std::uint64_t arrived = await(flag, checked + 1);
    for (; checked < arrived; ++checked) {
      const std::byte* slot = memory + (checked + 1) % slots * words * 8;
      for (std::size_t i = 0; i < words; ++i) ASSERT_EQ(checked + 1, seen(slot + i * 8));
    }
    unit.put(unit.at(0, 0, 1), &checked, 8);
  }
}

void exchange(Unit& unit, std::uint64_t messages, std::size_t words)
{
  const std::byte* memory = unit.expose(slots * words * 8);
  const std::byte* flag = unit.expose(4096, 1);
  unit.barrier();
  if (unit.id() == 0) send(unit, messages, words, flag);
  if (unit.id() == 1) receive(unit, messages, words, memory, flag);
}

TEST(NotifyTest, SmallMessages)
{
  run_units(2, [](Unit& unit) { exchange(unit, 10000, 4); });
}

TEST(NotifyTest, StagedMessages)
{
  run_units(2, [](Unit& unit) { exchange(unit, 500, 1000); });
}

TEST(NotifyTest, MessagesOfSeveralRequests)
{
  run_units(2, [](Unit& unit) { exchange(unit, 40, 20000); });
}

/// Units do not wait for each other: flag n tells that all words up to n are n or more.
TEST(NotifyTest, UnderLoad)
{
  run_units(2, [](Unit& unit) {
    constexpr std::uint64_t rounds = 10000;
    constexpr std::size_t words = 64;
    const std::byte* memory = unit.expose(words * 8);
    const std::byte* flag = unit.expose(4096, 1);
    unit.barrier();
    Transport::Ticket ticket = 0;
    if (unit.id() == 0) {
      for (std::uint64_t n = 1; n <= rounds; ++n) {
        if (n % words != 0) {
          ASSERT_EQ(DART_OK, unit.transport().put(unit.at(1, n % words * 8), &n, 8, &ticket));
        } else {
          ASSERT_EQ(
              DART_OK, unit.transport().put_notify(
                           unit.at(1, 0), &n, 8, unit.at(1, 0, 1).address, n, &ticket));
        }
      }
      EXPECT_EQ(DART_OK, unit.transport().flush(1, true));
    } else {
      for (std::uint64_t last = 0; last < rounds / words * words;) {
        last = await(flag, last + 1);
        for (std::size_t i = 1; i < words; ++i) ASSERT_GE(seen(memory + i * 8), last - words + i);
        ASSERT_GE(seen(memory), last);
      }
    }
  });
}

TEST(NotifyTest, FlagWithoutData)
{
  run_units(2, [](Unit& unit) {
    const std::byte* flag = unit.expose(4096);
    unit.barrier();
    Transport::Ticket ticket = 0;
    EXPECT_EQ(
        DART_OK, unit.transport().put_notify(
                     {unit.next(), 0}, nullptr, 0, unit.at(unit.next(), 8).address, 42, &ticket));
    EXPECT_EQ(42u, await(flag + 8, 1));
  });
}

/// Units declare their memory to be device memory: writes are followed by reads that flush them.
TEST(NotifyTest, DeviceMemoryOfTheTarget)
{
  run_units(2, [](Unit& unit) {
    unit.peers().edit_reply = [](ByteBuffer& reply) {
      if (reply.size() == 24) reply[20] = std::byte{1};  // KeyReply::device
    };
    exchange(unit, 500, 4);
    unit.barrier();
    const std::uint64_t value = 7;
    unit.put(unit.at(unit.next()), &value, 8);
    EXPECT_EQ(DART_OK, unit.transport().flush(unit.next(), true));
  });
}

/// The data have been read from device memory when the call returns.
TEST(NotifyTest, DeviceBuffer)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t bytes = 300000;
    const std::byte* memory = unit.expose(bytes);
    const std::byte* flag = unit.expose(4096, 1);
    FakeDevice device(bytes);
    unit.barrier();
    if (unit.id() == 0) {
      std::memcpy(device.inside(), noise(bytes, 9).data(), bytes);
      Transport::Ticket ticket = 0;
      EXPECT_EQ(
          DART_OK, unit.transport().put_notify(
                       unit.at(1), device.address(), bytes, unit.at(1, 0, 1).address, 1, &ticket));
      EXPECT_EQ(DART_OK, unit.transport().wait(ticket, true));
    } else {
      await(flag, 1);
      EXPECT_EQ(0, std::memcmp(memory, noise(bytes, 9).data(), bytes));
    }
  });
}

}  // namespace
}  // namespace dart::ib::test
