#pragma once

/// \file
/// Failures of CUDA calls: one line checks a call, one place words the message.

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace dart::cuda {

/// A call failed; the text names unit, GPU, call and reason.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Unit that messages of this process name.
void set_reporting_unit(unsigned unit);

/// Whether a failure left the process's CUDA state unusable; it was reported when it was found.
extern std::atomic<bool> cuda_is_broken;

/// What report() said of it; empty if nothing broke.
std::string breakage();

[[noreturn]] void raise(cudaError_t code, const char* call);
[[noreturn]] void raise(CUresult code, const char* call);

inline void check(cudaError_t code, const char* call)
{
  if (code != cudaSuccess) [[unlikely]]
    raise(code, call);
}
inline void check(CUresult code, const char* call)
{
  if (code != CUDA_SUCCESS) [[unlikely]]
    raise(code, call);
}

/// Logs why an operation failed; once for a broken CUDA state.
void report(const std::exception& failure);

/// Result of \c operation, or \c otherwise after a message when it throws. Nothing is tried once
/// CUDA is broken.
template <class Result, class Operation>
Result guarded(Result otherwise, Operation operation)
{
  if (cuda_is_broken.load(std::memory_order_relaxed)) [[unlikely]]
    return otherwise;
  try {
    return operation();
  } catch (const std::exception& failure) {
    report(failure);
    return otherwise;
  }
}

}  // namespace dart::cuda

/// Performs a call of the runtime or the driver API. \throws CudaError
#define DART_CUDA(call) ::dart::cuda::check((call), #call)
