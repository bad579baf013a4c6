#pragma once

/// \file
/// Variables that look like those of the project, but that nothing reads.

#include <string>
#include <vector>

namespace dart::launcher {

/// Messages about the variables in the environment of this process and in \p assignments
/// (NAME=VALUE) whose names begin as those of the project and are probably misspelt.
std::vector<std::string> describe_unknown_variables(const std::vector<std::string>& assignments);

}  // namespace dart::launcher
