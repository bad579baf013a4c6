#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace dash::test {

/// to[i] = from[i] + 1 in a kernel; complete on return.
cudaError_t add_one(const int* from, int* to, std::size_t elements, cudaStream_t stream);

/// A kernel that stores at an address that nothing lies at. \return the error of the launch alone
cudaError_t launch_bad_store(cudaStream_t stream);

}  // namespace dash::test
