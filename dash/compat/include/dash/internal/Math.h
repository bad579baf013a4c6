#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/Math.h>.

#include <dash/Math.h>
#include <dash/internal/Macro.h>
