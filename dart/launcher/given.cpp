#include "given.h"

#include <CLI/CLI.hpp>

#include "base/environment.h"

namespace dart::launcher {

std::optional<Given> given_by_environment(KnobName variable)
{
  const char* text = environment(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  return Given{text, std::string(variable.name()) + "=" + text};
}

ValueOption::ValueOption(
    CLI::App& app, const char* names, const char* value, KnobName variable, const char* help)
    : variable_(variable),
      option_(app.add_option(names, text_, help))
{
  option_->type_name(value)->take_last();
}

std::optional<Given> ValueOption::by_command_line() const
{
  if (option_->count() == 0) return std::nullopt;
  return Given{text_, option_->get_name(false, false) + " " + text_};
}

std::optional<Given> ValueOption::given() const
{
  const auto given = by_command_line();
  return given ? given : by_environment();
}

}  // namespace dart::launcher
