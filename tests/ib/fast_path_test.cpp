// The cost of a small put before the adapter's driver takes over.

#include <gtest/gtest.h>

#include <cstdio>

#include "instruction_count.h"
#include "units.h"

namespace dart::ib::test {
namespace {

/// Number of instructions until the driver of the adapter is called, including those of the test.
long instructions_of_put(Unit& unit, const void* from, std::size_t bytes)
{
  Transport::Ticket ticket = 0;
  const RemoteAddress to = unit.at(0);
  Transport& transport = unit.transport();
  const long put =
      count_instructions([&] { transport.put(to, from, bytes, &ticket); }, "librxe-rdmav");
  EXPECT_EQ(DART_OK, transport.flush(0, true));
  return put;
}

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool counts_mean_something = true;
#else
constexpr bool counts_mean_something = false;
#endif

/// Some more than the library needs when it is optimised as far as in the test suite.
constexpr long most_instructions = 220;

TEST(FastPathTest, InstructionsOfASmallPut)
{
  if (!counts_mean_something) GTEST_SKIP() << "compiled without optimisation";
  run_units(1, [](Unit& unit) {
    std::byte* own = unit.expose(65536);
    const std::uint64_t value = 1;
    const long inlined = instructions_of_put(unit, &value, 8);
    const long registered = instructions_of_put(unit, own, 4096);
    std::fprintf(
        stderr, "instructions of a put, 8 bytes inline: %ld, 4096 bytes of exposed memory: %ld\n",
        inlined, registered);
    EXPECT_GE(inlined, 0);
    EXPECT_LE(inlined, most_instructions);
    EXPECT_LE(registered, most_instructions);
    EXPECT_GE(registered, 0);
  });
}

}  // namespace
}  // namespace dart::ib::test
