// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/GlobAsyncRef.h>
#include <dash/GlobRef.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::local_values;
using dash::test::Particle;
using dash::test::read_at;

class GlobAsyncRefTest : public dash::test::TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
  }

  std::size_t next = 0;
};

TEST_F(GlobAsyncRefTest, ValuesAfterFlush)
{
  dash::Array<int> array(dash::size());
  {
    auto ref = array.async[next];
    ref = 4;
    ref.flush();
    EXPECT_EQ(4, ref.get());
    int value = 0;
    ref.get(&value);
    ref.flush();
    EXPECT_EQ(4, value);
    const int five = 5;
    ref.set(&five);
    ref.flush();
    ref.get(value);
    ref.flush();
    EXPECT_EQ(5, value);
  }
  for (int i = 0; i < 10; ++i) array.async[next] = i;
  array.async.flush();
  array.barrier();
  EXPECT_EQ(9, read_at(array.lbegin()));
  array.barrier();
}

TEST_F(GlobAsyncRefTest, FlushesOfTheArray)
{
  dash::Array<int> array(4 * dash::size(), dash::CYCLIC);
  const dash::team_unit_t target(static_cast<int>(next));
  for (std::size_t i = 0; i < 4; ++i) array.async[i * dash::size() + next] = static_cast<int>(i);
  array.flush_local(target);
  array.flush(target);
  array.flush_local();
  array.async.flush_local();
  array.async.flush(target);
  array.barrier();
  EXPECT_EQ((std::vector<int>{0, 1, 2, 3}), local_values(array));
  array.barrier();
}

TEST_F(GlobAsyncRefTest, ConversionsAndMembers)
{
  dash::Array<Particle> array(dash::size());
  array[next] = Particle{0.5, 1, 2};
  dash::GlobAsyncRef<Particle> async(array[next]);
  async.member(&Particle::charge) = 10;
  async.flush();
  dash::GlobRef<Particle> blocking = async;
  EXPECT_EQ((Particle{0.5, 10, 2}), blocking.get());
  dash::GlobAsyncRef<const Particle> readonly = async;
  EXPECT_EQ(10, readonly.member(&Particle::charge).get());
  EXPECT_TRUE(readonly.dart_gptr() == async.dart_gptr());
  EXPECT_EQ(async.is_local(), array[next].is_local());
  array.barrier();
}

}  // namespace
