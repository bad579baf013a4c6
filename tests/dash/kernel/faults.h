#pragma once

/// \file
/// Kernels that wait for what does not come, and requests that cannot be executed: errors that name
/// the cause.

#include <dash/Flags.h>
#include <dash/kernel/KernelCollectives.h>
#include <dash/kernel/PutGet.h>
#include <dash/memory/UnitSpace.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "kernel/kernel_base.h"

namespace dash::test {

constexpr int waits = 200;

/// Waits several times for a flag that nobody sets.
struct WaitKernel {
  kernel::Team team;
  kernel::Pointer<std::uint64_t> flag;
  kernel::Pointer<int> failures;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    const kernel::Block block;
    int failed = 0;
    for (int i = 0; i < waits; ++i) {
      failed += !kernel::wait(block, team, flag, kernel::Comparison::equal, 42);
    }
    if (block.rank() == 0) *failures = failed;
  }
};

struct BarrierKernel {
  kernel::Team team;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const { kernel::barrier(team, grid); }
};

struct ReduceKernel {
  kernel::Team team;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    int value = 1;
    kernel::broadcast(kernel::Thread{}, team, value, 0);
  }
};

/// Writes where there is no memory.
struct StrayKernel {
  kernel::Team team;
  kernel::Pointer<int> to;
  const int* from;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    kernel::put(kernel::Thread{}, team, to, from, 1);
    kernel::quiet(kernel::Thread{}, team);
  }
};

class KernelFaultTest : public KernelTest {
 protected:
  static constexpr std::chrono::milliseconds limit{100};

  /// Executes a kernel after which the check has to throw.
  template <class Body>
  static void expect_failure(
      const KernelTeam& team, const kernel::Shape& shape, const Body& body, const std::string& text)
  {
    const auto begin = std::chrono::steady_clock::now();
    kernel::launch(shape, body).wait();
    // Far less than if each wait took the limit.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, waits / 2 * limit);
    EXPECT_TRUE(fails_with(team, text));
  }

  static testing::AssertionResult fails_with(const KernelTeam& team, const std::string& text)
  {
    try {
      team.check();
    } catch (const dash::exception::RuntimeError& error) {
      const bool has_text = std::string(error.what()).find(text) != std::string::npos;
      return has_text ? testing::AssertionSuccess() : testing::AssertionFailure() << error.what();
    }
    return testing::AssertionFailure() << "no error";
  }
};

TEST_F(KernelFaultTest, FlagThatNeverComes)
{
  KernelTeam team;
  team.set_time_limit(limit);
  team.check();
  dash::Flags<int, UnitSpace> flags;
  dash::Array<int> failures(units());
  flags[0].notify(41);
  expect_failure(
      team, {2, 32},
      WaitKernel{team.view(), team.pointer(flags[0]), team.pointer(element_of(failures, me()))},
      "to become 42, but it was 41");
  EXPECT_EQ(waits, part_of(failures, me())[0]);
  failures.barrier();
}

TEST_F(KernelFaultTest, UnitThatDoesNotCome)
{
  if (units() < 2) return;
  KernelTeam for_barrier, for_broadcast;
  for_barrier.set_time_limit(limit);
  for_broadcast.set_time_limit(limit);
  if (me() == 0) {
    expect_failure(
        for_barrier, {2, 32}, BarrierKernel{for_barrier.view()}, "in barrier 1 for unit ");
    expect_failure(
        for_broadcast, {1, 1}, ReduceKernel{for_broadcast.view()},
        "in collective 1 for the value of unit ");
  }
  for_barrier.team().barrier();
  if (me() != 0) for_barrier.check();
}

TEST_F(KernelFaultTest, RequestForNoMemory)
{
  KernelTeam team;
  dash::Array<int> source(units()), target(units());
  const auto to = team.by_runtime(team.pointer(element_of(target, next()))) + (1 << 20);
  const auto from = team.pointer(element_of(source, me()));
  expect_failure(team, {1, 1}, StrayKernel{team.view(), to, from.address()}, "calls for kernels");
  source.barrier();
}

TEST_F(KernelFaultTest, LaunchWithoutThreads)
{
  KernelTeam team;
  for (const kernel::Shape shape : {kernel::Shape{0, 1}, kernel::Shape{1, 0}}) {
    EXPECT_THROW(
        static_cast<void>(kernel::launch(shape, BarrierKernel{team.view()})),
        dash::exception::InvalidArgument);
  }
  team.team().barrier();
}

/// Grids of as many blocks as fit start; larger ones are refused on a GPU, with the number.
TEST_F(KernelFaultTest, LaunchOfMoreBlocksThanFit)
{
  KernelTeam team;
  const BarrierKernel body{team.view()};
  const std::size_t most = kernel::most_blocks(256, body);
  ASSERT_GE(most, 1u);
  if (kernel::detail::runs_on_gpu()) {
    try {
      static_cast<void>(kernel::launch({most + 1, 256}, body));
      ADD_FAILURE() << most + 1 << " blocks were started";
    } catch (const dash::exception::InvalidArgument& e) {
      const std::string advice = "at most " + std::to_string(most) + " ";
      EXPECT_NE(std::string::npos, std::string(e.what()).find(advice)) << e.what();
    }
    const int limit = 1 << 20;
    EXPECT_THROW(
        static_cast<void>(kernel::launch({1, limit}, body)), dash::exception::InvalidArgument);
  }
  // All units have different numbers of blocks, of which the barrier's first ones meet.
  run(team, {most, 256}, body);
  team.team().barrier();
}

/// dash::finalize frees what a team has, which is empty then.
TEST_F(KernelFaultTest, TeamThatOutlivesFinalize)
{
  KernelTeam team;
  dash::Array<int> target(units());
  static_cast<void>(team.by_runtime(team.pointer(element_of(target, me()))));  // starts the thread
  dash::finalize();
  team.check();
}

/// On the host an exception of a kernel belongs to who waits for it.
TEST_F(KernelFaultTest, ExceptionOnTheHost)
{
  if (kernel::detail::runs_on_gpu()) return;
  const auto throws = [](const kernel::Grid& grid) {
    if (grid.block() == 1) throw std::runtime_error("of a kernel");
  };
  auto launched = kernel::detail::launch_on_host(3, throws);
  EXPECT_THROW(launched.wait(), std::runtime_error);
  launched.wait();
}

}  // namespace dash::test
