#pragma once

/// \file
/// Expectations about a program's output.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "subprocess.h"

namespace dart::test {

/// Whether \c text contains each of \c parts.
inline testing::AssertionResult says(
    const std::string& text, std::initializer_list<const char*> parts)
{
  for (const char* part : parts) {
    if (text.find(part) == text.npos) {
      return testing::AssertionFailure() << "no \"" << part << "\" in:\n" << text;
    }
  }
  return testing::AssertionSuccess();
}

inline testing::AssertionResult says(const std::string& text, const char* part)
{
  return says(text, {part});
}

/// Seconds in which a run ends that has nothing to wait for, also on a loaded machine.
inline constexpr double longest_end = 4 * FAULT_TIME_SCALE;

/// Whether \c holds() becomes true within some seconds.
template <class Condition>
bool eventually(Condition holds)
{
  constexpr int most_looks = 1000;
  for (int look = 0; look < most_looks; ++look) {
    if (holds()) return true;
    usleep(10'000);
  }
  return false;
}

/// Whether the run ended with \c exit_code in time, with each of \c parts on standard error.
inline testing::AssertionResult failed_with(
    const Outcome& outcome, int exit_code, std::initializer_list<const char*> parts)
{
  if (outcome.exit_code != exit_code) {
    return testing::AssertionFailure() << "exit code " << outcome.exit_code << ", signal "
                                       << outcome.signal << ", expected " << exit_code << "\n"
                                       << outcome.out << outcome.err;
  }
  const auto is_about_late_units = [](const char* part) {
    return std::string(part).find("still running") != std::string::npos;
  };
  const bool may_be_late = std::any_of(parts.begin(), parts.end(), is_about_late_units);
  if (!may_be_late && outcome.err.find("still running") != std::string::npos) {
    return testing::AssertionFailure() << "units did not end in time\n" << outcome.err;
  }
  if (outcome.seconds > longest_end) {
    return testing::AssertionFailure() << "took " << outcome.seconds << " s\n" << outcome.err;
  }
  return says(outcome.err, parts);
}

/// Whether a run that does nothing takes less than 60 ms; other programs on the machine may delay
/// some attempts.
inline testing::AssertionResult starts_and_ends_fast(const std::vector<std::string>& arguments)
{
  double fastest = 1e9;
  for (int attempt = 0; attempt < 30; ++attempt) {
    fastest = std::min(fastest, dartrun(arguments).seconds);
    if (fastest < 0.060 * FAULT_TIME_SCALE) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "the fastest run took " << fastest << " s";
}

}  // namespace dart::test
