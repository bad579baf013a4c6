#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/UnorderedMap.h>.

#include <dash/UnorderedMap.h>
