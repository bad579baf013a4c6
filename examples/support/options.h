#pragma once

/// \file
/// The command line of an example. CLI11 parses it, in a file of its own, because it takes many
/// seconds to compile in each file that includes it, and most by nvcc.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// One option, and what its value has to be. All functions return the option.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}

  Option& is_positive();
  Option& is_not_negative();
  Option& is_between(int least, int most);
  Option& is_between(double least, double most);
  Option& is_one_of(std::vector<std::string> values);
  /// \param error_in  returns what is wrong with a text, nothing if it is right
  Option& has_no_error(std::function<std::string(const std::string&)> error_in);

  /// Sets \p given to true if the command line has the option.
  Option& notes(bool& given);

  /// What the help has in place of the type of the value.
  Option& shows(const std::string& text);
  /// The help has the value before parsing.
  Option& shows_default();

 private:
  CLI::Option& option_;
};

/// The command line of a program.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& description);
  ~CommandLine();

  /// Adds an option with a value, or a positional argument if the name begins without a dash.
  /// options.cpp lists the types.
  template <class T>
  Option add(const std::string& name, T& value, const std::string& help);

  /// Adds an option whose value is one of the names in a table, which stand for values.
  template <class T>
  Option add_choice(
      const std::string& name, T& value, const std::string& help,
      std::vector<std::pair<std::string, T>> choices)
  {
    std::vector<std::string> names;
    for (const auto& choice : choices) names.push_back(choice.first);
    const auto choose = [&value, choices = std::move(choices)](const std::string& chosen) {
      for (const auto& choice : choices) {
        if (choice.first == chosen) value = choice.second;
      }
    };
    return add_function(name, choose, help).is_one_of(std::move(names));
  }

  /// Adds an option without value.
  void add_flag(const std::string& name, bool& value, const std::string& help);

  /// Sets the values of the options. Returns the exit code of the program if it shall end now: for
  /// the help and for errors, which are printed if \p prints.
  std::optional<int> parse(int argc, char** argv, bool prints);

 private:
  Option add_function(
      const std::string& name, std::function<void(const std::string&)> set,
      const std::string& help);

  std::unique_ptr<CLI::App> app_;
};
