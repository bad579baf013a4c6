#pragma once

#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include "hosts.h"
#include "spmd.h"

namespace dart::test {

/// Fixture that initialises and finalises the runtime around each test.
class TestBase : public testing::Test {
 protected:
  void SetUp() override
  {
    dash::test::Arguments& args = dash::test::arguments();
    ASSERT_EQ(DART_OK, dart_init(&args.count, &args.values));
    ASSERT_EQ(DART_OK, dart_myid(&myid));
    ASSERT_EQ(DART_OK, dart_size(&size));
  }

  void TearDown() override
  {
    if (!dart_initialized()) return;
    ASSERT_EQ(DART_OK, dart_exit());
  }

  dart_global_unit_t myid;  ///< this unit
  size_t size = 0;          ///< number of units
};

}  // namespace dart::test
