#pragma once

/// \file
/// dash::Atomic, the type of elements that all units change atomically.

#include <dash/Types.h>
#include <dash/atomic/AtomicOperation.h>
#include <dash/atomic/GlobAtomicRef.h>
#include <dash/atomic/Type.h>
