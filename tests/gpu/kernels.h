#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace dash::test {

/// Computes to[i] = from[i] + 1 in a kernel; complete on return.
cudaError_t add_one(const int* from, int* to, std::size_t elements, cudaStream_t stream);

/// Launches a kernel that stores at an address without memory. \return only the error of the launch
cudaError_t launch_bad_store(cudaStream_t stream);

}  // namespace dash::test
