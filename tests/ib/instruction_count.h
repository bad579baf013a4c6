#pragma once

/// \file
/// How many instructions of a program itself a piece of code takes.

#include <functional>
#include <string>

namespace dart::ib::test {

/// Runs \c code in this process while another one steps through it, and counts the instructions of
/// this program until the first one of the shared object whose name contains \c until. Two runs, of
/// which the second one counts: functions are bound in the first one.
/// \return -1 if the system does not permit it
long count_instructions(const std::function<void()>& code, const std::string& until);

}  // namespace dart::ib::test
