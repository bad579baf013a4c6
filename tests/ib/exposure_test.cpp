// Memory that is exposed and concealed, and what other units know about it.

#include <gtest/gtest.h>

#include "remote_keys.h"
#include "units.h"

namespace dart::ib::test {
namespace {

TEST(ExposureTest, KeysAreAskedForOnce)
{
  run_units(2, [](Unit& unit) {
    unit.expose(1 << 20);
    unit.barrier();
    std::uint64_t value = 1;
    unit.put(unit.at(unit.next()), &value, 8);
    unit.barrier();
    const int answered = unit.peers().answered();
    unit.barrier();
    for (std::size_t i = 0; i < 100; ++i) unit.put(unit.at(unit.next(), i * 8), &value, 8);
    unit.barrier();
    EXPECT_EQ(answered, unit.peers().answered());
  });
}

TEST(ExposureTest, ForgottenKeysAreAskedForAgain)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t bytes = 65536;
    std::byte* memory = unit.expose(bytes);
    unit.barrier();
    for (std::uint64_t round = 1; round <= 5; ++round) {
      unit.put(unit.at(unit.next(), 8), &round, 8);
      unit.barrier();
      EXPECT_EQ(round, reinterpret_cast<std::uint64_t*>(memory)[1]);
      unit.transport().forget_memory(unit.at(unit.next()), bytes);
      unit.barrier();
      unit.transport().conceal(memory, bytes);
      EXPECT_EQ(DART_OK, unit.transport().expose(memory, bytes));
      unit.barrier();
    }
  });
}

TEST(ExposureTest, OwnBufferIsConcealed)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t bytes = 65536;
    unit.expose(bytes);
    std::byte* own = unit.expose(bytes, 1);
    unit.barrier();
    for (unsigned round = 0; round < 3; ++round) {
      const auto data = noise(bytes, round);
      std::copy(data.begin(), data.end(), own);
      unit.put(unit.at(unit.next()), own, bytes);
      std::fill(own, own + bytes, std::byte{});
      unit.get(own, unit.at(unit.next()), bytes);
      EXPECT_TRUE(std::equal(data.begin(), data.end(), own));
      if (round == 1) unit.transport().conceal(own, bytes);
    }
  });
}

TEST(ExposureTest, MemoryThatIsNotExposed)
{
  run_units(2, [](Unit& unit) {
    unit.expose(4096);
    unit.barrier();
    std::uint64_t value = 1;
    Transport::Ticket ticket = 0;
    EXPECT_EQ(
        DART_ERR_NOTFOUND, unit.transport().put(unit.at(unit.next(), 1 << 30), &value, 8, &ticket));
    EXPECT_NE(
        std::string::npos,
        errors_logged().find("of unit " + std::to_string(unit.next()) + " cannot be reached"));
    // The transfer leaves the range in its middle.
    std::vector<std::byte> data(8192);
    EXPECT_EQ(
        DART_ERR_NOTFOUND,
        unit.transport().put(unit.at(unit.next()), data.data(), data.size(), &ticket));
    unit.put(unit.at(unit.next()), &value, 8);  // the connection still works
  });
}

TEST(RemoteKeysTest, FindsRanges)
{
  RemoteKeys keys;
  EXPECT_EQ(nullptr, keys.find(0));
  keys.add({100, 200, 1, false});
  keys.add({200, 300, 2, false});
  EXPECT_EQ(nullptr, keys.find(99));
  EXPECT_EQ(1u, keys.find(100)->rkey);
  EXPECT_EQ(1u, keys.find(199)->rkey);
  EXPECT_EQ(2u, keys.find(200)->rkey);
  EXPECT_EQ(nullptr, keys.find(300));
}

TEST(RemoteKeysTest, ForgetsWhatOverlaps)
{
  RemoteKeys keys;
  for (std::uint64_t begin = 0; begin < 500; begin += 100) {
    keys.add({begin, begin + 100, static_cast<std::uint32_t>(begin), false});
  }
  keys.forget(150, 310);
  EXPECT_NE(nullptr, keys.find(99));
  EXPECT_EQ(nullptr, keys.find(100));
  EXPECT_EQ(nullptr, keys.find(399));
  EXPECT_NE(nullptr, keys.find(400));
  keys.forget(100, 400);
  EXPECT_NE(nullptr, keys.find(0));
  EXPECT_NE(nullptr, keys.find(400));
}

}  // namespace
}  // namespace dart::ib::test
