#include "cuda_check.h"

#include <mutex>
#include <string>
#include <string_view>

#include "base/log.h"
#include "driver.h"
#include "gpu.h"
#include "uncaptured_calls.h"

namespace dart::cuda {

std::atomic<bool> cuda_is_broken{false};

namespace {

unsigned reporting_unit = 0;
std::atomic<bool> breakage_reported{false};
std::mutex breakage_mutex;
std::string breakage_text;

/// The name "cudaMemcpyAsync" of the call "cudaMemcpyAsync(to, from, …)", without the prefix for
/// calls of the driver.
std::string_view name_of(std::string_view call)
{
  constexpr std::string_view table = "driver().";
  if (call.starts_with(table)) call.remove_prefix(table.size());
  return call.substr(0, call.find('('));
}

std::string current_gpu()
{
  const int gpu = selected_gpu();
  return gpu < 0 ? "no GPU selected" : "GPU " + std::to_string(gpu);
}

/// Whether a call was refused because of a stream that is being captured into a graph, which may be
/// one of the program.
bool is_refused_in_capture(cudaError_t code)
{
  return code >= cudaErrorStreamCaptureUnsupported && code <= cudaErrorStreamCaptureWrongThread;
}

/// Whether an error is sticky, that is, every later call of the process returns it again.
bool is_sticky()
{
  CUcontext context = nullptr;
  if (driver_loaded()) driver().cuCtxGetCurrent(&context);
  if (context == nullptr) return false;
  const UncapturedCalls uncaptured;
  cudaGetLastError();
  const cudaError_t state = cudaStreamQuery(cudaStreamLegacy);
  return state != cudaSuccess && state != cudaErrorNotReady && !is_refused_in_capture(state);
}

[[noreturn]] void raise(const char* name, const char* description, std::string_view call)
{
  std::string text = "unit " + std::to_string(reporting_unit) + ", " + current_gpu() + ": " +
                     std::string(name_of(call)) + " failed: " + name + " (" + description + ")";
  const bool is_broken = is_sticky();
  std::lock_guard guard(breakage_mutex);
  if (is_broken && !cuda_is_broken) {
    text += "; the first failing call was " + std::string(call) +
            ", a kernel launched before it may be the cause; this unit cannot use its GPU any more";
    breakage_text = text;
    cuda_is_broken = true;
  }
  throw CudaError(text);
}

}  // namespace

std::string breakage()
{
  std::lock_guard guard(breakage_mutex);
  return breakage_text;
}

void set_reporting_unit(unsigned unit)
{
  reporting_unit = unit;
}

void raise(cudaError_t code, const char* call)
{
  raise(cudaGetErrorName(code), cudaGetErrorString(code), call);
}

void raise(CUresult code, const char* call)
{
  const char* name = "unknown error";
  const char* description = "no description";
  if (driver_loaded()) {
    driver().cuGetErrorName(code, &name);
    driver().cuGetErrorString(code, &description);
  }
  raise(name, description, call);
}

void report(const std::exception& failure)
{
  if (cuda_is_broken && breakage_reported.exchange(true)) return;
  log(LogLevel::error, "%s", failure.what());
}

}  // namespace dart::cuda
