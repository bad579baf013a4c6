#include <dash/detail/execution/ShippedSteps.h>

#include <dash/Exception.h>
#include <dash/detail/base/Module.h>

#include <dash/dart/if/dart_error.h>

#include <string>

namespace dash::detail {

namespace {

constexpr char module_file[] = "libdash-cuda.so";

StepLauncher find_no_step(const char* /*call*/)
{
  return nullptr;
}

ShippedStepsEntry load_module()
{
  const ModuleEntry entry = module_entry(module_file, shipped_steps_entry);
  if (entry.function != nullptr) return reinterpret_cast<ShippedStepsEntry>(entry.function);
  if (!dart_is_new_here(module_file)) return &find_no_step;
  DASH_LOG_WARN(
      "dash", "algorithms of programs that nvcc did not compile will not use the GPU, since " +
                  std::string(module_file) + " cannot be loaded: " + entry.failure +
                  "; build with -DDASH_WITH_CUDA=ON or set DART_MODULE_PATH");
  return &find_no_step;
}

}  // namespace

void open_shipped_steps()
{
  static const bool is_open = module_entry(module_file, shipped_steps_entry).function != nullptr;
  static_cast<void>(is_open);  // who needs the module says that it is missing
}

StepLauncher find_shipped_step(const char* call)
{
  static const ShippedStepsEntry find = load_module();
  return find(call);
}

}  // namespace dash::detail
