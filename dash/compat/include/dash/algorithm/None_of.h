#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/algorithm/NoneOf.h>.

#include <dash/algorithm/NoneOf.h>
