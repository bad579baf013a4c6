// Entry points of the module libdart-cuda.so.

#include "cuda_check.h"
#include "cuda_space.h"
#include "memory/gpu_survey.h"
#include "module_log.h"
#include "module_threads.h"
#include "survey.h"

extern "C" __attribute__((visibility("default"))) dart::DeviceSpace* dart_make_cuda_space(
    const dart::DeviceSetup& setup, void (*log)(int level, const char* text))
{
  dart::set_log_sink(log);
  dart::set_helper_function(setup.set_helper);
  dart::cuda::set_reporting_unit(setup.unit);
  return new dart::cuda::CudaSpace(setup);
}

extern "C" __attribute__((visibility("default"))) void dart_cuda_survey(dart::GpuSurvey* survey)
{
  try {
    *survey = dart::cuda::take_survey();
  } catch (const std::exception& failure) {
    survey->trouble = failure.what();
  }
}
