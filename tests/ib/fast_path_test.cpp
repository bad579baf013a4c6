// What a small put costs before the adapter's driver takes over.

#include <gtest/gtest.h>

#include <cstdio>

#include "instruction_count.h"
#include "units.h"

namespace dart::ib::test {
namespace {

long instructions_of_put(Unit& unit, const void* from, std::size_t bytes)
{
  Transport::Ticket ticket = 0;
  const RemoteAddress to = unit.at(0);
  Transport& transport = unit.transport();
  // What begins and ends counting is in both.
  const long nothing = count_instructions([] {});
  const long put = count_instructions([&] { transport.put(to, from, bytes, &ticket); });
  EXPECT_EQ(DART_OK, transport.flush(0, true));
  return put < 0 ? put : put - nothing;
}

TEST(FastPathTest, InstructionsOfASmallPut)
{
  run_units(1, [](Unit& unit) {
    std::byte* own = unit.expose(65536);
    const std::uint64_t value = 1;
    const long inlined = instructions_of_put(unit, &value, 8);
    const long registered = instructions_of_put(unit, own, 4096);
    std::fprintf(
        stderr, "instructions of a put, 8 bytes inline: %ld, 4096 bytes of exposed memory: %ld\n",
        inlined, registered);
    EXPECT_GE(inlined, 0);
    EXPECT_LE(inlined, 200);
    EXPECT_LE(registered, 300);
  });
}

}  // namespace
}  // namespace dart::ib::test
