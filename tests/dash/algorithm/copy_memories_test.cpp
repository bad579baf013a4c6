// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Copy.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <numeric>
#include <utility>
#include <vector>

#include "dash_test_base.h"

// Tests dash::copy between global memory of units of both kinds and local memory of both kinds.

namespace {

using Numbers = std::vector<int>;

/// Local memory for copies.
class Local {
 public:
  Local(std::pmr::memory_resource& memory, const Numbers& values)
      : memory_(memory),
        size_(values.size()),
        data_(static_cast<int*>(memory.allocate(size_ * sizeof(int), alignof(int))))
  {
    dash::copy(values.data(), values.data() + size_, data_);
  }
  ~Local() { memory_.deallocate(data_, size_ * sizeof(int), alignof(int)); }
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;

  int* begin() const { return data_; }
  int* end() const { return data_ + size_; }

  Numbers values() const
  {
    Numbers result(size_);
    dash::copy(begin(), end(), result.data());
    return result;
  }

 private:
  std::pmr::memory_resource& memory_;
  std::size_t size_;
  int* data_;
};

class CopyMemoriesTest : public dash::test::TestBase {
 protected:
  static constexpr std::size_t size = 3000;

  static Numbers ramp(std::size_t n, int first)
  {
    Numbers numbers(n);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }

  static std::vector<dash::DistributionSpec<1>> distributions()
  {
    return {dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(7), dash::BLOCKCYCLIC(200)};
  }

  static std::vector<std::pair<std::size_t, std::size_t>> intervals()
  {
    return {{0, size}, {0, 1}, {size - 1, size}, {5, 5}, {13, 2989}, {700, 900}};
  }

  template <class F>
  void for_each_case(F f)
  {
    dash::UnitSpace unit_memory;
    dash::HostSpace host_memory;
    for (const auto& distribution : distributions()) {
      dash::Array<int> array(size, distribution);
      for (const auto& [first, last] : intervals()) {
        f(array, first, last, host_memory);
        f(array, first, last, unit_memory);
      }
      array.barrier();
    }
  }

  static void set_all(dash::Array<int>& array, const Numbers& values)
  {
    array.barrier();
    if (dash::myid() == 0) dash::copy(values.data(), values.data() + size, array.begin());
    array.barrier();
  }

  static Numbers all(const dash::Array<int>& array)
  {
    Numbers values(size);
    dash::copy(array.begin(), array.end(), values.data());
    return values;
  }
};

TEST_F(CopyMemoriesTest, GlobalToLocal)
{
  for_each_case([](auto& array, auto first, auto last, auto& memory) {
    set_all(array, ramp(size, 1));
    const Local local(memory, Numbers(last - first, -1));
    const auto end = dash::copy(array.begin() + first, array.begin() + last, local.begin());
    EXPECT_EQ(end, local.end());
    EXPECT_EQ(local.values(), ramp(last - first, 1 + static_cast<int>(first)));
  });
}

TEST_F(CopyMemoriesTest, GlobalToLocalAsync)
{
  for_each_case([](auto& array, auto first, auto last, auto& memory) {
    set_all(array, ramp(size, 1));
    const Local local(memory, Numbers(last - first, -1));
    auto end = dash::copy_async(array.begin() + first, array.begin() + last, local.begin());
    EXPECT_EQ(end.get(), local.end());
    EXPECT_EQ(local.values(), ramp(last - first, 1 + static_cast<int>(first)));
  });
}

TEST_F(CopyMemoriesTest, LocalToGlobal)
{
  for_each_case([](auto& array, auto first, auto last, auto& memory) {
    set_all(array, Numbers(size, 0));
    if (dash::myid().id == static_cast<int>(dash::size()) - 1) {
      const Local local(memory, ramp(last - first, 1));
      const auto end = dash::copy(local.begin(), local.end(), array.begin() + first);
      EXPECT_EQ(end, array.begin() + last);
    }
    array.barrier();
    Numbers expected(size, 0);
    std::iota(expected.begin() + first, expected.begin() + last, 1);
    EXPECT_EQ(all(array), expected);
  });
}

TEST_F(CopyMemoriesTest, GlobalToGlobal)
{
  for (const auto& from_distribution : distributions()) {
    for (const auto& to_distribution : distributions()) {
      dash::Array<int> from(size, from_distribution);
      dash::Array<int> to(size, to_distribution);
      set_all(from, ramp(size, 1));
      for (const auto& [first, last] : intervals()) {
        set_all(to, Numbers(size, 0));
        if (dash::myid() == 0) {
          const auto end =
              dash::copy(from.begin() + first, from.begin() + last, to.begin() + first);
          EXPECT_EQ(end, to.begin() + last);
        }
        to.barrier();
        Numbers expected(size, 0);
        std::iota(expected.begin() + first, expected.begin() + last, 1 + static_cast<int>(first));
        EXPECT_EQ(all(to), expected);
      }
      to.barrier();
    }
  }
}

TEST_F(CopyMemoriesTest, GlobalToGlobalAsync)
{
  dash::Array<int> from(size);
  dash::Array<int> to(size, dash::BLOCKCYCLIC(200));
  set_all(from, ramp(size, 1));
  set_all(to, Numbers(size, 0));
  if (dash::myid() == 0) {
    auto end = dash::copy_async(from.begin(), from.end(), to.begin());
    EXPECT_EQ(end.get(), to.end());
  }
  to.barrier();
  EXPECT_EQ(all(to), ramp(size, 1));
}

TEST_F(CopyMemoriesTest, ShiftWithinAnArray)
{
  for (const auto& distribution : distributions()) {
    for (const std::size_t shift : {1u, 100u, 2000u}) {
      dash::Array<int> array(size, distribution);
      set_all(array, ramp(size, 0));
      if (dash::myid() == 0) dash::copy(array.begin() + shift, array.end(), array.begin());
      array.barrier();
      Numbers expected = ramp(size, 0);
      std::copy(expected.begin() + shift, expected.end(), expected.begin());
      EXPECT_EQ(all(array), expected);
      array.barrier();
    }
  }
}

TEST_F(CopyMemoriesTest, LocalToLocal)
{
  dash::UnitSpace unit_memory;
  dash::HostSpace host_memory;
  const Local host(host_memory, ramp(100, 1));
  const Local unit(unit_memory, Numbers(100, 0));
  const Local other(unit_memory, Numbers(100, 0));
  EXPECT_EQ(dash::copy(host.begin(), host.end(), unit.begin()), unit.end());
  EXPECT_EQ(dash::copy(unit.begin() + 10, unit.end(), other.begin()), other.end() - 10);
  Numbers expected = ramp(90, 11);
  expected.resize(100, 0);
  EXPECT_EQ(other.values(), expected);
}

}  // namespace
