#pragma once

/// \file
/// GPU units: whose part of the global memory is device memory. Extension of the DART interface.

#include <stdbool.h>

#include <dash/dart/if/dart_globmem.h>

DART_INTERFACE_ON

/// What computes for a unit, and so where its part of the global memory lies.
typedef enum {
  DART_UNIT_CPU = 0,  ///< host memory
  DART_UNIT_GPU = 1   ///< memory of a GPU, which several units may share
} dart_unit_kind_t;

/// What plays the GPUs of a run.
typedef enum {
  DART_GPU_NONE = 0,      ///< no unit is a GPU unit
  DART_GPU_EMULATED = 1,  ///< host memory and threads; kernels are host functions
  DART_GPU_CUDA = 2
} dart_gpu_backend_t;

/// Which memory an allocation takes.
typedef enum {
  DART_MEMORY_UNIT = 0,  ///< device memory on GPU units, host memory on CPU units
  DART_MEMORY_HOST = 1   ///< host memory on every unit
} dart_memory_t;

/// Segment of the memory that dart_memalloc_in takes from the hosts of GPU units.
#define DART_SEGMENT_LOCAL_HOST ((int16_t)32767)

/// What plays the GPUs of this run; DART_GPU_NONE before dart_init, too. Local.
DART_API dart_gpu_backend_t dart_gpu_backend(void) DART_NOTHROW;

/// Kind of a unit. Local. \return DART_ERR_INVAL if there is no such unit
DART_API dart_ret_t dart_unit_kind(dart_global_unit_t unit, dart_unit_kind_t* kind) DART_NOTHROW;

/// Number of the GPU that a unit stands for, as CUDA counts them; -1 for CPU units. Local.
DART_API dart_ret_t dart_unit_gpu(dart_global_unit_t unit, int* gpu) DART_NOTHROW;

/// The calling GPU unit's stream for kernels: a cudaStream_t; NULL (with DART_OK) where the GPU is
/// emulated. Selects the unit's GPU for the calling thread, too. Kernels on it have to be complete
/// before memory that they use is freed, and before dart_exit. Local.
/// \return DART_ERR_INVAL on CPU units
DART_API dart_ret_t dart_gpu_stream(void** stream) DART_NOTHROW;

/// As dart_memalloc and dart_team_memalloc_aligned, with a choice of memory.
DART_API dart_ret_t dart_memalloc_in(
    dart_memory_t memory, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW;
DART_API dart_ret_t dart_team_memalloc_aligned_in(
    dart_memory_t memory, dart_team_t team, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t* gptr) DART_NOTHROW;

/// Address by which kernels of a calling GPU unit, and DART calls as their local buffer, reach
/// \c nbytes bytes of global memory, whichever unit owns them. Maps or registers the memory on
/// first use (milliseconds), later calls are quick. NULL (with DART_OK) where they cannot reach it:
/// always for memory of units of other hosts, to which only DART calls lead. Host code may use
/// addresses of host memory, and of emulated GPUs' memory. Valid until the memory is freed. Local,
/// thread-safe.
DART_API dart_ret_t dart_gptr_kernel_address(dart_gptr_t gptr, size_t nbytes, void** addr)
    DART_NOTHROW;

/// As above, for device memory of the calling unit that dart_gptr_getaddr gave the address of.
DART_API void* dart_kernel_address(const void* local) DART_NOTHROW;

/// Whether host code cannot load and store \c addr as it is device memory. Local, thread-safe.
DART_API bool dart_is_device_memory(const void* addr) DART_NOTHROW;

/// Copies between any two addresses of this process, of host or device memory (also by
/// dart_gptr_kernel_address); the ranges do not overlap. Complete on return. Local, thread-safe.
DART_API dart_ret_t dart_memory_copy(void* to, const void* from, size_t nbytes) DART_NOTHROW;

/// Elements at constant distances in two memories.
typedef struct dart_box_dimension {
  size_t extent;       ///< number of elements
  size_t to_stride;    ///< bytes from element to element in the target
  size_t from_stride;  ///< … and in the source
} dart_box_dimension_t;

/// A copy of the elements of a box.
typedef struct dart_box_copy {
  void* to;  ///< of the first element
  const void* from;
  size_t nbytes;  ///< of an element
  const dart_box_dimension_t* dimensions;
  size_t ndimensions;
} dart_box_copy_t;

/// As dart_memory_copy, of the elements of boxes, so it also packs and transposes. Between device
/// memories that one GPU reaches a kernel does it. The copies run side by side: elements neither
/// overlap in the targets nor with the sources. Complete on return. Local, thread-safe.
DART_API dart_ret_t dart_memory_copy_boxes(const dart_box_copy_t* copies, size_t ncopies)
    DART_NOTHROW;

/// A number for the place of \c gptr, unique in the calling process, also where it has not mapped
/// the memory: to compare places and to find owners (dart_owner_of_mapped), not for access. Numbers
/// of places in one unit's memory differ as their addresses do. For units of the caller's host it
/// is the address, the same in each process there; for units of other hosts it is no address, above
/// all that programs use. NULL for a process's own memory that it registered. Local.
DART_API dart_ret_t dart_gptr_place(dart_gptr_t gptr, void** place) DART_NOTHROW;

DART_INTERFACE_OFF
