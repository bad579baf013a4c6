#pragma once

/// \file
/// Kernels that are loaded before anything waits on the GPU.

#include <dash/detail/base/Macro.h>

namespace dash::detail {

/// Registers a file with kernels: while it exists, load_kernels calls the function. Instances are
/// constants at file scope.
class DASH_API KernelFile {
 public:
  explicit KernelFile(void (*load)());
  KernelFile(const KernelFile&) = delete;
  KernelFile& operator=(const KernelFile&) = delete;
  ~KernelFile();

 private:
  void (*load_)();
};

/// Loads the kernels of all files of the program and of the module libdash-cuda.so on the calling
/// unit's GPU, if it has one of CUDA, each only once. Whoever makes streams or kernels wait calls
/// it before. Local, thread-safe.
///
/// CUDA may load kernels when they are first launched, if CUDA_MODULE_LOADING is LAZY or the driver
/// was started before the runtime, and always loads those of a module that the process opens
/// later. Loading waits for what is in progress on the GPU, and that may wait for the launch.
DASH_API void load_kernels();

}  // namespace dash::detail
