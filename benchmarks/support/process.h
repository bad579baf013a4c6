#pragma once

#include <string>
#include <vector>

namespace bench {

using Command = std::vector<std::string>;

/// Runs a command to its end, without the variables that a launcher gave to this process.
/// \throws std::runtime_error naming the command if it cannot be run or does not exit with 0
void run(const Command& command);

/// As run; returns what the command writes to standard output.
std::string output_of(const Command& command);

/// Starts \p count processes at once and waits for all of them.
void run_copies(const Command& command, int count);

}  // namespace bench
