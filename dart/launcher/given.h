#pragma once

/// \file
/// Values that the user gives by an option or by the corresponding environment variable.

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "base/knobs.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace dart::launcher {

/// An error in the use of dartrun; the text names the option, the value and what is expected.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value and where it came from, for messages: "--units 4x" or "DART_UNITS=4x".
struct Given {
  std::string text;
  std::string where;

  [[noreturn]] void refuse(const std::string& expected) const
  {
    throw UsageError(where + ": expected " + expected);
  }
};

/// The value of a variable; nullopt if it is not set or empty.
std::optional<Given> given_by_environment(KnobName variable);

/// An option that takes a value, and the environment variable that sets its default.
class ValueOption {
 public:
  ValueOption(
      CLI::App& app, const char* names, const char* value, KnobName variable, const char* help);
  ValueOption(const ValueOption&) = delete;
  ValueOption& operator=(const ValueOption&) = delete;

  std::optional<Given> by_command_line() const;
  std::optional<Given> by_environment() const { return given_by_environment(variable_); }
  /// The value from the command line or, if there is none, from the environment variable.
  std::optional<Given> given() const;

 private:
  std::string text_;
  KnobName variable_;
  CLI::Option* option_;
};

/// Parses a number at the beginning of \c text. \return what follows the number, or nullopt if
/// there is none
template <class Number>
std::optional<std::string_view> parse_number(std::string_view text, Number& number)
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return text.substr(end - text.data());
}

}  // namespace dart::launcher
