#include "modules.h"

#include <dlfcn.h>

#include <string>

#include "base/environment.h"

namespace dart::launcher {

std::string module_path(const std::string& file)
{
  const char* folder = environment("DART_MODULE_PATH");
  return folder != nullptr ? std::string(folder) + '/' + file : file;
}

std::string module_trouble(const std::string& file)
{
  void* const module = dlopen(module_path(file).c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (module == nullptr) return dlerror();
  dlclose(module);
  return {};
}

GpuSurvey survey_gpus()
{
  GpuSurvey survey;
  const std::string path = module_path("libdart-cuda.so");
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    survey.trouble = std::string("no CUDA module: ") + dlerror() +
                     "; build with -DDASH_WITH_CUDA=ON, or use --gpu-backend emulated";
    return survey;
  }
  const auto entry = reinterpret_cast<GpuSurveyEntry>(dlsym(module, gpu_survey_entry));
  if (entry == nullptr) {
    survey.trouble = path + " is not a module of this library";
  } else {
    entry(&survey);
  }
  return survey;
}

}  // namespace dart::launcher
