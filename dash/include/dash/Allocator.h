#pragma once

/// \file
/// Allocators of global memory.

#include <dash/allocator/AllocationPolicy.h>
#include <dash/allocator/AllocatorBase.h>
#include <dash/allocator/AllocatorTraits.h>
#include <dash/allocator/EpochSynchronizedAllocator.h>
#include <dash/allocator/GlobalAllocator.h>
