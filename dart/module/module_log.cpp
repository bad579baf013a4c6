#include "module_log.h"

#include <cstdarg>
#include <cstdio>

#include "base/log.h"

namespace dart {
namespace {

LogSink sink = nullptr;

}  // namespace

void set_log_sink(LogSink new_sink)
{
  sink = new_sink;
}

/// Always true: the runtime filters the messages.
bool log_enabled(LogLevel)
{
  return sink != nullptr;
}

void log(LogLevel level, const char* format, ...)
{
  if (sink == nullptr) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sink(static_cast<int>(level), text);
}

}  // namespace dart
