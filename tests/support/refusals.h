#pragma once

/// \file
/// Errors that tests expect, and a fixture in which nothing logs them.

#include <dash/Logging.h>
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace dash::test {

/// The message of the error that an operation throws. The test fails if there is none.
template <class Error = std::exception>
std::string error_of(const std::function<void()>& operation)
{
  try {
    operation();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

/// Expects that an operation throws an error whose message contains all parts.
template <class Error = std::exception>
void expect_refused(const std::function<void()>& operation, const std::vector<std::string>& parts)
{
  const std::string message = error_of<Error>(operation);
  for (const auto& part : parts) {
    EXPECT_NE(std::string::npos, message.find(part)) << '"' << part << "\" in: " << message;
  }
}

/// Fixture of tests that cause many errors, which would fill the log.
class RefusalTest : public TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    dash::detail::logging::disable_log();
  }
  void TearDown() override
  {
    dash::detail::logging::enable_log();
    TestBase::TearDown();
  }
};

}  // namespace dash::test
