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

/// Precede functions that assertions keep from being noexcept or constexpr.
#if defined(DASH_ENABLE_ASSERTIONS)
#define DASH_ASSERT_NOEXCEPT
#define DASH_NOEXCEPT
#define DASH_CONSTEXPR
#else
#define DASH_ASSERT_NOEXCEPT noexcept
#define DASH_NOEXCEPT noexcept
#define DASH_CONSTEXPR constexpr
#endif

/// Precedes functions that the Intel compiler must not make part of their callers.
#ifndef NOINLINE_ATTRIBUTE
#define NOINLINE_ATTRIBUTE
#endif
