#pragma once

/// \file
/// Counts the expectations that a test program evaluates.
///
/// That all tests pass tells nothing of expectations that a change of the tests has left out. With
/// DASH_TEST_COUNTS=FILE, each process appends a line to the file when it exits: the tests that it
/// ran, and how many expectations (EXPECT_…, ASSERT_…) it evaluated. scripts/test adds them up.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace dash::test {

class ExpectationCounter {
 public:
  /// GoogleTest's own object is made first, so that it still exists when this one ends.
  ExpectationCounter() { testing::UnitTest::GetInstance(); }
  ExpectationCounter(const ExpectationCounter&) = delete;
  ExpectationCounter& operator=(const ExpectationCounter&) = delete;
  ~ExpectationCounter()
  {
    const char* name = std::getenv("DASH_TEST_COUNTS");
    std::FILE* file = name == nullptr ? nullptr : std::fopen(name, "a");
    if (file == nullptr) return;
    // The line is short enough to be written by one call, so lines of several processes do not mix.
    std::fprintf(
        file, "%d %lu\n", testing::UnitTest::GetInstance()->test_to_run_count(), count_.load());
    std::fclose(file);
  }

  /// Called by each expectation; the result is that of the macro it stands for.
  int add()
  {
    count_.fetch_add(1, std::memory_order_relaxed);
    return 0;
  }

 private:
  std::atomic<unsigned long> count_{0};
};

inline ExpectationCounter expectation_counter;

}  // namespace dash::test

// All expectations of GoogleTest begin with this macro, whose purpose is that an else behind them
// belongs to no if of theirs.
#undef GTEST_AMBIGUOUS_ELSE_BLOCKER_
#define GTEST_AMBIGUOUS_ELSE_BLOCKER_              \
  switch (::dash::test::expectation_counter.add()) \
  case 0:                                          \
  default:
