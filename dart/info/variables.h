#pragma once

/// \file
/// The variables of the project, for people and for programs: what they are and what they are set
/// to.

#include <string>

namespace dart::info {

/// The variables that users may set, as a table.
std::string variables_text();

/// All variables as one JSON object; docs/running.md lists its members.
std::string variables_json();

}  // namespace dart::info
