// put and get: sizes, alignments, and locations of local buffers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "fake_device.h"
#include "units.h"

namespace dart::ib::test {
namespace {

constexpr std::size_t sizes[] = {1,   2,    7,    8,     63,    255,   256,     257,
                                 512, 1000, 4095, 65535, 65536, 65537, 1 << 20, (4 << 20) + 13};
constexpr std::size_t most = (16 << 20) + 64;

/// Puts noise into another unit's memory at an odd address and reads it back.
void go_and_come_back(Unit& unit, int target, std::byte* from, std::byte* to, std::size_t bytes)
{
  static unsigned round = 0;
  const auto data = noise(bytes, static_cast<unsigned>(bytes) + 7 * unit.id() + 1000 * ++round);
  std::memcpy(from, data.data(), bytes);
  unit.put(unit.at(target, 3), from, bytes);
  std::memset(to, 0, bytes);
  unit.get(to, unit.at(target, 3), bytes);
  const auto differing = std::mismatch(data.begin(), data.end(), to).first;
  EXPECT_TRUE(differing == data.end())
      << differing - data.begin() << " bytes of " << bytes << " are right";
}

void exercise(Unit& unit, int target, std::byte* from, std::byte* to)
{
  for (const std::size_t bytes : sizes) go_and_come_back(unit, target, from, to, bytes);
}

TEST(TransferTest, PrivateBuffers)
{
  run_units(2, [](Unit& unit) {
    unit.expose(most);
    unit.barrier();
    std::vector<std::byte> from(most), to(most);
    exercise(unit, unit.next(), from.data() + 1, to.data() + 5);
  });
}

TEST(TransferTest, ExposedBuffers)
{
  run_units(2, [](Unit& unit) {
    unit.expose(most);
    std::byte* own = unit.expose(2 * most, 1);
    unit.barrier();
    exercise(unit, unit.next(), own + 1, own + most + 5);
  });
}

TEST(TransferTest, SixteenMebibytes)
{
  run_units(2, [](Unit& unit) {
    unit.expose(most);
    std::byte* own = unit.expose(2 * most, 1);
    unit.barrier();
    go_and_come_back(unit, unit.next(), own + 1, own + most + 5, 16 << 20);
    std::vector<std::byte> from(most), to(most);
    go_and_come_back(unit, unit.next(), from.data(), to.data(), 16 << 20);
  });
}

TEST(TransferTest, LargeBuffersAreStagedWhereAskedFor)
{
  setenv("DART_IB_REGISTER_FROM", "1G", 1);
  setenv("DART_IB_STAGING_CHUNK", "4K", 1);
  run_units(2, [](Unit& unit) {
    unit.expose(most);
    unit.barrier();
    std::vector<std::byte> from(most), to(most);
    exercise(unit, unit.next(), from.data() + 1, to.data() + 5);
  });
  unsetenv("DART_IB_REGISTER_FROM");
  unsetenv("DART_IB_STAGING_CHUNK");
}

TEST(TransferTest, UnitIsItsOwnTarget)
{
  run_units(1, [](Unit& unit) {
    unit.expose(most);
    std::vector<std::byte> from(most), to(most);
    exercise(unit, 0, from.data() + 1, to.data() + 5);
  });
}

TEST(TransferTest, BothUnitsOnOneAdapter)
{
  setenv("DART_IB_DEVICE", "rxe1", 1);
  run_units(2, [](Unit& unit) {
    unit.expose(most);
    unit.barrier();
    std::vector<std::byte> from(most), to(most);
    exercise(unit, unit.next(), from.data() + 1, to.data() + 5);
  });
  unsetenv("DART_IB_DEVICE");
}

TEST(TransferTest, ThreeUnitsAtOnce)
{
  run_units(3, [](Unit& unit) {
    constexpr std::size_t part = 100000;
    std::byte* memory = unit.expose(3 * part);
    unit.barrier();
    for (int target = 0; target < 3; ++target) {
      const auto data = noise(part, static_cast<unsigned>(unit.id() * 3 + target));
      unit.put(unit.at(target, unit.id() * part), data.data(), part);
    }
    unit.barrier();
    for (int origin = 0; origin < 3; ++origin) {
      const auto data = noise(part, static_cast<unsigned>(origin * 3 + unit.id()));
      EXPECT_EQ(0, std::memcmp(memory + origin * part, data.data(), part));
    }
  });
}

TEST(TransferTest, NoBytes)
{
  run_units(2, [](Unit& unit) {
    Transport::Ticket ticket = 1;
    EXPECT_EQ(DART_OK, unit.transport().put({unit.next(), 64}, nullptr, 0, &ticket));
    EXPECT_EQ(0u, ticket);
    EXPECT_TRUE(unit.transport().test(ticket, true));
    EXPECT_EQ(DART_OK, unit.transport().get(nullptr, {unit.next(), 64}, 0, &ticket));
    EXPECT_EQ(DART_OK, unit.transport().flush(unit.next(), true));
  });
}

/// One transfer covers a range of memory that is exposed in pieces.
TEST(TransferTest, AcrossRanges)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t part = 8192;
    std::byte* memory = map_pages(5 * part);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(DART_OK, unit.transport().expose(memory + i * part, part));
    }
    unit.word(unit.id(), 0) = reinterpret_cast<std::uint64_t>(memory);
    unit.barrier();
    const auto data = noise(4 * part, 3u + unit.id());
    if (unit.id() == 0) unit.put(unit.at(1, 100), data.data(), data.size());
    if (unit.id() == 0) unit.put(unit.at(1, 100), data.data(), part);
    unit.barrier();
    if (unit.id() == 1) {
      std::vector<std::byte> got(4 * part);
      unit.get(got.data(), unit.at(1, 100), got.size());
      EXPECT_TRUE(noise(4 * part, 3) == got);
      // The local end is in several ranges, too.
      unit.get(memory + 10, unit.at(0, 0), 3 * part);
      EXPECT_EQ(std::byte{}, memory[10]);
    }
  });
}

class DeviceBufferTest : public testing::TestWithParam<std::size_t> {};

TEST_P(DeviceBufferTest, GoThroughHostMemory)
{
  const std::size_t bytes = GetParam();
  run_units(2, [bytes](Unit& unit) {
    std::byte* memory = unit.expose(bytes + 64);
    FakeDevice device(2 * bytes + 64);
    EXPECT_FALSE(unit.transport().reaches_devices());
    EXPECT_EQ(DART_ERR_OTHER, unit.transport().expose(device.address(), bytes));
    EXPECT_EQ("", errors_logged());
    unit.barrier();
    const auto data = noise(bytes, 11u + unit.id());
    std::memcpy(device.inside(), data.data(), bytes);
    unit.put(unit.at(unit.next(), 5), device.address(), bytes);
    EXPECT_GE(device.copies(), 1);
    unit.barrier();
    EXPECT_EQ(0, std::memcmp(memory + 5, noise(bytes, 11u + unit.next()).data(), bytes));
    unit.barrier();
    const int before = device.copies();
    unit.get(device.address() + bytes, unit.at(unit.next(), 5), bytes);
    EXPECT_GT(device.copies(), before);
    EXPECT_EQ(0, std::memcmp(device.inside() + bytes, data.data(), bytes));
    unit.barrier();
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, DeviceBufferTest, testing::Values(1, 8, 300, 65537, 3000000));

/// A device buffer may be reused when the put returns, because it was copied.
TEST(TransferTest, StagedBufferIsFreeAtOnce)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t bytes = 200000;
    std::byte* memory = unit.expose(bytes);
    unit.barrier();
    if (unit.id() == 0) {
      auto data = noise(bytes, 5);
      Transport::Ticket ticket;
      EXPECT_EQ(DART_OK, unit.transport().put(unit.at(1), data.data(), bytes, &ticket));
      EXPECT_EQ(DART_OK, unit.transport().wait(ticket, false));
      std::fill(data.begin(), data.end(), std::byte{});
      EXPECT_EQ(DART_OK, unit.transport().flush(1, true));
    }
    unit.barrier();
    if (unit.id() == 1) {
      EXPECT_EQ(0, std::memcmp(memory, noise(bytes, 5).data(), bytes));
    }
  });
}

TEST(TransferTest, ManyAreUnderWay)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t count = 4000;
    auto* memory = reinterpret_cast<std::uint64_t*>(unit.expose(count * 8));
    unit.barrier();
    Transport::Ticket ticket = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t value = i * 3 + unit.id();
      ASSERT_EQ(DART_OK, unit.transport().put(unit.at(unit.next(), i * 8), &value, 8, &ticket));
    }
    EXPECT_EQ(DART_OK, unit.transport().wait(ticket, true));
    unit.barrier();
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(i * 3 + unit.next(), memory[i]);
    std::vector<std::uint64_t> got(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_EQ(DART_OK, unit.transport().get(&got[i], unit.at(unit.next(), i * 8), 8, &ticket));
    }
    while (!unit.transport().test(ticket, false)) std::this_thread::yield();
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(i * 3 + unit.id(), got[i]);
  });
}

/// Waits in any order for tickets that were not signalled on their own.
TEST(TransferTest, AnyTicketCanBeAwaited)
{
  run_units(2, [](Unit& unit) {
    unit.expose(4096);
    unit.barrier();
    std::vector<Transport::Ticket> tickets(1000);
    std::uint64_t value = 1;
    for (auto& ticket : tickets) {
      EXPECT_EQ(DART_OK, unit.transport().put(unit.at(unit.next()), &value, 8, &ticket));
    }
    for (std::size_t i : {3, 999, 500, 0}) {
      EXPECT_EQ(DART_OK, unit.transport().wait(tickets[i], true));
      EXPECT_TRUE(unit.transport().test(tickets[i], false));
    }
  });
}

TEST(TransferTest, ThreadsShareAConnection)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t part = 20000;
    constexpr int threads = 3;
    unit.expose(threads * part);
    unit.barrier();
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        for (unsigned round = 0; round < 20; ++round) {
          const auto data = noise(part - round * 777, round * 8 + t);
          std::vector<std::byte> got(data.size());
          unit.put(unit.at(unit.next(), t * part), data.data(), data.size());
          unit.get(got.data(), unit.at(unit.next(), t * part), got.size());
          EXPECT_TRUE(data == got);
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
  });
}

}  // namespace
}  // namespace dart::ib::test
