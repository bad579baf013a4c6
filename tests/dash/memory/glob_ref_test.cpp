// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobAsyncRef.h>
#include <dash/GlobRef.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::Particle;

/// All tests access the next unit's element, so most accesses are remote.
class GlobRefTest : public dash::test::TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
  }

  std::size_t next = 0;
};

TEST_F(GlobRefTest, GetAndPut)
{
  dash::Array<int> array(dash::size());
  dash::GlobRef<int> ref = array[next];
  ref = 5;
  EXPECT_EQ(5, ref.get());
  ref.put(6);
  EXPECT_EQ(6, static_cast<int>(ref));
  const int seven = 7;
  ref.put(&seven);
  int value = 0;
  ref.get(&value);
  EXPECT_EQ(7, value);
  ref.set(8);
  ref.get(value);
  EXPECT_EQ(8, value);
  EXPECT_EQ("8", std::to_string(ref));
  array.barrier();
  EXPECT_EQ(8, dash::test::read_at(array.lbegin()));
}

TEST_F(GlobRefTest, ReadModifyWrite)
{
  dash::Array<int> array(dash::size());
  auto ref = array[next];
  ref = 10;
  EXPECT_EQ(12, static_cast<int>(ref += 2));
  EXPECT_EQ(9, static_cast<int>(ref -= 3));
  EXPECT_EQ(36, static_cast<int>(ref *= 4));
  EXPECT_EQ(7, static_cast<int>(ref /= 5));
  EXPECT_EQ(5, static_cast<int>(ref ^= 2));
  EXPECT_EQ(6, static_cast<int>(++ref));
  EXPECT_EQ(6, ref++);
  EXPECT_EQ(7, ref--);
  EXPECT_EQ(5, static_cast<int>(--ref));
  array.barrier();
}

TEST_F(GlobRefTest, AssignmentCopiesValues)
{
  dash::Array<int> array(2 * dash::size());
  auto r1 = array[2 * next];
  auto r2 = array[2 * next + 1];
  r1 = 3;
  r2 = 4;
  r1 = r2;
  EXPECT_EQ(4, r1.get());
  r1 = 9;
  r2 = std::move(r1);
  EXPECT_EQ(9, r2.get());
  r1 = r2 += 1;
  EXPECT_EQ(10, r1.get());
  array[2 * next] = array[2 * next + 1] = 21;
  EXPECT_EQ(21, r1.get());

  dash::Array<long> wide(dash::size());
  wide[next] = array[2 * next];
  EXPECT_EQ(21L, wide[next].get());
  array.barrier();
}

TEST_F(GlobRefTest, Comparisons)
{
  dash::Array<int> array(2 * dash::size());
  auto r1 = array[2 * next];
  auto r2 = array[2 * next + 1];
  r1 = 5;
  r2 = 6;
  EXPECT_TRUE(r1 == 5 && 5 == r1 && r1 != 6 && 6 != r1);
  EXPECT_TRUE(r1 != r2 && !(r1 == r2) && r1 < r2 && r2 > r1 && r1 <= 5);
  EXPECT_TRUE(r1 == 5u && r1 == 5L && r1 == 5.0 && r1 != 5.5);
  r1 = -1;
  EXPECT_FALSE(r1 == static_cast<unsigned>(-1));
  EXPECT_EQ(0, r2 % 3);
  const auto& array_const = array;
  EXPECT_TRUE(array_const[2 * next + 1] == r2);
  array.barrier();
}

TEST_F(GlobRefTest, ConstConversions)
{
  dash::Array<int> array(dash::size());
  array[next] = 11;
  const auto read = [](dash::GlobRef<const int> ref) { return ref.get(); };
  EXPECT_EQ(11, read(array[next]));
  dash::GlobRef<const int> readonly = array[next];
  const dash::GlobRef<int> writable(readonly);
  writable = 12;
  EXPECT_EQ(12, static_cast<int>(readonly));
  array.barrier();
}

TEST_F(GlobRefTest, Swap)
{
  dash::Array<int> array(2 * dash::size());
  array[2 * next] = 1;
  array[2 * next + 1] = 2;
  swap(array[2 * next], array[2 * next + 1]);
  EXPECT_EQ(2, array[2 * next].get());
  auto r1 = array[2 * next];
  auto r2 = array[2 * next + 1];
  swap(r1, r2);
  EXPECT_EQ(1, r1.get());
  r1.swap(r2);
  EXPECT_EQ(2, r1.get());
  const auto& constant = r2;
  dash::swap(r1, constant);
  dash::swap(r1, array[2 * next + 1]);
  dash::swap(array[2 * next], r2);
  EXPECT_EQ(1, r1.get());
  dash::swap(r1, r2);
  EXPECT_EQ(2, r1.get());
  std::iter_swap(
      array.begin() + static_cast<int>(2 * next), array.begin() + static_cast<int>(2 * next + 1));
  EXPECT_EQ(1, r1.get());
  array.barrier();
}

TEST_F(GlobRefTest, Members)
{
  dash::Array<Particle> array(dash::size());
  auto ref = array[next];
  ref = Particle{1.5, 2, 3};
  auto charge = ref.member(&Particle::charge);
  EXPECT_EQ(2, charge.get());
  charge = 20;
  ref.member<int>(offsetof(Particle, id)) = 30;
  EXPECT_EQ((Particle{1.5, 20, 30}), ref.get());
  const auto& readonly = array;
  EXPECT_EQ(1.5, readonly[next].member(&Particle::position).get());
  array.barrier();
}

TEST_F(GlobRefTest, AddressRoundTrip)
{
  dash::Array<double> array(3 * dash::size());
  auto ref = array[3 * next + 1];
  const dart_gptr_t gptr = ref.dart_gptr();
  EXPECT_EQ(static_cast<int>(next), gptr.unitid);
  dash::GlobRef<double> same(gptr);
  same = 2.5;
  EXPECT_EQ(2.5, ref.get());
  EXPECT_TRUE(same.dart_gptr() == gptr);
  EXPECT_EQ(next == static_cast<std::size_t>(dash::myid().id), ref.is_local());
  const auto ptr = dash::addressof<dash::Array<double>::memory_type>(ref);
  EXPECT_TRUE(ptr.dart_gptr() == gptr);
  std::ostringstream text;
  text << ref;
  EXPECT_NE(std::string::npos, text.str().find("unit " + std::to_string(next)));
  array.barrier();
}

/// The text of the exception that an access to \c gptr throws.
template <class Access>
std::string message_of(Access access)
{
  try {
    access();
  } catch (const dash::exception::InvalidArgument& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST_F(GlobRefTest, NullAndForeignPointers)
{
  const dash::GlobRef<int> null(DART_GPTR_NULL);
  EXPECT_NE(std::string::npos, message_of([&] { null.get(); }).find("null"));
  EXPECT_NE(std::string::npos, message_of([&] { null = 1; }).find("null"));
  dart_gptr_t foreign = DART_GPTR_NULL;
  foreign.unitid = 0;
  foreign.segid = 12345;
  foreign.teamid = DART_TEAM_ALL;
  const dash::GlobRef<int> ref(foreign);
  EXPECT_NE(std::string::npos, message_of([&] { ref.get(); }).find("segment 12345"));
  EXPECT_NE(std::string::npos, message_of([&] { ref = 1; }).find("segment 12345"));
  const dash::GlobRef<dash::Atomic<int>> atomic(foreign);
  EXPECT_NE(std::string::npos, message_of([&] { atomic.add(1); }).find("segment 12345"));
  const dash::GlobAsyncRef<int> async(foreign);
  EXPECT_NE(std::string::npos, message_of([&] { async.set(1); }).find("segment 12345"));
}

}  // namespace
