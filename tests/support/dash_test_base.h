#pragma once

#include <dash/Init.h>
#include <gtest/gtest.h>

#include "hosts.h"
#include "spmd.h"

namespace dash::test {

/// Fixture that initialises and finalises DASH around each test.
class TestBase : public testing::Test {
 protected:
  void SetUp() override
  {
    Arguments& args = arguments();
    dash::init(&args.count, &args.values);
  }

  void TearDown() override
  {
    if (dash::is_initialized()) dash::finalize();
  }
};

}  // namespace dash::test
