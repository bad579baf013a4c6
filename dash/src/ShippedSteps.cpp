#include <dash/detail/execution/ShippedSteps.h>

#include <dash/Exception.h>

#include <dash/dart/if/dart_error.h>

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace dash::detail {

namespace {

constexpr char module_file[] = "libdash-cuda.so";

/// The folder that contains this library and its modules.
std::string library_folder()
{
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&find_shipped_step), &info) == 0) return ".";
  const std::string path = info.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

StepLauncher find_no_step(const char* /*call*/)
{
  return nullptr;
}

ShippedStepsEntry load_module()
{
  const char* const folder = secure_getenv("DART_MODULE_PATH");
  const std::string path = (folder ? std::string(folder) : library_folder()) + "/" + module_file;
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const entry = module ? dlsym(module, shipped_steps_entry) : nullptr;
  if (entry != nullptr) return reinterpret_cast<ShippedStepsEntry>(entry);
  const char* const cause = dlerror();
  if (!dart_is_new_here(module_file)) return &find_no_step;
  DASH_LOG_WARN(
      "dash", "algorithms of programs that nvcc did not compile will not use the GPU, since " +
                  std::string(module_file) + " cannot be loaded: " + (cause ? cause : path) +
                  "; build with -DDASH_WITH_CUDA=ON or set DART_MODULE_PATH");
  return &find_no_step;
}

}  // namespace

StepLauncher find_shipped_step(const char* call)
{
  static const ShippedStepsEntry find = load_module();
  return find(call);
}

}  // namespace dash::detail
