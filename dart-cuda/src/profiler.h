#pragma once

#include "trace/trace.h"

namespace dart::cuda {

/// The profiler of NVIDIA that observes this process; nullptr if there is none.
const trace::Profiler* attached_profiler();

}  // namespace dart::cuda
