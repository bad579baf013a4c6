#include "profiler.h"

#include <nvtx3/nvToolsExt.h>

#include <cstdlib>

namespace dart::cuda {

const trace::Profiler* attached_profiler()
{
  static const trace::Profiler nvtx{
      [](const char* name) { nvtxRangePushA(name); }, [] { nvtxRangePop(); }};
  // NVTX finds the profiler by this variable.
  return secure_getenv("NVTX_INJECTION64_PATH") != nullptr ? &nvtx : nullptr;
}

}  // namespace dart::cuda
