#pragma once

#include "five_point.h"
#include "options.h"

/// Options of programs that compute such a field.
inline void declare_five_point(CommandLine& line, FivePoint& stencil, bool& check)
{
  line.add("--newton", stencil.newton, "Newton steps for the reaction term in each cell")
      .is_not_negative()
      .shows_default();
  line.add_flag("--check", check, "Compare with a serial run; exit with 1 if a bit differs");
}
