#pragma once

/// \file
/// Errors of CUDA calls: one line checks a call, and one place forms the message.

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace dart::cuda {

/// A CUDA call has failed; the text names unit, GPU, call and reason.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sets the unit that messages of this process name.
void set_reporting_unit(unsigned unit);

/// Whether an error has made the process's CUDA state unusable; it was reported when it was
/// detected.
extern std::atomic<bool> cuda_is_broken;

/// The message that report() logged about this error; empty if there was none.
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

/// The result of an allocation. \return false if there is not enough memory; later calls do not see
/// that error
inline bool is_allocated(cudaError_t code, const char* call)
{
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return false;
  }
  check(code, call);
  return true;
}

/// Logs why an operation failed; once only if the CUDA state is broken.
void report(const std::exception& failure);

/// Returns the result of \c operation, or, after a message, \c otherwise if it throws. Does not
/// call \c operation if the CUDA state is broken.
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

/// Makes a call of the runtime or driver API and checks its result. \throws CudaError
#define DART_CUDA(call) ::dart::cuda::check((call), #call)
