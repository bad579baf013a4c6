#pragma once

/// \file
/// Memory spaces: kinds of global memory, and global memory that grows.

#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/MemorySpace.h>
#include <dash/memory/UniquePtr.h>
