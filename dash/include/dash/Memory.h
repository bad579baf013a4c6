#pragma once

#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/MemorySpace.h>
#include <dash/memory/UniquePtr.h>
