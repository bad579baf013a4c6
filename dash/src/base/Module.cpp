#include <dash/detail/base/Module.h>

#include <dlfcn.h>

#include <cstdlib>

namespace dash::detail {

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

ModuleEntry module_entry(const char* file, const char* function)
{
  const char* const folder = secure_getenv("DART_MODULE_PATH");
  const std::string path = (folder ? std::string(folder) : library_folder()) + "/" + file;
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const entry = module ? dlsym(module, function) : nullptr;
  if (entry != nullptr) return {entry, {}};
  const char* const cause = dlerror();
  return {nullptr, cause ? cause : path};
}

}  // namespace dash::detail
