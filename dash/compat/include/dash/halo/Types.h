#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/halo/HaloTypes.h>.

#include <dash/halo/HaloTypes.h>
