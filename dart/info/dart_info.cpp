// dart-info: shows what this host offers to programs: processors, memory, GPUs, links, adapters and
// transports.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "dash/dart/if/dart.h"
#include "modules.h"
#include "report.h"

int main(int argc, char** argv)
{
  using namespace dart;
  CLI::App app("Shows what this host offers to the units of a run.", "dart-info");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", "dart-info, DART " DART_VERSION_STR, "Print the version");
  bool json = false;
  app.add_flag("--json", json, "Print one JSON object instead of tables");
  CLI11_PARSE(app, argc, argv);
  try {
    info::Report report;
    report.host = info::inspect_host();
    report.gpus = launcher::survey_gpus();
    report.adapters = info::inspect_adapters();
    report.transports = info::inspect_transports(report.gpus, report.adapters);
    const std::string text = json ? to_json(report) : to_text(report);
    std::fputs(text.c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dart-info: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
