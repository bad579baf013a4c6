#pragma once

/// \file
/// Macros by which the library and programs write messages.
///
/// DASH_LOG_ERROR(context, args…) writes a line with the arguments separated by blanks; there are
/// also DASH_LOG_WARN, DASH_LOG_DEBUG and DASH_LOG_TRACE. DASH_LOG_ERROR_VAR(context, var) and
/// similar macros write a variable with its name, and DASH_LOG_TRACE_RANGE(context, first, last)
/// writes the elements of a range. The library itself writes errors and warnings only. Messages of
/// levels DEBUG and TRACE are for programs: a program compiles its own messages in by defining
/// DASH_ENABLE_LOGGING or DASH_ENABLE_TRACE_LOGGING; otherwise their arguments are not evaluated. A
/// program may define any of the macros itself before it includes this file.
///
/// Each line is written by one call, to std::clog, or to std::cout if DASH_LOG_OUTPUT_STDOUT is
/// defined. It begins with the unit, the level and the position in the source.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/StreamConversion.h>

#include <sstream>
#include <string>

namespace dash::detail::logging {

enum class Level { error, warn, debug, trace };

/// Where a message comes from and where it is written.
struct Origin {
  Level level;
  const char* file;
  int line;
  bool to_stdout;
};

/// Whether messages of all levels are enabled at run time. They are at the start; the configuration
/// key DASH_ENABLE_LOGGING changes that.
DASH_API bool log_enabled() noexcept;
DASH_API void enable_log() noexcept;
DASH_API void disable_log() noexcept;

/// The prefix "[ Unit <global id> ] " of messages; the id is -1 before dash::init.
DASH_API std::string unit_prefix();

/// Writes one line, or several lines with the prefix on each.
DASH_API void write(const Origin& origin, const std::string& message);

/// Writes the context and the arguments, separated by blanks.
template <class Context, class... Args>
void log(const Origin& origin, const Context& context, const Args&... args)
{
  using dash::operator<<;
  if (!log_enabled()) return;
  std::ostringstream os;
  os << context;
  ((os << ' ' << args), ...);
  write(origin, os.str());
}

template <class Iterator>
void log_range(const Origin& origin, const char* context, Iterator first, Iterator last)
{
  if (!log_enabled()) return;
  std::ostringstream os;
  os << context << ' ';
  print_sequence(os, first, last);
  write(origin, os.str());
}

}  // namespace dash::detail::logging

#if defined(DASH_LOG_OUTPUT_STDOUT)
#define DASH__LOG_TO_STDOUT true
#else
#define DASH__LOG_TO_STDOUT false
#endif

#define DASH__LOG_ORIGIN(level_)                                                    \
  ::dash::detail::logging::Origin                                                   \
  {                                                                                 \
    ::dash::detail::logging::Level::level_, __FILE__, __LINE__, DASH__LOG_TO_STDOUT \
  }

#if defined(__CUDA_ARCH__)
#define DASH__LOG(level, ...) \
  do {                        \
  } while (0)
#define DASH__LOG_VAR(level, context, var) \
  do {                                     \
  } while (0)
#define DASH__LOG_RANGE(level, context, first, last) \
  do {                                               \
  } while (0)
#else
#define DASH__LOG(level, ...) ::dash::detail::logging::log(DASH__LOG_ORIGIN(level), __VA_ARGS__)
#define DASH__LOG_VAR(level, context, var) DASH__LOG(level, context, #var, "=", var)
#define DASH__LOG_RANGE(level, context, first, last) \
  ::dash::detail::logging::log_range(DASH__LOG_ORIGIN(level), context, first, last)
#endif

// Messages that are not compiled in still use their variables, so that no warning depends on the
// log level.
#define DASH__LOG_NOTHING(...) \
  do {                         \
  } while (0)
#define DASH__LOG_NOTHING_VAR(context, var) \
  do {                                      \
    if (false) static_cast<void>(var);      \
  } while (0)

#ifndef DASH_LOG_ERROR
#define DASH_LOG_ERROR(...) DASH__LOG(error, __VA_ARGS__)
#endif
#ifndef DASH_LOG_ERROR_VAR
#define DASH_LOG_ERROR_VAR(context, var) DASH__LOG_VAR(error, context, var)
#endif
#ifndef DASH_LOG_WARN
#define DASH_LOG_WARN(...) DASH__LOG(warn, __VA_ARGS__)
#endif
#ifndef DASH_LOG_WARN_VAR
#define DASH_LOG_WARN_VAR(context, var) DASH__LOG_VAR(warn, context, var)
#endif

#ifndef DASH_LOG_DEBUG
#if defined(DASH_ENABLE_LOGGING)
#define DASH_LOG_DEBUG(...) DASH__LOG(debug, __VA_ARGS__)
#else
#define DASH_LOG_DEBUG(...) DASH__LOG_NOTHING(__VA_ARGS__)
#endif
#endif
#ifndef DASH_LOG_DEBUG_VAR
#if defined(DASH_ENABLE_LOGGING)
#define DASH_LOG_DEBUG_VAR(context, var) DASH__LOG_VAR(debug, context, var)
#else
#define DASH_LOG_DEBUG_VAR(context, var) DASH__LOG_NOTHING_VAR(context, var)
#endif
#endif

#ifndef DASH_LOG_TRACE
#if defined(DASH_ENABLE_TRACE_LOGGING)
#define DASH_LOG_TRACE(...) DASH__LOG(trace, __VA_ARGS__)
#else
#define DASH_LOG_TRACE(...) DASH__LOG_NOTHING(__VA_ARGS__)
#endif
#endif
#ifndef DASH_LOG_TRACE_VAR
#if defined(DASH_ENABLE_TRACE_LOGGING)
#define DASH_LOG_TRACE_VAR(context, var) DASH__LOG_VAR(trace, context, var)
#else
#define DASH_LOG_TRACE_VAR(context, var) DASH__LOG_NOTHING_VAR(context, var)
#endif
#endif
#ifndef DASH_LOG_TRACE_RANGE
#if defined(DASH_ENABLE_TRACE_LOGGING)
#define DASH_LOG_TRACE_RANGE(context, first, last) DASH__LOG_RANGE(trace, context, first, last)
#else
#define DASH_LOG_TRACE_RANGE(context, first, last) DASH__LOG_NOTHING(context, first, last)
#endif
#endif

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
