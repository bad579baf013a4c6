#pragma once

/// \file
/// Kernels that execute atomic operations on the GPU that holds the memory.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart::cuda {

/// An operation as kernels get it: all addresses are valid on the GPU.
struct AtomicLaunch {
  dart_datatype_t type;
  dart_operation_t operation;  ///< DART_OP_UNDEFINED means compare-and-swap
  void* target;
  const void* operand;  ///< nullptr means zeros
  const void* compare;  ///< nullptr means zeros
  void* result;         ///< receives the old values, unless it is nullptr
  std::size_t elements;
};

/// Whether kernels support elements of this type at this address.
bool has_atomic_kernel(dart_datatype_t type, std::uintptr_t address);

cudaError_t launch_atomic(const AtomicLaunch& launch, cudaStream_t stream);

/// Loads the kernels on the selected GPU, for load_kernels().
cudaError_t load_atomic_kernels();

}  // namespace dart::cuda
