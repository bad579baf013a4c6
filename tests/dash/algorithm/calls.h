#pragma once

/// \file
/// Which unit calls a function for which elements.

#include <dash/detail/team/Combine.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>

namespace dash::test {

/// Counts the calls of this unit for each element of a numbered array.
class Calls {
 public:
  void operator()(int element) { ++calls_[element]; }

  /// Expects that all calls were for own elements, and that all units together called once for each
  /// element.
  template <class A>
  void expect_owner_computes(A& array, std::size_t elements)
  {
    std::size_t calls = 0;
    for (const auto& [gidx, count] : calls_) {
      EXPECT_TRUE(array.is_local(gidx));
      EXPECT_EQ(1, count);
      calls += count;
    }
    const auto sum = dash::detail::sum_over_units(array.team(), static_cast<long>(calls));
    EXPECT_EQ(static_cast<long>(elements), sum);
    calls_.clear();
  }

 private:
  std::map<int, int> calls_;
};

}  // namespace dash::test
