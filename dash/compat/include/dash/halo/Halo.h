#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/Halo.h>.

#include <dash/Halo.h>
