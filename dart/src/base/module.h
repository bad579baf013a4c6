#pragma once

/// \file
/// Optional parts of the runtime: shared objects beside its library, which are loaded if a run
/// needs them.

#include <string>

namespace dart {

/// Puts a message of a module into the runtime's log. \param level of LogLevel
void log_for_module(int level, const char* text);

/// Loads the module \c file and returns its function \c entry. DART_MODULE_PATH may name another
/// folder.
/// \param remedy  what to do if the module is missing, for the message
/// \throws std::runtime_error if it cannot be loaded
void* module_entry(const std::string& file, const char* entry, const std::string& remedy);

}  // namespace dart
