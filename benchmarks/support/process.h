#pragma once

#include <string>
#include <vector>

namespace bench {

using Command = std::vector<std::string>;

/// Runs a command to its end, without the environment variables that a launcher has set in this
/// process.
/// \throws std::runtime_error naming the command if it cannot be run or does not exit with 0
void run(const Command& command);

/// Runs a command like run() and returns what it writes to standard output.
std::string output_of(const Command& command);

/// Starts \p count processes at the same time and waits for all of them.
void run_copies(const Command& command, int count);

}  // namespace bench
