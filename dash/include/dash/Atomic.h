#pragma once

#include <dash/Types.h>
#include <dash/atomic/AtomicOperation.h>
#include <dash/atomic/GlobAtomicRef.h>
#include <dash/atomic/Type.h>
