#pragma once

#include "memory/gpu_survey.h"

namespace dart::cuda {

/// The properties of the visible GPUs and of the links between them. Creates no context.
/// \throws std::runtime_error with the remedy if no GPU can be used
GpuSurvey take_survey();

}  // namespace dart::cuda
