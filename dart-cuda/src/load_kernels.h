#pragma once

/// \file
/// Loading of this module's kernels in advance.

namespace dart::cuda {

/// Loads all kernels of the module on the selected GPU, whatever CUDA_MODULE_LOADING says:
/// otherwise the first launch of a kernel would wait for what is in progress on the GPU, and that
/// may be a stream or a kernel that waits for just this launch. \throws CudaError
void load_kernels();

}  // namespace dart::cuda
