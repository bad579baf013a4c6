#include "options.h"

#include <strings.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "environment.h"
#include "job.h"
#include "dash/dart/if/dart.h"

namespace dart::launcher {
namespace {

constexpr char description[] =
    "Runs a program as several units (processes) of one run on this host.\n"
    "The units share global memory through DART; no MPI is needed.";

constexpr char footer[] =
    "Examples:\n"
    "  dartrun ./app                          one unit per core\n"
    "  dartrun -n 4 ./app input.png --fast    4 units; what follows the program is its own\n"
    "  dartrun -n 4 --bind core --heap 4G ./app\n"
    "  dartrun -n 4 --tag-output -x OMP_NUM_THREADS=1 --timeout 60 ./app\n"
    "  DART_UNITS=2 dartrun ./app             as -n 2\n"
    "\n"
    "Environment (the command line wins):\n"
    "  DART_UNITS, DART_HEAP, DART_BIND, DART_TAG_OUTPUT, DART_TIMEOUT, DART_WDIR, DART_VERBOSE\n"
    "  set defaults of the options; switches take 1 or 0.\n"
    "  Each unit finds its own id in DART_UNIT and the number of units in DART_UNITS.\n"
    "\n"
    "Exit code:\n"
    "  0 if all units succeeded, else that of the first unit that failed; 128 + signal if it was\n"
    "  killed; 1 if it left without dash::finalize; 124 time limit; 126, 127 the program cannot\n"
    "  be run; 2 wrong use of dartrun.";

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }

  std::string make_usage(const CLI::App*, std::string) const override
  {
    return "Usage: dartrun [options] program [arguments...]\n";
  }
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

std::optional<Given> given_by_environment(const char* variable)
{
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  return Given{text, std::string(variable) + "=" + text};
}

/// An option that takes a value, and the environment variable that sets its default.
class ValueOption {
 public:
  ValueOption(
      CLI::App& app, const char* names, const char* value, const char* variable, const char* help)
      : variable_(variable)
  {
    option_ = app.add_option(names, text_, help);
    option_->type_name(value)->take_last();
  }

  std::optional<Given> given() const
  {
    if (option_->count() == 0) return given_by_environment(variable_);
    return Given{text_, option_->get_name(false, false) + " " + text_};
  }

 private:
  std::string text_;
  const char* variable_;
  CLI::Option* option_;
};

bool parse_switch(const CLI::Option* flag, bool value, const char* variable)
{
  if (flag->count() > 0) return value;
  const auto given = given_by_environment(variable);
  if (!given) return false;
  for (const char* yes : {"1", "true", "yes", "on"}) {
    if (strcasecmp(given->text.c_str(), yes) == 0) return true;
  }
  for (const char* no : {"0", "false", "no", "off"}) {
    if (strcasecmp(given->text.c_str(), no) == 0) return false;
  }
  given->refuse("1 or 0");
}

/// Reads all of \c text as a number. \return what follows the number, or nullopt if there is none
template <class Number>
std::optional<std::string_view> parse_number(std::string_view text, Number& number)
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return text.substr(end - text.data());
}

std::uint32_t parse_units(const std::optional<Given>& given)
{
  if (!given) return std::min<std::uint32_t>(allowed_cores().size(), max_units_per_host);
  std::uint32_t units = 0;
  const auto rest = parse_number(given->text, units);
  if (!rest || !rest->empty() || units == 0 || units > max_units_per_host) {
    given->refuse("a whole number of units from 1 to " + std::to_string(max_units_per_host));
  }
  return units;
}

std::string parse_heap(const std::optional<Given>& given)
{
  if (!given) return {};
  if (!parse_size(given->text)) given->refuse(size_syntax);
  return given->text;
}

Bind parse_bind(const std::optional<Given>& given)
{
  if (!given || given->text == "none") return Bind::none;
  if (given->text == "core") return Bind::core;
  if (given->text == "numa") return Bind::numa;
  given->refuse("none, core or numa");
}

std::optional<std::chrono::milliseconds> parse_timeout(const std::optional<Given>& given)
{
  if (!given) return std::nullopt;
  constexpr double longest = 1e9;
  double seconds = 0;
  const auto rest = parse_number(given->text, seconds);
  if (!rest || !rest->empty() || !(seconds >= 0.001 && seconds <= longest)) {
    given->refuse("a time in seconds, such as 60 or 0.5");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

/// Completes NAME to NAME=VALUE from dartrun's own environment.
std::string parse_variable(const std::string& text)
{
  const std::string name = text.substr(0, text.find('='));
  if (name.empty()) throw UsageError("--env " + text + ": expected NAME=VALUE or NAME");
  for (const char* reserved : {env_job_fd, env_unit, env_units}) {
    if (name == reserved) throw UsageError("--env " + text + ": dartrun sets this variable itself");
  }
  if (name.size() < text.size()) return text;
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) {
    throw UsageError(
        "--env " + name + ": not set in the environment; give its value, --env " + name + "=VALUE");
  }
  return name + "=" + value;
}

/// The program and its arguments: all that follows dartrun's own options.
std::vector<std::string> parse_command(std::vector<std::string> rest)
{
  const bool marked = !rest.empty() && rest.front() == "--";
  if (marked) rest.erase(rest.begin());
  if (rest.empty() || rest.front().empty()) {
    throw UsageError("no program given; expected dartrun [options] program [arguments...]");
  }
  if (!marked && rest.front().front() == '-') {
    throw UsageError(rest.front() + ": no such option");
  }
  return rest;
}

}  // namespace

std::variant<Options, int> parse_options(int argc, char** argv)
{
  CLI::App app(description, "dartrun");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(footer);
  app.prefix_command();
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", "dartrun, DART " DART_VERSION_STR, "Print the version");

  const ValueOption units(
      app, "-n,--units", "COUNT", env_units, "Number of units; default: one per core allowed here");
  const ValueOption heap(
      app, "--heap", "SIZE", env_heap, "Limit of global memory per unit: 512M, 4G, ...");
  const ValueOption bind(
      app, "--bind", "none|core|numa", "DART_BIND",
      "Keep each unit on one core, or on the cores of one NUMA node; default: none");
  const ValueOption timeout(
      app, "--timeout", "SECONDS", "DART_TIMEOUT", "End the run after this time, exit code 124");
  const ValueOption wdir(
      app, "--wdir", "DIR", "DART_WDIR",
      "Directory to run in; a relative path of the program is one from here");
  std::vector<std::string> variables;
  app.add_option(
         "-x,--env", variables,
         "Set a variable for the units, or check that it is set; may be repeated")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  Options options;
  const auto* tag_output = app.add_flag(
      "--tag-output", options.tag_output,
      "Start each line of output with [unit k]; lines are kept whole");
  const auto* verbose = app.add_flag(
      "--verbose", options.verbose, "Say which unit runs where, and how each one ended");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // help, version
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }

  options.command = parse_command(app.remaining());
  options.units = parse_units(units.given());
  options.heap = parse_heap(heap.given());
  options.bind = parse_bind(bind.given());
  options.timeout = parse_timeout(timeout.given());
  options.tag_output = parse_switch(tag_output, options.tag_output, "DART_TAG_OUTPUT");
  options.verbose = parse_switch(verbose, options.verbose, "DART_VERBOSE");
  if (const auto directory = wdir.given()) options.wdir = directory->text;
  for (const auto& variable : variables) options.environment.push_back(parse_variable(variable));
  return options;
}

}  // namespace dart::launcher
