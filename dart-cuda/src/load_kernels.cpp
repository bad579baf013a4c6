#include "load_kernels.h"

#include "atomic_kernel.h"
#include "box_kernel.h"
#include "channel_kernels.h"
#include "combine_kernel.h"
#include "copy_kernel.h"
#include "cuda_check.h"
#include "stream_kernels.h"

namespace dart::cuda {

void load_kernels()
{
  DART_CUDA(load_atomic_kernels());
  DART_CUDA(load_box_kernels());
  DART_CUDA(load_channel_kernels());
  DART_CUDA(load_combine_kernels());
  DART_CUDA(load_copy_kernel());
  DART_CUDA(load_stream_kernels());
}

}  // namespace dart::cuda
