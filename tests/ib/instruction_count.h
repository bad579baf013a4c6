#pragma once

/// \file
/// Counts the instructions of the program itself that a piece of code executes.

#include <functional>
#include <string>

namespace dart::ib::test {

/// Runs \c code in this process while another one steps through it, and counts the instructions of
/// this program up to the first one of the shared object whose name contains \c until. There are
/// two runs, because functions are bound in the first one; the second one counts.
/// \return -1 if the system does not permit it
long count_instructions(const std::function<void()>& code, const std::string& until);

}  // namespace dart::ib::test
