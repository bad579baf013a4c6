#pragma once

#include "trace/trace.h"

namespace dart::cuda {

/// NVIDIA's profiler of this process; nullptr if none is attached.
const trace::Profiler* attached_profiler();

}  // namespace dart::cuda
