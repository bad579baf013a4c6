#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/algorithm/LocalRange.h>.

#include <dash/algorithm/LocalRange.h>
