#pragma once

/// \file
/// Optional parts of the runtime: shared objects beside its library, loaded when a run needs them.

#include <string>

namespace dart {

/// Loads the module \c file and returns its function \c entry. DART_MODULE_PATH names another
/// folder.
/// \param remedy what to do if the module is not there, for the message
/// \throws std::runtime_error if it cannot be loaded
void* module_entry(const std::string& file, const char* entry, const std::string& remedy);

}  // namespace dart
