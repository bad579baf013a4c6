// dart-info: shows what this host offers to programs: processors, memory, GPUs, links, adapters and
// transports; or the variables of the project.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "dash/dart/if/dart.h"
#include "modules.h"
#include "report.h"
#include "variables.h"

namespace {

std::string host_report(bool json)
{
  using namespace dart;
  info::Report report;
  report.host = info::inspect_host();
  report.gpus = launcher::survey_gpus();
  report.adapters = info::inspect_adapters();
  report.transports = info::inspect_transports(report.gpus, report.adapters);
  return json ? to_json(report) : to_text(report);
}

std::string variables(bool json)
{
  return json ? dart::info::variables_json() : dart::info::variables_text();
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Shows what this host offers to the units of a run.", "dart-info");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", "dart-info, DASH " DASH_RELEASE_STRING, "Print the version");
  bool json = false;
  bool shows_variables = false;
  app.add_flag("--json", json, "Print one JSON object instead of tables");
  app.add_flag(
      "--variables", shows_variables,
      "Show instead the environment variables of DASH: values, ranges and meanings");
  CLI11_PARSE(app, argc, argv);
  try {
    const std::string text = shows_variables ? variables(json) : host_report(json);
    std::fputs(text.c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dart-info: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
