#ifndef DASH__ALLOCATOR_H__INCLUDED
#define DASH__ALLOCATOR_H__INCLUDED

#include <dash/allocator/AllocationPolicy.h>
#include <dash/allocator/AllocatorBase.h>
#include <dash/allocator/AllocatorTraits.h>
#include <dash/allocator/EpochSynchronizedAllocator.h>
#include <dash/allocator/GlobalAllocator.h>

#endif  // DASH__ALLOCATOR_H__INCLUDED
