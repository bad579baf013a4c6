#pragma once

/// \file
/// What the stress programs have in common: options, the loop over cases, and how a failure is
/// reported.

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

#include "random.h"

namespace dash::stress {

/// A result that differs from the serial one.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Names the step that the calling unit does, for the report of a failure, a crash or a hang.
void begin_step(const std::string& step);

/// \throws Failure unless \c condition holds; the text consists of \c parts
template <class... Parts>
void require(bool condition, const Parts&... parts)
{
  if (condition) [[likely]]
    return;
  std::ostringstream text;
  (text << ... << parts);
  throw Failure(text.str());
}

/// Whether the calling unit gets an exception of this type from a function. Others are passed on.
template <class Exception, class F>
bool refuses(F function)
{
  try {
    function();
    return false;
  } catch (const Exception&) {
    return true;
  }
}

/// Whether the model has to leave out an operation that changes it, or to be wrong in another way,
/// so that a right result is reported as wrong: true once, in the first case from the seed of
/// --forget on. It shows that the program finds what it looks for. All units of a team ask it
/// together.
bool model_forgets();

/// Body of main for a stress program that runs cases on all units.
///
///     PROGRAM [--seed S] [--seconds N | --cases N] [--forget S] [--verbose]
///
/// Case k has the seed S + k. A failure, a crash or a case that hangs is reported with the command
/// that repeats it, and ends the run with an error. With the options of a fault, one unit does
/// something fatal at some time; the driver of faults looks how the run ends.
///
/// What a program runs.
struct Program {
  void (*init)(int* argc, char*** argv);
  void (*finalize)();
  void (*run_case)(Random& random);  ///< all units call it with the same numbers
};

/// \return the exit code
int run_cases(int argc, char** argv, const Program& program);

}  // namespace dash::stress
