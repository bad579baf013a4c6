// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Onesided.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::Particle;

class OnesidedTest : public dash::test::TestBase {};

/// Puts to and gets from the next unit's element, given by any type that has a global address.
template <class Place>
void expect_transfers(const Place& place)
{
  dash::put_value(Particle{2.5, 1, 2}, place);
  Particle seen;
  dash::get_value(&seen, place);
  EXPECT_EQ((Particle{2.5, 1, 2}), seen);

  const Particle source{3.5, 4, 5};
  dash::put_value_async(source, place);
  dash::fence(place);
  dash::get_value_async(&seen, place);
  dash::fence_local(place);
  EXPECT_EQ(source, seen);
  dash::fence<Particle>(place);
}

TEST_F(OnesidedTest, ValuesByPointerIteratorAndReference)
{
  dash::Array<Particle> array(dash::size());
  const auto next = (dash::myid().id + 1) % static_cast<int>(dash::size());
  const auto it = array.begin() + next;
  expect_transfers(it);
  expect_transfers(dash::Array<Particle>::pointer(it));
  expect_transfers(*it);
  array.barrier();
}

TEST_F(OnesidedTest, Blocks)
{
  dash::Array<int> array(4 * dash::size());
  const auto next = (dash::myid().id + 1) % static_cast<int>(dash::size());
  const auto gptr = (array.begin() + 4 * next).dart_gptr();
  const std::vector<int> source{1, 2, 3, 4};
  std::vector<int> target(4);
  dash::detail::put_blocking(gptr, source.data(), 4);
  dash::detail::get_blocking(gptr, target.data(), 4);
  EXPECT_EQ(source, target);

  dart_handle_t handle = DART_HANDLE_NULL;
  const std::vector<int> others{5, 6, 7, 8};
  dash::detail::put_handle(gptr, others.data(), 4, &handle);
  dart_wait(&handle);
  dash::detail::get_handle(gptr, target.data(), 4, &handle);
  dart_wait(&handle);
  EXPECT_EQ(others, target);

  dash::detail::put(gptr, source.data(), 4);
  dash::fence(array[static_cast<std::size_t>(4 * next)]);
  dash::detail::get(gptr, target.data(), 4);
  dash::fence(array[static_cast<std::size_t>(4 * next)]);
  EXPECT_EQ(source, target);
  array.barrier();
}

TEST_F(OnesidedTest, NullPointer)
{
  int value = 0;
  EXPECT_THROW(
      dash::get_value(&value, dash::GlobMemAllocPtr<int>()), dash::exception::InvalidArgument);
  EXPECT_THROW(
      dash::put_value(value, dash::GlobMemAllocPtr<int>()), dash::exception::InvalidArgument);
}

}  // namespace
