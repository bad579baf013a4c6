#pragma once

/// \file
/// Atomic operations of kernels, at the same time as those of the host.

#include <dash/Atomic.h>
#include <dash/algorithm/Fill.h>
#include <dash/kernel/AtomicUpdate.h>

#include <cstdint>
#include <type_traits>

#include "hosts.h"
#include "kernel/kernel_base.h"

namespace dash::test {

/// Adds ones, each by another way.
template <class T>
struct AddKernel {
  kernel::Team team;
  kernel::Pointer<T> counter;
  std::size_t rounds;

  DASH_HOST_DEVICE void operator()(const kernel::Grid&) const
  {
    for (std::size_t round = 0; round < rounds; ++round) {
      if (round % 2 == 1 && std::is_integral_v<T>) {
        add_by_comparing();
      } else {
        kernel::fetch_add(team, counter, T{1});
      }
    }
  }

 private:
  DASH_HOST_DEVICE void add_by_comparing() const
  {
    if constexpr (std::is_integral_v<T>) {
      T seen{0};
      for (;;) {
        const T found = kernel::compare_exchange(team, counter, seen, static_cast<T>(seen + T{1}));
        if (found == seen || team.has_failed()) return;
        seen = found;
      }
    }
  }
};

/// Gives its number and gets that of the thread before.
struct ExchangeKernel {
  kernel::Team team;
  kernel::Pointer<std::int64_t> last, sum;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const auto number = static_cast<std::int64_t>(1 + team.rank() * grid.size() + grid.rank());
    kernel::fetch_add(team, sum, kernel::exchange(team, last, number));
  }
};

class KernelAtomicTest : public KernelTest {
 protected:
  static constexpr std::size_t blocks = 3;

  template <class T, class Array>
  static void expect_sum(bool by_runtime)
  {
    const std::size_t rounds = hosts() > 1 || by_runtime ? 20 : 200;
    KernelTeam team;
    Array counters(units());
    dash::fill(counters, T{0});
    counters.barrier();
    for (const std::size_t unit : {std::size_t{0}, units() - 1}) {
      const auto element = element_of(counters, unit);
      auto counter = team.pointer(element);
      if (by_runtime) counter = team.by_runtime(counter);
      auto adds =
          kernel::launch(kernel::Shape{blocks, 1}, AddKernel<T>{team.view(), counter, rounds});
      const dash::GlobRef<dash::Atomic<T>> host(element.dart_gptr());
      for (std::size_t round = 0; round < rounds; ++round) host.add(T{1});
      adds.wait();
      team.check();
      counters.barrier();
      EXPECT_EQ(static_cast<T>((blocks + 1) * rounds * units()), part_of(counters, unit)[0])
          << "at unit " << unit;
      counters.barrier();
      if (units() == 1) break;
    }
  }

  template <class T>
  static void expect_sums()
  {
    for (const bool by_runtime : {false, true}) {
      SCOPED_TRACE(by_runtime ? "by the runtime" : "direct");
      expect_sum<T, dash::Array<T>>(by_runtime);
      expect_sum<T, dash::HostArray<T>>(by_runtime);
    }
  }
};

TEST_F(KernelAtomicTest, SumsOfKernelsAndHosts)
{
  expect_sums<int>();
  expect_sums<std::uint64_t>();
  expect_sums<float>();
  expect_sums<double>();
}

TEST_F(KernelAtomicTest, Exchange)
{
  KernelTeam team;
  dash::Array<std::int64_t> words(2 * units());
  dash::fill(words, std::int64_t{0});
  words.barrier();
  run(team, {blocks, 2},
      ExchangeKernel{
          team.view(), team.pointer(element_of(words, 0)), team.pointer(element_of(words, 0, 1))});
  words.barrier();
  // All numbers but the last one were replaced by another one.
  const auto found = part_of(words, 0);
  const bool runs_on_gpu = dart_gpu_backend() == DART_GPU_CUDA;
  std::int64_t all = 0;
  for (std::size_t unit = 0; unit < units(); ++unit) {
    const bool is_gpu =
        runs_on_gpu && dash::is_gpu_unit(dash::global_unit_t(static_cast<int>(unit)));
    const std::size_t threads = blocks * (is_gpu ? 2 : 1);
    for (std::size_t i = 0; i < threads; ++i) {
      all += static_cast<std::int64_t>(1 + unit * threads + i);
    }
  }
  EXPECT_EQ(all, found[0] + found[1]);
  words.barrier();
}

}  // namespace dash::test
