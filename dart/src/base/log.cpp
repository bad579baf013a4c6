#include "base/log.h"

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "dash/dart/if/dart_error.h"

__thread int dart_errors_kept = 0;
__thread const char* dart_current_call = nullptr;
__thread dart_current_range_t dart_current_range = {0, nullptr};

#include "base/environment.h"

namespace dart {
namespace {

constexpr const char* level_names[] = {"error", "warn", "info", "debug", "trace"};

std::atomic<LogLevel> threshold{LogLevel::warn};
std::atomic<int> unit_id{-1};
dart_config_t config{1};

}  // namespace

void log_init()
{
  const char* value = environment("DART_LOG_LEVEL");
  if (value == nullptr || *value == '\0') return;
  constexpr char prefix[] = "DART_LOGLEVEL_";
  const char* name = value;
  if (strncasecmp(name, prefix, sizeof prefix - 1) == 0) name += sizeof prefix - 1;
  for (int level = 0; level < 5; ++level) {
    if (strcasecmp(name, level_names[level]) == 0) {
      threshold = static_cast<LogLevel>(level);
      return;
    }
  }
  log(LogLevel::warn, "DART_LOG_LEVEL=%s is none of ERROR, WARN, INFO, DEBUG, TRACE; ignored",
      value);
}

void log_set_unit(int unit)
{
  unit_id = unit;
}

bool log_enabled(LogLevel level)
{
  return config.log_enabled != 0 && level <= threshold.load(std::memory_order_relaxed);
}

namespace {

/// Writes in front of a message what the program has called, if it is not the runtime itself.
/// \return number of characters
std::size_t name_call(char* text, std::size_t bytes)
{
  if (dart_current_call == nullptr) return 0;
  const int length = std::snprintf(text, bytes, "%.80s: ", dart_current_call);
  return std::min<std::size_t>(length, bytes - 1);
}

/// \return false if there is no memory for the text
bool keep(const char* format, va_list arguments) noexcept
{
  char text[1024];
  const std::size_t used = name_call(text, sizeof text);
  std::vsnprintf(text + used, sizeof text - used, format, arguments);
  try {
    std::string& kept = kept_errors();
    if (!kept.empty()) kept += "; ";
    kept += text;
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace

std::string& kept_errors()
{
  thread_local std::string errors;
  return errors;
}

void log(LogLevel level, const char* format, ...)
{
  if (level == LogLevel::error && dart_errors_kept > 0) {
    va_list arguments;
    va_start(arguments, format);
    const bool is_kept = keep(format, arguments);
    va_end(arguments);
    if (is_kept) return;
  }
  if (!log_enabled(level)) return;
  char line[1024];
  const int unit = unit_id.load(std::memory_order_relaxed);
  int used = unit >= 0 ? std::snprintf(line, sizeof line, "[unit %d] ", unit) : 0;
  used += std::snprintf(
      line + used, sizeof line - used, "dart %s: ", level_names[static_cast<int>(level)]);
  if (level <= LogLevel::warn) used += name_call(line + used, sizeof line - used);
  va_list arguments;
  va_start(arguments, format);
  used += std::vsnprintf(line + used, sizeof line - used, format, arguments);
  va_end(arguments);
  used = std::min<int>(used, sizeof line - 2);
  line[used++] = '\n';
  // One write, so that lines of several units do not mix.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, used);
}

dart_config_t& log_config()
{
  return config;
}

}  // namespace dart
