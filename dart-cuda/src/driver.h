#pragma once

/// \file
/// Calls of the CUDA driver API, found when they are first needed: machines without a driver can
/// load this module.

#include <cuda.h>

namespace dart::cuda {

// clang-format off
#define DART_DRIVER_CALLS(X)                                                                       \
  X(cuGetErrorName) X(cuGetErrorString)                                                            \
  X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuDeviceGetUuid) X(cuDeviceTotalMem)                    \
  X(cuDevicePrimaryCtxRetain)                                                                      \
  X(cuCtxGetCurrent) X(cuCtxSetCurrent) X(cuCtxPushCurrent) X(cuCtxPopCurrent)                     \
  X(cuMemGetAllocationGranularity) X(cuMemAddressReserve) X(cuMemAddressFree)                      \
  X(cuMemCreate) X(cuMemRelease) X(cuMemMap) X(cuMemUnmap) X(cuMemSetAccess)                       \
  X(cuMemExportToShareableHandle) X(cuMemImportFromShareableHandle)                                \
  X(cuMemGetHandleForAddressRange)                                                                 \
  X(cuPointerGetAttributes)
// clang-format on

struct Driver {
#define X(call) decltype(&::call) call;
  DART_DRIVER_CALLS(X)
#undef X
};

/// The calls; loads the driver the first time.
/// \throws std::runtime_error without a driver that has them
const Driver& driver();

/// Whether driver() succeeded before.
bool driver_loaded();

/// Whether this process, by this module or by itself, may have CUDA memory. Quick.
bool process_uses_cuda();

}  // namespace dart::cuda
