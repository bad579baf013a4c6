#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/UnitId.h>.

#include <dash/UnitId.h>
