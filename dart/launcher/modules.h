#pragma once

/// \file
/// What tools need to know of the runtime's modules: whether they can be loaded, and which GPUs
/// there are.

#include <string>

#include "memory/gpu_survey.h"

namespace dart::launcher {

/// The path of a module: in the folder DART_MODULE_PATH, or else relative to the tool's own run
/// path.
std::string module_path(const std::string& file);

/// The reason why a module cannot be loaded; empty if it can.
std::string module_trouble(const std::string& file);

/// The GPUs of this host, according to the module libdart-cuda.so. If the module, a driver or a GPU
/// is missing, the survey's \c trouble says so.
GpuSurvey survey_gpus();

}  // namespace dart::launcher
