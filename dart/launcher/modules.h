#pragma once

/// \file
/// The modules of the runtime, as far as tools use them: whether they are there, what GPUs there
/// are.

#include <string>

#include "memory/gpu_survey.h"

namespace dart::launcher {

/// Where a tool finds a module: in the folder DART_MODULE_PATH, else by the tool's own run path.
std::string module_path(const std::string& file);

/// Why a module cannot be loaded; empty: it can.
std::string module_trouble(const std::string& file);

/// GPUs of this host, by the module libdart-cuda.so. Without the module, a driver or a GPU, the
/// survey's \c trouble says so.
GpuSurvey survey_gpus();

}  // namespace dart::launcher
