// Tier: suite n3 c2g2; sanitized c2g2

// What the body of a task may capture.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Tasks.h>
#include <dash/Team.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "refusals.h"

namespace {

using dash::tasks::Span;

class TaskCapturesTest : public dash::test::RefusalTest {
 protected:
  static dash::tasks::Options here()
  {
    return {.affinity = dash::tasks::at(dash::Team::GlobalUnitID())};
  }
};

void expect_refused(
    const char* what, const std::function<void()>& start,
    const std::string& function = "dash::async")
{
  SCOPED_TRACE(what);
  dash::test::expect_refused<dash::exception::InvalidArgument>(
      start, {function, "reference", "at(unit)", "dash::in", "by_value"});
}

struct Summand {
  double factor;
  const double* value;
  double operator()(Span<const int> x) const { return factor * *value + x[0]; }
};

TEST_F(TaskCapturesTest, AddressesOfVariablesAreRefused)
{
  dash::Array<int> a(10 * dash::size());
  int sum = 0;
  double value = 1.5;
  const auto in = dash::in(a.local);
  expect_refused("reference", [&] { dash::async(in, [&sum](auto x) { sum = x[0]; }); });
  expect_refused("all by reference", [&] { dash::async(in, [&](auto x) { sum = x[0]; }); });
  expect_refused("pointer", [&] { dash::async(in, [p = &sum](auto x) { *p = x[0]; }); });
  expect_refused("with numbers", [&] {
    const double factor = 2;
    const int n = 3;
    dash::async(in, [factor, n, &value](auto x) { value = factor * n + x[0]; });
  });
  expect_refused("member", [&] { dash::async(in, Summand{2, &value}); });
  expect_refused("container", [&] { dash::async([&a] { a.local[0] = 1; }); });
  expect_refused("iterator", [&] { dash::async([it = a.begin()] { *it = 1; }); });
  expect_refused("view", [&] { dash::async([view = dash::sub(0, 5, a)] { view[0] = 1; }); });
  expect_refused(
      "synchronous", [&] { dash::async(dash::launch::sync, in, [&sum](auto x) { sum = x[0]; }); });
  expect_refused(
      "parallel_for",
      [&] { dash::tasks::parallel_for(10, in, [&sum](int i, auto x) { sum += x[i]; }); },
      "dash::tasks::parallel_for");
  expect_refused("in another thread", [&] {
    std::exception_ptr error;
    std::thread([&] {
      int own = 0;
      try {
        dash::async(in, [&own](auto x) { own = x[0]; });
      } catch (...) {
        error = std::current_exception();
      }
    }).join();
    if (error) std::rethrow_exception(error);
  });
  EXPECT_EQ(0, sum);
  a.barrier();
}

TEST_F(TaskCapturesTest, ValuesAreTaken)
{
  dash::HostArray<int> a(10 * dash::size());
  const auto range = dash::inout(a.local);
  const int i = 3;
  const long l = -4;
  const double d = 0.5;
  const auto pointer =
      static_cast<dash::GlobPtr<int, dash::HostArray<int>::memory_type>>(a.begin());
  const std::array<double, 5> values{1, 2, 3, 4, 5};
  EXPECT_EQ(-0.5, dash::async([=] { return i + l + d; }).get());
  EXPECT_EQ(15, dash::async([=] { return values[0] + values[1] + values[2] * values[3]; }).get());
  dash::async(range, [=](Span<int> x) { x[0] = i; }).wait();
  a.barrier();
  const int at_begin = dash::async([=] { return static_cast<int>(*pointer); }).get();
  a.barrier();
  EXPECT_EQ(3, at_begin);
  dash::async([range] { dash::async(range, [](Span<int> x) { x[0] = 5; }).wait(); }).wait();
  EXPECT_EQ(5, static_cast<int>(a.local[0]));
  a.barrier();
}

/// A number that happens to be an address.
TEST_F(TaskCapturesTest, ByValueIsTaken)
{
  int variable = 0;
  const auto number = reinterpret_cast<std::uintptr_t>(&variable);
  const auto body = [number] { return number; };
  expect_refused("number", [&] { dash::async(body); });
  EXPECT_EQ(number, dash::async(dash::tasks::by_value(body)).get());
  dash::HostArray<int> a(10 * dash::size());
  const auto fill = [number](int i, Span<int> x) { x[i] = number != 0 ? i : -1; };
  dash::tasks::parallel_for(10, dash::out(a.local), dash::tasks::by_value(fill)).wait();
  EXPECT_EQ(9, static_cast<int>(a.local[9]));
  a.barrier();
}

/// A task that only this process executes may use its variables, if the program waits for it.
TEST_F(TaskCapturesTest, TasksBoundToTheCallerMayCaptureReferences)
{
  dash::HostArray<int> a(10 * dash::size());
  for (int& x : a.local) x = 2;
  if (!dash::is_gpu_unit()) {  // otherwise the unit that leads the GPU executes its tasks
    int sum = 0;
    dash::async(here(), dash::in(a.local), [&sum](Span<const int> x) {
      for (const int value : x) sum += value;
    }).wait();
    EXPECT_EQ(20, sum);
  }
  a.barrier();
}

}  // namespace
