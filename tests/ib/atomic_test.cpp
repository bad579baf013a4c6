// Atomic operations that the adapter executes.

#include <gtest/gtest.h>

#include "units.h"

namespace dart::ib::test {
namespace {

using Signed = long;
using Unsigned = unsigned long;

TEST(AtomicTest, TypesThatAreServed)
{
  run_units(1, [](Unit& unit) {
    EXPECT_TRUE(unit.transport().has_atomics(DART_TYPE_LONG));
    EXPECT_TRUE(unit.transport().has_atomics(DART_TYPE_ULONGLONG));
    EXPECT_FALSE(unit.transport().has_atomics(DART_TYPE_INT));
    EXPECT_FALSE(unit.transport().has_atomics(DART_TYPE_DOUBLE));
    unit.stop();
    unit.setup.adapter_atomics = false;
    unit.start();
    EXPECT_FALSE(unit.transport().has_atomics(DART_TYPE_LONG));
  });
}

/// All bytes of the values differ, so that a wrong byte order is detected.
TEST(AtomicTest, Operations)
{
  run_units(2, [](Unit& unit) {
    auto* word = reinterpret_cast<Signed*>(unit.expose(4096));
    *word = 0x0123456789abcdef;
    unit.barrier();
    const RemoteAddress there = unit.at(unit.next());
    const auto fetch = [&](dart_operation_t operation, Signed operand, Signed compare = 0) {
      return unit.fetch<Signed>(there, operation, operand, compare);
    };
    EXPECT_EQ(0x0123456789abcdef, fetch(DART_OP_NO_OP, 99));
    EXPECT_EQ(0x0123456789abcdef, fetch(DART_OP_SUM, 0x1000000000000001));
    EXPECT_EQ(0x1123456789abcdf0, fetch(DART_OP_REPLACE, -5));
    EXPECT_EQ(-5, fetch(DART_OP_MIN, 3));
    EXPECT_EQ(-5, fetch(DART_OP_MAX, 3));
    EXPECT_EQ(3, fetch(DART_OP_PROD, -7));
    EXPECT_EQ(-21, fetch(DART_OP_UNDEFINED, 8, 5));  // the comparison fails
    EXPECT_EQ(-21, fetch(DART_OP_UNDEFINED, 12, -21));
    EXPECT_EQ(12, fetch(DART_OP_BAND, 10));
    EXPECT_EQ(8, fetch(DART_OP_BOR, 5));
    EXPECT_EQ(13, fetch(DART_OP_BXOR, 1));
    EXPECT_EQ(12, fetch(DART_OP_LAND, 1));
    EXPECT_EQ(1, fetch(DART_OP_LXOR, 1));
    EXPECT_EQ(0, fetch(DART_OP_LOR, 2));
    unit.barrier();
    EXPECT_EQ(1, *word);
    unit.barrier();
    *word = -1;
    unit.barrier();
    EXPECT_EQ(~Unsigned(0), unit.fetch<Unsigned>(there, DART_OP_MIN, 7));
    EXPECT_EQ(7u, unit.fetch<Unsigned>(there, DART_OP_NO_OP, 0));
  });
}

TEST(AtomicTest, ManyElements)
{
  run_units(2, [](Unit& unit) {
    constexpr std::size_t count = 100;
    auto* words = reinterpret_cast<Signed*>(unit.expose(count * 8));
    for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<Signed>(i);
    unit.barrier();
    std::vector<Signed> operand(count, 1000), old(count, -1);
    for (const dart_operation_t operation : {DART_OP_SUM, DART_OP_BXOR}) {
      EXPECT_EQ(
          DART_OK, unit.transport().atomic(
                       unit.at(unit.next()),
                       {DART_TYPE_LONG, count, operation, operand.data(), nullptr, old.data()}));
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(static_cast<Signed>(operation == DART_OP_SUM ? i : i + 1000), old[i]);
      }
    }
    EXPECT_EQ(
        DART_OK, unit.transport().atomic(
                     unit.at(unit.next()),
                     {DART_TYPE_LONG, count, DART_OP_SUM, operand.data(), nullptr, nullptr}));
    unit.barrier();
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(static_cast<Signed>(((i + 1000) ^ 1000) + 1000), words[i]);
    }
  });
}

/// All units, including unit 0, update the words of unit 0.
TEST(AtomicTest, Contention)
{
  run_units(3, [](Unit& unit) {
    constexpr Unsigned rounds = 300;
    auto* words = reinterpret_cast<Unsigned*>(unit.expose(4096));
    words[2] = 1;
    unit.barrier();
    for (Unsigned i = 0; i < rounds; ++i) {
      unit.fetch<Unsigned>(unit.at(0, 0), DART_OP_SUM, 1);
      unit.fetch<Unsigned>(unit.at(0, 16), DART_OP_PROD, 3);
      Unsigned seen = unit.fetch<Unsigned>(unit.at(0, 8), DART_OP_NO_OP, 0);
      for (Unsigned found; (found = unit.fetch<Unsigned>(
                                unit.at(0, 8), DART_OP_UNDEFINED, seen + 2, seen)) != seen;) {
        seen = found;
      }
    }
    unit.barrier();
    if (unit.id() != 0) return;
    Unsigned power = 1;
    for (Unsigned i = 0; i < 3 * rounds; ++i) power *= 3;
    EXPECT_EQ(3 * rounds, words[0]);
    EXPECT_EQ(6 * rounds, words[1]);
    EXPECT_EQ(power, words[2]);
  });
}

TEST(AtomicTest, OddAddress)
{
  run_units(1, [](Unit& unit) {
    unit.expose(4096);
    const Signed operand = 1;
    EXPECT_EQ(
        DART_ERR_INVAL,
        unit.transport().atomic(
            unit.at(0, 4), {DART_TYPE_LONG, 1, DART_OP_SUM, &operand, nullptr, nullptr}));
    EXPECT_NE(std::string::npos, errors_logged().find("multiples of 8"));
  });
}

}  // namespace
}  // namespace dart::ib::test
