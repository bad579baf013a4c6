#pragma once

/// \file
/// How threads of the host wait for work on a GPU: other threads may capture a graph meanwhile, and
/// the wait is visible to those who ask where the unit is.

#include <cuda_runtime.h>

#include "base/wait_place.h"
#include "cuda_check.h"
#include "uncaptured_calls.h"

namespace dart::cuda {

/// Whether all work on the stream is complete.
/// \throws as check() if some of it has failed
inline bool is_complete(cudaStream_t stream)
{
  const UncapturedCalls uncaptured;
  const cudaError_t state = cudaStreamQuery(stream);
  if (state != cudaErrorNotReady) check(state, "cudaStreamQuery");
  return state == cudaSuccess;
}

/// Whether the work before the event is complete.
/// \throws as check() if some of it has failed
inline bool is_complete(cudaEvent_t event)
{
  const UncapturedCalls uncaptured;
  const cudaError_t state = cudaEventQuery(event);
  if (state != cudaErrorNotReady) check(state, "cudaEventQuery");
  return state == cudaSuccess;
}

/// Waits for all work on the stream.
/// \throws as check() if some of it has failed
inline void wait_for(cudaStream_t stream)
{
  const UncapturedCalls uncaptured;
  const ShownLibraryCall shown("cudaStreamSynchronize");
  DART_CUDA(cudaStreamSynchronize(stream));
}

/// Waits for the work before the event.
/// \throws as check() if some of it has failed
inline void wait_for(cudaEvent_t event)
{
  const UncapturedCalls uncaptured;
  const ShownLibraryCall shown("cudaEventSynchronize");
  DART_CUDA(cudaEventSynchronize(event));
}

}  // namespace dart::cuda
