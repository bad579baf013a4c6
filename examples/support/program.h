#pragma once

#include <dash/Init.h>

#include <CLI/CLI.hpp>

#include "root.h"

/// Body of main for a program with options: \p declare adds them to the parser, and \p run does the
/// work and returns whether all went well, the same on every unit. Returns the exit code.
template <class Options>
int run_program(
    int argc, char** argv, const char* name, const char* description,
    void (*declare)(CLI::App&, Options&), bool (*run)(const Options&))
{
  dash::init(&argc, &argv);
  Options options;
  CLI::App app{description, name};
  declare(app, options);
  int status = 0;
  try {
    app.parse(argc, argv);
    status = run(options) ? 0 : 1;
  } catch (const CLI::ParseError& e) {
    status = is_root() ? app.exit(e) : e.get_exit_code();
  }
  dash::finalize();
  return status;
}
