#include "options.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstddef>
#include <cstdint>

Option& Option::is_positive()
{
  option_.check(CLI::PositiveNumber);
  return *this;
}

Option& Option::is_not_negative()
{
  option_.check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::is_between(int least, int most)
{
  option_.check(CLI::Range(least, most));
  return *this;
}

Option& Option::is_between(double least, double most)
{
  option_.check(CLI::Range(least, most));
  return *this;
}

Option& Option::is_one_of(std::vector<std::string> values)
{
  option_.check(CLI::IsMember(std::move(values)));
  return *this;
}

Option& Option::has_no_error(std::function<std::string(const std::string&)> error_in)
{
  option_.check(std::move(error_in));
  return *this;
}

Option& Option::notes(bool& given)
{
  option_.each([&given](const std::string&) { given = true; });
  return *this;
}

Option& Option::shows(const std::string& text)
{
  option_.option_text(text);
  return *this;
}

Option& Option::shows_default()
{
  option_.capture_default_str();
  return *this;
}

CommandLine::CommandLine(const std::string& program, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, program))
{}

CommandLine::~CommandLine() = default;

template <class T>
Option CommandLine::add(const std::string& name, T& value, const std::string& help)
{
  return Option(*app_->add_option(name, value, help));
}

template Option CommandLine::add(const std::string&, int&, const std::string&);
template Option CommandLine::add(const std::string&, std::size_t&, const std::string&);
template Option CommandLine::add(const std::string&, double&, const std::string&);
template Option CommandLine::add(const std::string&, std::string&, const std::string&);
template Option CommandLine::add(
    const std::string&, std::array<std::size_t, 2>&, const std::string&);
template Option CommandLine::add(const std::string&, std::vector<std::size_t>&, const std::string&);
template Option CommandLine::add(
    const std::string&, std::optional<std::ptrdiff_t>&, const std::string&);
template Option CommandLine::add(
    const std::string&, std::optional<std::uint64_t>&, const std::string&);

Option CommandLine::add_function(
    const std::string& name, std::function<void(const std::string&)> set, const std::string& help)
{
  return Option(*app_->add_option_function<std::string>(name, set, help));
}

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help)
{
  app_->add_flag(name, value, help);
}

std::optional<int> CommandLine::parse(int argc, char** argv, bool prints)
{
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return prints ? app_->exit(error) : error.get_exit_code();
  }
}
