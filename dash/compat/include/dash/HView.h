#pragma once

/// \file
/// The name that programs of DASH 0.4 include for views of levels of the hardware; there are none.

#include <dash/View.h>
