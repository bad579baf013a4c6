#pragma once

/// \file
/// Messages of the runtime on standard error, one write per line: "[unit 2] dart error: …".

#include <string>

#include "dash/dart/if/dart_config.h"

namespace dart {

enum class LogLevel { error, warn, info, debug, trace };

/// Sets the level from DART_LOG_LEVEL (ERROR … TRACE or DART_LOGLEVEL_ERROR …); default: warn.
void log_init();

/// Names the calling unit in later messages; -1: not known yet.
void log_set_unit(int unit);

/// The settings that programs may change.
dart_config_t& log_config();

bool log_enabled(LogLevel level);

/// Writes a message; keeps an error as text if the caller of the C interface asks for that, see
/// dart_error.h.
void log(LogLevel level, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// The errors that were kept on the calling thread, separated by "; ".
std::string& kept_errors();

}  // namespace dart

/// Logs and returns \c code from the enclosing function unless \c condition holds.
#define DART_REQUIRE(condition, code, ...)               \
  do {                                                   \
    if (!(condition)) [[unlikely]] {                     \
      ::dart::log(::dart::LogLevel::error, __VA_ARGS__); \
      return (code);                                     \
    }                                                    \
  } while (false)
