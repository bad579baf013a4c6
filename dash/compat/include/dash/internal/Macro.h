#pragma once

/// \file
/// Helper macros that programs of DASH 0.4 use.

#include <dash/detail/base/Macro.h>
#include <dash/internal/Config.h>

/// Marks a variable as used.
#define dash__unused(x) (void)(x)

/// The argument as a string literal, without and with macro expansion.
#define dash__tostr(s) #s
#define dash__toxstr(s) dash__tostr(s)
