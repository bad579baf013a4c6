#pragma once

/// \file
/// Kernels that perform atomic operations where the memory is.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart::cuda {

/// An operation as kernels get it: all addresses are the GPU's.
struct AtomicLaunch {
  dart_datatype_t type;
  dart_operation_t operation;  ///< DART_OP_UNDEFINED: compare and swap
  void* target;
  const void* operand;  ///< nullptr: zeros
  const void* compare;  ///< nullptr: zeros
  void* result;         ///< old values, or nullptr
  std::size_t elements;
};

/// Whether kernels serve elements of this type at this address.
bool has_atomic_kernel(dart_datatype_t type, std::uintptr_t address);

cudaError_t launch_atomic(const AtomicLaunch& launch, cudaStream_t stream);

/// Loads the kernels on the selected GPU: a first launch would wait for kernels that run, and those
/// may wait for the operation.
cudaError_t load_atomic_kernels();

}  // namespace dart::cuda
