#pragma once

// What the user asks of dartrun, by its command line and by environment variables.

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "binding.h"

namespace dart::launcher {

struct Options {
  std::uint32_t units = 1;
  std::string heap;  ///< as given; empty: the runtime's default
  Bind bind = Bind::none;
  bool tag_output = false;
  bool verbose = false;
  std::optional<std::chrono::milliseconds> timeout;
  std::string wdir;
  std::vector<std::string> environment;  ///< NAME=VALUE, set for the units
  std::vector<std::string> command;      ///< the program and its arguments
};

/// A mistake in the use of dartrun; the text names the option, the value and what is expected.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// \return the options, or dartrun's exit code where all is done already (help, version)
/// \throws UsageError
std::variant<Options, int> parse_options(int argc, char** argv);

}  // namespace dart::launcher
