// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Deferred.h>
#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/LaunchPolicy.h>
#include <dash/WhenAll.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "refusals.h"

using dash::Future;
using dash::test::expect_refused;

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

namespace {

/// Whether continuations can be given to futures of this kind.
template <class F>
concept Continuable = requires(F future) { static_cast<F>(future).then([](int) {}); };
static_assert(Continuable<Future<int>&&>);
static_assert(!Continuable<Future<int>&>);  // a future that is moved from says so

static_assert(std::is_same_v<decltype(Future<int>().then([](int) { return 'c'; })), Future<char>>);
static_assert(std::is_same_v<decltype(Future<int>().then([](int) {})), Future<void>>);
static_assert(
    std::is_same_v<decltype(Future<void>().then([] { return Future<int>(); })), Future<int>>);

/// A future that is complete at the n-th test, and counts calls of its functions.
struct Operation {
  int tests_until_complete = 1;
  int waits = 0;
  int ends = 0;

  Future<int> start(int value)
  {
    return {
        [this, value] {
          ++waits;
          return value;
        },
        [this, value](int* result) {
          *result = value;
          return --tests_until_complete <= 0;
        },
        [this] { ++ends; }};
  }
};

/// The ways to find out that a future is complete.
struct Completion {
  const char* name;
  void (*complete)(Future<int>&);
};
const Completion completions[] = {
    {"wait", [](Future<int>& future) { future.wait(); }},
    {"get", [](Future<int>& future) { future.get(); }},
    {"test",
     [](Future<int>& future) {
       while (!future.test()) {
       }
     }},
};

}  // namespace

TEST(FutureThenTest, ContinuationRunsOnceWhenTheResultIsAskedFor)
{
  for (const Completion& completion : completions) {
    SCOPED_TRACE(completion.name);
    Operation operation{3};
    int calls = 0;
    Future<int> first = operation.start(20);
    Future<int> next = std::move(first).then([&](int value) {
      ++calls;
      EXPECT_EQ(operation.ends, 0);
      return value + 1;
    });
    EXPECT_FALSE(first.valid());
    EXPECT_TRUE(next.valid());
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(operation.waits, 0);
    completion.complete(next);
    EXPECT_EQ(operation.ends, 1);  // although next still exists
    EXPECT_TRUE(next.test());
    EXPECT_EQ(next.get(), 21);
    EXPECT_EQ(calls, 1);
    EXPECT_LE(operation.waits, 1);
  }
}

TEST(FutureThenTest, IsNotCalledBeforeTheOperationIsComplete)
{
  Operation operation{3};
  bool called = false;
  Future<void> next = operation.start(1).then([&](int) { called = true; });
  EXPECT_FALSE(next.test());
  EXPECT_FALSE(next.test());
  EXPECT_FALSE(called);
  EXPECT_TRUE(next.test());
  EXPECT_TRUE(called);
}

TEST(FutureThenTest, DestroyedFuturesAreNotContinued)
{
  Operation operation;
  bool called = false;
  {
    Future<void> next = operation.start(1).then([&](int) { called = true; });
    EXPECT_EQ(operation.ends, 0);
  }
  EXPECT_EQ(operation.ends, 1);
  EXPECT_FALSE(called);
}

TEST(FutureThenTest, ResultsOfAllKinds)
{
  EXPECT_EQ(Future<int>(4).then([](int value) { return value / 8.0; }).get(), 0.5);
  EXPECT_EQ(Future<void>([] {}).then([] { return 3; }).get(), 3);
  std::string said;
  Future<std::string>("word").then([&](std::string&& word) { said = std::move(word); }).wait();
  EXPECT_EQ(said, "word");
  // What a continuation captures may be movable only.
  auto owned = std::make_unique<int>(5);
  EXPECT_EQ(Future<int>(1).then([owned = std::move(owned)](int i) { return *owned + i; }).get(), 6);
  struct Pair {
    int first, second;
    int sum() const { return first + second; }
  };
  EXPECT_EQ(Future<Pair>(Pair{1, 2}).then(&Pair::sum).get(), 3);
}

TEST(FutureThenTest, ContinuationsOfContinuations)
{
  std::string order;
  Future<std::string> all = Future<void>([&] { order += 'a'; })
                                .then([&] { order += 'b'; })
                                .then([&] { return order += 'c'; })
                                .then([&](const std::string& so_far) { return so_far + 'd'; });
  EXPECT_EQ(order, "");
  EXPECT_EQ(all.get(), "abcd");
}

TEST(FutureThenTest, FuturesOfFuturesAreOne)
{
  for (const Completion& completion : completions) {
    SCOPED_TRACE(completion.name);
    Operation outer{2}, inner{3};
    Future<int> next = outer.start(7).then([&](int value) { return inner.start(10 * value); });
    EXPECT_FALSE(next.test());
    EXPECT_EQ(inner.tests_until_complete, 3);
    EXPECT_FALSE(next.test());
    completion.complete(next);
    EXPECT_EQ(next.get(), 70);
    EXPECT_EQ(outer.ends, 1);
  }
}

TEST(FutureThenTest, ErrorsOfTheOperationPassTheContinuation)
{
  bool called = false;
  Future<int> failing([]() -> int { throw std::runtime_error("no disk"); });
  Future<void> next =
      std::move(failing).then([&](int) { called = true; }).then([&] { called = true; });
  for (int i = 0; i < 2; ++i) {
    expect_refused<std::runtime_error>([&] { next.wait(); }, {"no disk"});
    expect_refused<std::runtime_error>([&] { next.test(); }, {"no disk"});
  }
  EXPECT_FALSE(called);
}

TEST(FutureThenTest, ErrorsOfTheContinuationStay)
{
  for (const Completion& completion : completions) {
    SCOPED_TRACE(completion.name);
    int calls = 0;
    Future<int> next = Future<int>(1).then([&](int) -> int {
      ++calls;
      throw std::runtime_error("no paper");
    });
    for (int i = 0; i < 2; ++i) {
      expect_refused<std::runtime_error>([&] { completion.complete(next); }, {"no paper"});
    }
    EXPECT_EQ(calls, 1);
  }
}

TEST(FutureThenTest, InvalidFuturesAreRefused)
{
  const auto nothing = [](auto...) {};
  expect_refused<dash::exception::RuntimeError>(
      [&] { static_cast<void>(Future<int>().then(nothing)); }, {"no operation to continue"});
  expect_refused<dash::exception::RuntimeError>(
      [&] { static_cast<void>(Future<void>().then(nothing)); }, {"no operation to continue"});
  Future<int> none = Future<int>(1).then([](int) { return Future<int>(); });
  expect_refused<dash::exception::RuntimeError>([&] { none.wait(); }, {"no operation to wait"});
}

TEST(FutureThenTest, OfSeveralFutures)
{
  std::vector<Future<int>> futures;
  for (int i = 1; i <= 3; ++i) futures.push_back(Future<int>(i).then([](int n) { return n * n; }));
  const auto sum = [](const std::vector<int>& all) { return all[0] + all[1] + all[2]; };
  EXPECT_EQ(dash::when_all(std::move(futures)).then(sum).get(), 14);
  const auto product = [](const std::tuple<int, double>& both) {
    return std::get<0>(both) * std::get<1>(both);
  };
  EXPECT_EQ(dash::when_all(Future<int>(3), Future<double>(0.5)).then(product).get(), 1.5);
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
