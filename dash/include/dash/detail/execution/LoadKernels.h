#pragma once

/// \file
/// Registers the kernels of each file that includes it (KernelFiles.h). Only for nvcc.

#include <dash/detail/base/KernelFiles.h>

#include <cuda.h>
#include <cuda_runtime.h>

#include <vector>

namespace dash::detail {

/// Finds a call of the driver API, which programs do not link. \return whether there is one
template <class Call>
bool find_driver_call(Call& call, const char* name)
{
  constexpr unsigned first_with_all = 12040;  // version of CUDA
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found{};
  const cudaError_t code =
      cudaGetDriverEntryPointByVersion(name, &address, first_with_all, cudaEnableDefault, &found);
  call = reinterpret_cast<Call>(address);
  return code == cudaSuccess && found == cudaDriverEntryPointSuccess;
}

/// Loads all kernels that were compiled together with a function of the driver. An older driver
/// cannot do that: it loads them at the start, because the runtime tells it to.
inline bool load_module_of(CUfunction function)
{
  decltype(&::cuFuncGetModule) module_of = nullptr;
  decltype(&::cuModuleGetFunctionCount) count_in = nullptr;
  decltype(&::cuModuleEnumerateFunctions) list = nullptr;
  decltype(&::cuFuncLoad) load = nullptr;
  if (!find_driver_call(module_of, "cuFuncGetModule") ||
      !find_driver_call(count_in, "cuModuleGetFunctionCount") ||
      !find_driver_call(list, "cuModuleEnumerateFunctions") ||
      !find_driver_call(load, "cuFuncLoad")) {
    return false;
  }
  CUmodule module = nullptr;
  unsigned count = 0;
  if (module_of(&module, function) != CUDA_SUCCESS) return false;
  if (count_in(&count, module) != CUDA_SUCCESS) return false;
  std::vector<CUfunction> all(count);
  bool is_loaded = list(all.data(), count, module) == CUDA_SUCCESS;
  for (const CUfunction each : all) is_loaded = is_loaded && load(each) == CUDA_SUCCESS;
  return is_loaded;
}

/// Loads all kernels that were compiled together with this one. What fails is an error of the first
/// launch, which knows what it is for.
inline void load_kernels_beside(const void* kernel)
{
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;  // this is no part of a graph
  static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode));
  cudaFunction_t function = nullptr;
  const bool is_found = cudaGetFuncBySymbol(&function, kernel) == cudaSuccess;
  if (is_found) static_cast<void>(load_module_of(function));
  if (!is_found) static_cast<void>(cudaGetLastError());
  static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode));
}

namespace {

/// It stands for the file: the driver keeps the kernels of a file together.
__global__ void kernel_of_file() {}

const KernelFile kernel_file([] {
  load_kernels_beside(reinterpret_cast<const void*>(&kernel_of_file));
});

}  // namespace

}  // namespace dash::detail
