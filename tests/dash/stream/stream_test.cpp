// Tier: suite n3 c2g2; also h2n2.namespaces; sanitized c2g2

// Streams in C++: transfers, flags, atomic operations, barriers and algorithms.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Stream.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/OnStream.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "refusals.h"

namespace {

using dash::test::contents;

class StreamTest : public dash::test::TestBase {
 protected:
  static int me() { return dash::myid().id; }
  static int units() { return static_cast<int>(dash::size()); }
  static int next() { return (me() + 1) % units(); }
};

/// The values go around the ring of units several times; the host waits once.
TEST_F(StreamTest, ARingOfNotifiedPuts)
{
  constexpr std::size_t n = 1000;
  constexpr int laps = 5;
  dash::Array<int> inbox(n * dash::size());
  dash::Flags<int, dash::UnitSpace> flags(1);
  dash::Array<int> own(n * dash::size());
  dash::Stream stream;
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 1);
  std::vector<int> result(n);
  const auto place = inbox.begin() + static_cast<long>(n) * next();
  const auto mine = inbox.begin() + static_cast<long>(n) * me();
  if (me() == 0) stream.put_notify(place, values, flags(next()), 1);
  for (int lap = 1; lap <= laps; ++lap) {
    stream.wait_for(flags[0], std::greater_equal{}, lap);
    stream.get(mine, result);
    const bool is_last = me() == 0 && lap == laps;
    if (!is_last) stream.put_notify(place, result, flags(next()), me() == 0 ? lap + 1 : lap);
  }
  stream.wait();
  EXPECT_TRUE(stream.is_complete());
  EXPECT_EQ(values, result);
  inbox.barrier();
}

TEST_F(StreamTest, UpdatesAndBarriers)
{
  dash::Array<long> counters(dash::size());
  dash::fill(counters, 0L);
  counters.barrier();
  dash::Stream stream;
  const long five = 5;
  long old = -1, sum = -1;
  for (int unit = 0; unit < units(); ++unit)
    stream.update(counters.begin() + unit, &five, dash::plus<long>());
  stream.barrier();
  stream.get(counters.begin() + next(), {&sum, 1});
  stream.barrier();
  stream.update(counters.begin() + me(), &five, dash::plus<long>(), &old);
  stream.future().wait();
  EXPECT_EQ(5L * units(), sum);
  EXPECT_EQ(5L * units(), old);
  counters.barrier();
}

TEST_F(StreamTest, AlgorithmsTakeTheirPlace)
{
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    dash::Array<int> a(n), b(n);
    dash::Flags<> start(1);
    dash::Stream stream;
    stream.wait_for(start[0], std::equal_to{}, 1);
    dash::fill(stream, a, 7);
    dash::transform(stream, a, b, std::negate<int>());
    EXPECT_FALSE(stream.is_complete());
    start[0].notify(1);
    stream.wait();
    a.barrier();
    EXPECT_EQ(std::vector<int>(n, 7), contents(a));
    EXPECT_EQ(std::vector<int>(n, -7), contents(b));
    a.barrier();
  }
}

TEST_F(StreamTest, CallsAndFutures)
{
  std::atomic<int> calls{0};
  dash::Stream stream;
  for (int i = 0; i < 100; ++i) stream.call([&calls] { ++calls; });
  auto done = stream.future();
  done.wait();
  EXPECT_TRUE(done.test());
  EXPECT_EQ(100, calls);
}

class StreamRefusals : public dash::test::RefusalTest {};

/// A stream is the unit's own: the run goes on behind the exception.
TEST_F(StreamRefusals, AFunctionThatThrowsConcernsItsStreamOnly)
{
  dash::Array<int> array(10 * dash::size());
  dash::Stream stream;
  const auto fail = [&] {
    dash::for_each(stream, array, [](int&) { throw std::runtime_error("not these"); });
    stream.wait();
  };
  EXPECT_THROW(fail(), dash::exception::RuntimeError);
  array.barrier();
  dash::fill(stream, array, 3);
  stream.wait();
  array.barrier();
  EXPECT_EQ(std::vector<int>(array.size(), 3), contents(array));
  array.barrier();
}

/// What a call holds is given back also if the stream skips the call.
TEST_F(StreamRefusals, SkippedCallsHoldNothing)
{
  dash::Stream stream;
  const auto held = std::make_shared<int>(7);
  int calls = 0;
  stream.call([] { throw std::runtime_error("no more"); });
  for (int i = 0; i < 10; ++i) stream.call([held, &calls] { ++calls; });
  dash::test::expect_refused<dash::exception::RuntimeError>([&] { stream.wait(); }, {"no more"});
  EXPECT_EQ(0, calls);
  EXPECT_EQ(1, held.use_count());
  stream.call([held, &calls] { ++calls; });
  stream.wait();
  EXPECT_EQ(1, calls);
  EXPECT_EQ(1, held.use_count());
}

TEST_F(StreamRefusals, WhatCannotBe)
{
  using dash::exception::InvalidArgument;
  using dash::test::expect_refused;
  dash::Array<int> array(10 * dash::size());
  dash::Array<int> cyclic(10 * dash::size(), dash::CYCLIC);
  dash::Flags<> flags(1);
  dash::Stream stream;
  std::vector<int> values(20);
  const auto me = dash::myid().id;
  expect_refused<InvalidArgument>(
      [&] { stream.put_notify(array.begin() + 10L * me, {values.data(), 1}, flags(me), 0); },
      {"dash::Stream::put_notify", "the value is 0"});
  if (dash::size() > 1) {
    expect_refused<InvalidArgument>([&] { stream.put(array.begin(), values); }, {"side"});
    expect_refused<InvalidArgument>(
        [&] { dash::transform(stream, array, cyclic, std::negate<int>()); },
        {"distributed differently"});
  }
  expect_refused([&] { const dash::Stream none(nullptr); }, {"dash::Stream", "native is null"});
  stream.wait();
  array.barrier();
}

}  // namespace
