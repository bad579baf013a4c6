#pragma once

/// \file
/// The log inside of a module that the runtime loads: it goes to the runtime's.

namespace dart {

/// The runtime's log function, which is passed to the module; \c level is a LogLevel.
using LogSink = void (*)(int level, const char* text);

void set_log_sink(LogSink new_sink);

}  // namespace dart
