#pragma once

// How many instructions of a program itself a piece of code takes.

#include <functional>
#include <string>

namespace dart::ib::test {

/// Runs \c code in this process while another one steps through it, and counts the instructions
/// whose place is in none of the shared objects whose name contains \c left_out. Two runs, of which
/// the second one counts: functions are bound in the first one.
/// \return -1 if the system does not permit it
long count_instructions(const std::function<void()>& code, const std::string& left_out);

}  // namespace dart::ib::test
