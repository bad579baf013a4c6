#pragma once

/// \file
/// Memory spaces: where global memory lies, and how it grows.

#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/MemorySpace.h>
#include <dash/memory/UniquePtr.h>
