#pragma once

/// \file
/// Modules that the library loads when they are needed first.

#include <string>

namespace dash::detail {

/// A function of a module, or why there is none.
struct ModuleEntry {
  void* function = nullptr;
  std::string failure;
};

/// Loads a module from the folder of this library, or from DART_MODULE_PATH, and finds a function
/// in it.
ModuleEntry module_entry(const char* file, const char* function);

}  // namespace dash::detail
