// Entry points of the module libdart-cuda.so.

#include <cstdlib>

#include "cuda_check.h"
#include "cuda_space.h"
#include "memory/gpu_survey.h"
#include "module_log.h"
#include "module_threads.h"
#include "survey.h"

namespace {

/// Settings of the driver, which it reads when it starts. Variables that are set win.
///
/// With lazy loading, the first launch of a kernel may wait for work on the GPU, which may be a
/// stream that waits for just this kernel: so all kernels are loaded at the start. If a variable or
/// an earlier start of the driver wants it otherwise, load_kernels() loads those of this module,
/// and a function of libdash those of algorithms.
///
/// Streams that wait for flags each occupy one of the GPU's queues, of which CUDA uses 8 by
/// default. Only GPU units have such streams; nothing that CPU units do on a GPU waits for
/// something else that they do there. A queue takes a process 30 to 150 ms to start, the longer the
/// more processes use the GPU.
void set_up_driver(bool for_gpu_unit)
{
  constexpr int keep = 0;
  setenv("CUDA_MODULE_LOADING", "EAGER", keep);
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", for_gpu_unit ? "32" : "1", keep);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) dart::DeviceSpace* dart_make_cuda_space(
    const dart::DeviceSetup& setup, void (*log)(int level, const char* text))
{
  dart::set_log_sink(log);
  dart::set_helper_function(setup.set_helper);
  dart::wait_sight = setup.wait_sight;
  dart::cuda::set_reporting_unit(setup.unit);
  set_up_driver(setup.is_gpu_unit(setup.unit));
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
