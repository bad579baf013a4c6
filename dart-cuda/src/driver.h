#pragma once

/// \file
/// Calls of the CUDA driver API, which are looked up on first use, so that machines without a
/// driver can load this module.

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
  X(cuPointerGetAttributes)                                                                        \
  X(cuThreadExchangeStreamCaptureMode)                                                             \
  X(cuStreamWriteValue64) X(cuStreamWaitValue64)
// clang-format on

struct Driver {
#define X(call) decltype(&::call) call;
  DART_DRIVER_CALLS(X)
#undef X
};

/// The calls; the first call loads the driver.
/// \throws std::runtime_error if there is no driver that has them
const Driver& driver();

/// Whether driver() has succeeded before.
bool driver_loaded();

/// Whether this process may have CUDA memory, allocated by this module or by the program. This is a
/// quick test.
bool process_uses_cuda();

}  // namespace dart::cuda
