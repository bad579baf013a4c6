#pragma once

/// \file
/// What the tests of kernels share. They are in headers because nvcc compiles them, too, for real
/// GPUs (tests/gpu_dash); otherwise kernels are host functions.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "dash_test_base.h"

namespace dash::test {

namespace kernel = dash::kernel;

class KernelTest : public TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    if (!kernel::detail::is_nvcc && dart_gpu_backend() == DART_GPU_CUDA) {
      GTEST_SKIP() << "tests/gpu_dash has the kernels for real GPUs";
    }
  }

  static std::size_t units() { return dash::size(); }
  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }
  static std::size_t next() { return (me() + 1) % units(); }
  static std::size_t previous() { return (me() + units() - 1) % units(); }
};

/// Executes a kernel and checks that nothing in it has failed.
template <class Body>
void run(const KernelTeam& team, const kernel::Shape& shape, const Body& body)
{
  kernel::launch(shape, body).wait();
  team.check();
}

/// The smallest kernel with threads for a scope.
template <class Scope>
constexpr kernel::Shape shape_for()
{
  if (std::is_same_v<Scope, kernel::Thread>) return {1, 1};
  if (std::is_same_v<Scope, kernel::Warp>) return {1, 32};
  if (std::is_same_v<Scope, kernel::Grid>) return {3, 64};
  return {1, 128};
}

/// Iterator to an element of a unit in an array whose parts have equal sizes.
template <class Array>
auto element_of(Array& array, std::size_t unit, std::size_t i = 0)
{
  return array.begin() + static_cast<std::ptrdiff_t>(unit * (array.size() / dash::size()) + i);
}

/// The first \c n elements of a unit, by default all.
template <class Array>
std::vector<typename Array::value_type> part_of(Array& array, std::size_t unit, std::size_t n)
{
  std::vector<typename Array::value_type> values(n);
  const auto first = element_of(array, unit);
  dash::copy(first, first + static_cast<std::ptrdiff_t>(n), values.begin());
  return values;
}
template <class Array>
auto part_of(Array& array, std::size_t unit)
{
  return part_of(array, unit, array.size() / dash::size());
}

/// Overwrites the calling unit's first elements.
template <class Array>
void set_part(Array& array, const std::vector<typename Array::value_type>& values)
{
  dash::copy(
      values.data(), values.data() + values.size(),
      element_of(array, static_cast<std::size_t>(dash::myid().id)));
}

}  // namespace dash::test
