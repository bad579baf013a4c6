#ifndef DASH__MEMORY_H__INCLUDED
#define DASH__MEMORY_H__INCLUDED

#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/MemorySpace.h>
#include <dash/memory/UniquePtr.h>

#endif  // DASH__MEMORY_H__INCLUDED
