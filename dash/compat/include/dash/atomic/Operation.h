#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/atomic/AtomicOperation.h>.

#include <dash/atomic/AtomicOperation.h>
