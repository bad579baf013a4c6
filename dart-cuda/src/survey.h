#pragma once

#include "memory/gpu_survey.h"

namespace dart::cuda {

/// What the visible GPUs and their links can do. Makes no context.
/// \throws std::runtime_error with the remedy where no GPU can be used
GpuSurvey take_survey();

}  // namespace dart::cuda
