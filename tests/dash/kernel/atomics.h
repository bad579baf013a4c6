#pragma once

/// \file
/// Atomic operations of kernels, at the same time as those of the host.

#include <dash/Atomic.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Operation.h>
#include <dash/kernel/AtomicUpdate.h>
#include <dash/kernel/Elements.h>
#include <dash/kernel/PutGet.h>
#include <dash/pattern/CSRPattern.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "array/arrays.h"
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

/// Calls \c f with each operation on numbers of a type.
template <class T, class F>
DASH_HOST_DEVICE void for_each_update(F f)
{
  f(dash::plus<T>{});
  f(dash::multiply<T>{});
  f(dash::min<T>{});
  f(dash::max<T>{});
  f(dash::second<T>{});
  if constexpr (std::is_integral_v<T>) {
    f(dash::bit_and<T>{});
    f(dash::bit_or<T>{});
    f(dash::bit_xor<T>{});
  }
}

/// Elements that follow each other, by pointers.
template <class T>
struct ByPointer {
  kernel::Pointer<T> first;

  DASH_HOST_DEVICE auto operator[](std::size_t i) const
  {
    return first + static_cast<std::ptrdiff_t>(i);
  }
};

/// The same, by their indices in an array.
template <class Elements>
struct ByIndex {
  Elements all;
  std::size_t first;

  DASH_HOST_DEVICE auto operator[](std::size_t i) const
  {
    return all[static_cast<typename Elements::index_type>(first + i)];
  }
};

/// Elements of a row from one of them on.
template <class Row>
struct Shifted {
  Row row;
  std::size_t first;

  DASH_HOST_DEVICE auto operator[](std::size_t i) const { return row[first + i]; }
};

/// Each thread updates an element of its own by all operations, with and without results, and
/// counts what is wrong.
template <class T, class Row>
struct UpdateKernel {
  kernel::Team team;
  Row row;
  kernel::Pointer<std::int64_t> errors;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const auto element = row[grid.rank()];
    for_each_update<T>([&](auto op) {
      constexpr T first{12}, second{10}, third{6};
      kernel::exchange(team, element, first);
      expect(kernel::fetch_op(team, element, op, second), first);
      expect(value_of(element), op(first, second));
      kernel::atomic_op(team, element, op, third);
      kernel::quiet(kernel::Thread(), team);
      expect(value_of(element), op(op(first, second), third));
    });
  }

 private:
  template <class Element>
  DASH_HOST_DEVICE T value_of(const Element& element) const
  {
    return kernel::fetch_op(team, element, dash::first<T>{}, T{});
  }
  DASH_HOST_DEVICE void expect(T found, T expected) const
  {
    if (found != expected) kernel::atomic_add(team, errors, std::int64_t{1});
  }
};

/// Updates an element by each function, as all other threads do.
template <class T, class Row>
struct ContendKernel {
  static constexpr std::size_t elements = 12;
  static constexpr T initial{100};

  kernel::Team team;
  Row row;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const auto number = static_cast<T>(1 + team.rank() * grid.size() + grid.rank());
    kernel::atomic_add(team, row[0], number);
    kernel::fetch_add(team, row[1], number);
    kernel::atomic_min(team, row[2], static_cast<T>(60 - number));
    kernel::fetch_min(team, row[3], static_cast<T>(60 - number));
    kernel::atomic_max(team, row[4], static_cast<T>(initial + number));
    kernel::fetch_max(team, row[5], static_cast<T>(initial + number));
    if constexpr (std::is_integral_v<T>) {
      const auto bit = static_cast<T>(T{1} << (static_cast<int>(number) % 31));
      kernel::atomic_and(team, row[6], static_cast<T>(~bit));
      kernel::fetch_and(team, row[7], static_cast<T>(~bit));
      kernel::atomic_or(team, row[8], bit);
      kernel::fetch_or(team, row[9], bit);
      kernel::atomic_xor(team, row[10], bit);
      kernel::fetch_xor(team, row[11], bit);
    }
    kernel::quiet(kernel::Thread(), team);
  }

  /// What so many threads leave.
  static std::vector<T> expected(std::size_t threads)
  {
    T sum = initial, smallest = initial, largest = initial;
    std::array<T, 3> bits{initial, initial, initial};
    for (std::size_t i = 1; i <= threads; ++i) {
      const auto number = static_cast<T>(i);
      sum = static_cast<T>(sum + number);
      smallest = std::min(smallest, static_cast<T>(60 - number));
      largest = std::max(largest, static_cast<T>(initial + number));
      if constexpr (std::is_integral_v<T>) {
        const auto bit = static_cast<T>(T{1} << (i % 31));
        bits[0] = static_cast<T>(bits[0] & ~bit);
        bits[1] = static_cast<T>(bits[1] | bit);
        bits[2] = static_cast<T>(bits[2] ^ bit);
      }
    }
    return {sum,     sum,     smallest, smallest, largest, largest,
            bits[0], bits[0], bits[1],  bits[1],  bits[2], bits[2]};
  }
};

/// Adds to each element of an array, found in two ways.
template <class Elements>
struct AddIndexKernel {
  kernel::Team team;
  Elements all;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    grid.for_each(all.size(), [&](std::size_t i) {
      const auto index = static_cast<typename Elements::index_type>(i);
      kernel::prefetch(all[index]);
      kernel::atomic_add(team, all[index], static_cast<int>(i + 1));
      kernel::fetch_add(team, all.pointer(index), 100);
    });
    kernel::quiet(kernel::Thread(), team);
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

  /// Calls f(row, array, unit) with elements of the first and of the last unit, found in each way.
  template <class T, class Array, class F>
  static void for_each_row(KernelTeam& team, std::size_t elements, F f)
  {
    Array array(elements * units());
    const auto all = team.elements(array);
    for (const std::size_t unit : {std::size_t{0}, units() - 1}) {
      SCOPED_TRACE("elements of unit " + std::to_string(unit));
      const auto first = team.pointer(element_of(array, unit));
      f(ByPointer<T>{first}, array, unit);
      f(ByPointer<T>{team.by_runtime(first)}, array, unit);
      f(ByIndex<std::remove_const_t<decltype(all)>>{all, unit * elements}, array, unit);
      f(ByIndex<std::remove_const_t<decltype(all)>>{team.by_runtime(all), unit * elements}, array,
        unit);
      if (units() == 1) break;
    }
  }

  template <class T, class Array>
  static void expect_updates()
  {
    KernelTeam team;
    dash::Array<std::int64_t> errors(units());
    dash::fill(errors, std::int64_t{0});
    errors.barrier();
    // Each unit has elements of its own, for all of its threads.
    for_each_row<T, Array>(team, blocks * units(), [&](auto row, auto& array, std::size_t) {
      array.barrier();
      run(team, {blocks, 1},
          UpdateKernel<T, Shifted<decltype(row)>>{
              team.view(), {row, blocks * me()}, team.pointer(element_of(errors, me()))});
    });
    errors.barrier();
    EXPECT_EQ(std::int64_t{0}, part_of(errors, me())[0]);
    errors.barrier();
  }

  template <class T, class Array>
  static void expect_contended_updates()
  {
    KernelTeam team;
    const auto test = [&](auto row, auto& array, std::size_t unit) {
      using Kernel = ContendKernel<T, decltype(row)>;
      dash::fill(array, Kernel::initial);
      array.barrier();
      run(team, {blocks, 1}, Kernel{team.view(), row});
      array.barrier();
      auto expected = Kernel::expected(blocks * units());
      EXPECT_EQ(expected, part_of(array, unit));
      array.barrier();
    };
    for_each_row<T, Array>(team, 12, test);
  }

  template <class T>
  static void expect_all_updates()
  {
    expect_updates<T, dash::Array<T>>();
    expect_updates<T, dash::HostArray<T>>();
    expect_contended_updates<T, dash::Array<T>>();
    expect_contended_updates<T, dash::HostArray<T>>();
  }
};

TEST_F(KernelAtomicTest, SumsOfKernelsAndHosts)
{
  expect_sums<int>();
  expect_sums<std::uint64_t>();
  expect_sums<float>();
  expect_sums<double>();
}

TEST_F(KernelAtomicTest, Updates)
{
  expect_all_updates<int>();
  expect_all_updates<unsigned>();
  expect_all_updates<std::int64_t>();
  expect_all_updates<std::uint64_t>();
  expect_all_updates<float>();
  expect_all_updates<double>();
}

TEST_F(KernelAtomicTest, ElementsOfAllDistributions)
{
  KernelTeam team;
  const auto check = [&](auto& array) {
    const std::size_t n = array.size();
    std::vector<int> expected;
    for (std::size_t i = 0; i < n; ++i) expected.push_back(static_cast<int>(i));
    assign(array, expected);
    const auto all = team.elements(array);
    EXPECT_EQ(n, all.size());
    for (const auto& elements : {all, team.by_runtime(all)}) {
      run(team, {blocks, 1},
          AddIndexKernel<std::remove_const_t<decltype(all)>>{team.view(), elements});
      for (std::size_t i = 0; i < n; ++i) {
        expected[i] += static_cast<int>(units()) * (static_cast<int>(i + 1) + 100);
      }
      EXPECT_EQ(expected, contents(array));
    }
  };
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{13}, 16 * units()})
    for_each_array(n, dash::Team::All(), check);
  // The first part, and parts on average, have a power of two of elements.
  std::vector<std::size_t> sizes(units(), 4);
  if (units() > 2) sizes[1] -= 2, sizes[2] += 2;
  using Pattern = dash::CSRPattern<1>;
  dash::Array<int, dash::default_index_t, Pattern> unequal{Pattern(sizes)};
  check(unequal);
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
