#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/detail/base/StreamConversion.h>.

#include <dash/detail/base/StreamConversion.h>
