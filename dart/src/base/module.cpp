#include "base/module.h"

#include <dlfcn.h>

#include <stdexcept>

#include "base/environment.h"
#include "base/log.h"

namespace dart {
namespace {

/// The folder that contains this library and its modules.
std::string library_folder()
{
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&module_entry), &info) == 0) return ".";
  const std::string path = info.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

}  // namespace

void log_for_module(int level, const char* text)
{
  log(static_cast<LogLevel>(level), "%s", text);
}

void* module_entry(const std::string& file, const char* entry, const std::string& remedy)
{
  const char* folder = environment("DART_MODULE_PATH");
  const std::string path = (folder ? std::string(folder) : library_folder()) + "/" + file;
  // The symbols are global because Open MPI opens plug-ins of its own that need them.
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    throw std::runtime_error(
        std::string("the module cannot be loaded: ") + dlerror() + "; " + remedy);
  }
  void* function = dlsym(module, entry);
  if (function == nullptr) throw std::runtime_error(path + " is not a module of this library");
  return function;
}

}  // namespace dart
