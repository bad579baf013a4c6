#include <dash/Deferred.h>
#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/LaunchPolicy.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <type_traits>
#include <utility>

#include "dash_test_base.h"

using dash::Future;

static_assert(!std::is_copy_constructible_v<Future<int>>);
static_assert(!std::is_copy_assignable_v<Future<int>>);
static_assert(std::is_nothrow_move_constructible_v<Future<int>>);
static_assert(static_cast<int>(dash::launch::sync) == 1);
static_assert(static_cast<int>(dash::launch::async) == 2);

TEST(FutureTest, DefaultIsInvalid)
{
  Future<int> f;
  EXPECT_FALSE(f.valid());
  EXPECT_THROW(f.wait(), dash::exception::RuntimeError);
  EXPECT_THROW(f.get(), dash::exception::RuntimeError);
  EXPECT_THROW(f.test(), dash::exception::RuntimeError);
  Future<void> v;
  EXPECT_FALSE(v.valid());
  EXPECT_THROW(v.wait(), dash::exception::RuntimeError);
}

TEST(FutureTest, ValueIsReadyAtOnce)
{
  Future<int> f(42);
  EXPECT_TRUE(f.valid());
  EXPECT_TRUE(f.test());
  EXPECT_EQ(f.get(), 42);
  EXPECT_EQ(f.get(), 42);
}

TEST(FutureTest, LambdaIsTheGetFunction)
{
  int calls = 0;
  Future<int> f([&] {
    ++calls;
    return 7;
  });
  EXPECT_EQ(calls, 0);
  f.wait();
  f.wait();
  EXPECT_EQ(f.get(), 7);
  EXPECT_TRUE(f.test());
  EXPECT_EQ(calls, 1);
}

TEST(FutureTest, CapturelessLambdaOfBoolIsAFunctionToo)
{
  Future<bool> f([] { return false; });
  EXPECT_FALSE(f.get());
  std::function<int()> function = [] { return 3; };
  Future<int> g(function);
  EXPECT_EQ(g.get(), 3);
}

TEST(FutureTest, TestWithoutTestFunctionWaits)
{
  Future<int> f([] { return 5; });
  EXPECT_TRUE(f.test());
  EXPECT_EQ(f.get(), 5);
}

TEST(FutureTest, TestFunctionGivesTheResult)
{
  int gets = 0;
  int tests = 0;
  Future<int> f(
      [&] {
        ++gets;
        return 1;
      },
      [&](int* result) {
        *result = 2;
        return ++tests == 3;
      });
  EXPECT_FALSE(f.test());
  EXPECT_FALSE(f.test());
  EXPECT_TRUE(f.test());
  EXPECT_TRUE(f.test());
  EXPECT_EQ(f.get(), 2);
  EXPECT_EQ(gets, 0);
  EXPECT_EQ(tests, 3);
}

TEST(FutureTest, DestroysOnceAtTheEnd)
{
  int destroyed = 0;
  const auto make = [&](int value) {
    return Future<int>(
        [value] { return value; },
        [value](int* result) {
          *result = value;
          return true;
        },
        [&] { ++destroyed; });
  };
  {
    Future<int> f = make(1);
    EXPECT_EQ(destroyed, 0);
    f = make(2);
    EXPECT_EQ(destroyed, 1);
    Future<int> g = std::move(f);
    EXPECT_FALSE(f.valid());
    EXPECT_EQ(g.get(), 2);
    EXPECT_EQ(destroyed, 1);
  }
  EXPECT_EQ(destroyed, 2);
}

TEST(FutureTest, Void)
{
  int gets = 0;
  int tests = 0;
  int destroyed = 0;
  {
    Future<void> f([&] { ++gets; }, [&] { return ++tests == 2; }, [&] { ++destroyed; });
    EXPECT_FALSE(f.test());
    EXPECT_TRUE(f.test());
    f.get();
    EXPECT_EQ(gets, 0);
  }
  EXPECT_EQ(destroyed, 1);
  Future<void> g([&] { ++gets; });
  g.wait();
  g.get();
  EXPECT_TRUE(g.test());
  EXPECT_EQ(gets, 1);
}

TEST(FutureTest, Prints)
{
  std::ostringstream os;
  os << Future<int>(3) << ' ' << Future<int>() << ' ' << Future<void>([] {});
  EXPECT_EQ(os.str(), "dash::Future(3) dash::Future(invalid) dash::Future(pending)");
}

TEST(DeferredTest, ComputesWhenAsked)
{
  int calls = 0;
  const dash::Deferred<int> d([&] { return ++calls; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(d.get(), 1);
  const int value = d;
  EXPECT_EQ(value, 1);
  EXPECT_EQ(calls, 1);
}
