#pragma once

/// \file
/// The function by which programs of DASH 0.4 print their stack.

#include <dash/detail/base/Macro.h>
#include <dash/internal/Macro.h>

#include <cstdio>

/// Prints the functions that led to the call, from the innermost one, a line for each.
///
/// \param out         where to
/// \param max_frames  how many of them at most
DASH_API void dash__print_stacktrace(std::FILE* out = stderr, unsigned int max_frames = 63);
