#pragma once

#include <CLI/CLI.hpp>

#include "five_point.h"

/// Options of programs that compute such a field.
inline void declare_five_point(CLI::App& app, FivePoint& stencil, bool& check)
{
  app.add_option("--newton", stencil.newton, "Newton steps for the reaction term in each cell")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_flag("--check", check, "Compare with a serial run; exit with 1 if a bit differs");
}
