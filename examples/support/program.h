#pragma once

#include <dash/Init.h>

#include "options.h"
#include "root.h"

/// Body of main for a program with options: \p declare adds them to the command line, and \p run
/// does the work and returns whether all went well, the same on every unit. Returns the exit code.
template <class Options>
int run_program(
    int argc, char** argv, const char* name, const char* description,
    void (*declare)(CommandLine&, Options&), bool (*run)(const Options&))
{
  dash::init(&argc, &argv);
  Options options;
  CommandLine line(name, description);
  declare(line, options);
  const auto ended = line.parse(argc, argv, is_root());
  const int status = ended ? *ended : run(options) ? 0 : 1;
  dash::finalize();
  return status;
}
