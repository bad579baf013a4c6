#pragma once

/// \file
/// GPU units, whose part of the global memory is device memory. This is an extension of the DART
/// interface.

#include <stdbool.h>

#include <dash/dart/if/dart_globmem.h>

DART_INTERFACE_ON

/// The processor of a unit, which determines the kind of memory of its part of the global memory.
typedef enum {
  DART_UNIT_CPU = 0,  ///< host memory
  DART_UNIT_GPU = 1   ///< memory of a GPU, which several units may share
} dart_unit_kind_t;

/// The implementation of the GPUs of a run.
typedef enum {
  DART_GPU_NONE = 0,  ///< no unit is a GPU unit
  /// GPUs are emulated in host memory by threads; kernels are host functions
  DART_GPU_EMULATED = 1,
  DART_GPU_CUDA = 2  ///< GPUs by CUDA
} dart_gpu_backend_t;

/// The memory in which an allocation is made.
typedef enum {
  DART_MEMORY_UNIT = 0,  ///< device memory on GPU units, host memory on CPU units
  DART_MEMORY_HOST = 1   ///< host memory on every unit
} dart_memory_t;

/// Segment id of memory that dart_memalloc_in has allocated in host memory of GPU units.
#define DART_SEGMENT_LOCAL_HOST ((int16_t)32767)

/// Tells what plays the GPUs of this run. Local, thread-safe.
///
/// \return The kind of GPUs; DART_GPU_NONE also while the runtime is not running.
DART_API dart_gpu_backend_t dart_gpu_backend(void) DART_NOTHROW;

/// Tells what kind of unit a unit is. Local, thread-safe.
///
/// \param unit       global id of the unit
/// \param[out] kind  kind of the unit
/// \return DART_OK, or DART_ERR_INVAL for an unknown unit or a null pointer.
DART_API dart_ret_t dart_unit_kind(dart_global_unit_t unit, dart_unit_kind_t* kind) DART_NOTHROW;

/// Tells which GPU a unit stands for. Local, thread-safe.
///
/// \param unit      global id of the unit
/// \param[out] gpu  number of the GPU as CUDA counts them; -1 for CPU units
/// \return DART_OK, or DART_ERR_INVAL for an unknown unit or a null pointer.
DART_API dart_ret_t dart_unit_gpu(dart_global_unit_t unit, int* gpu) DART_NOTHROW;

/// The calling GPU unit's stream for kernels: a cudaStream_t; NULL (with DART_OK) if the GPU is
/// emulated. Also selects the unit's GPU for the calling thread. Kernels on the stream have to be
/// complete before memory that they use is freed, and before dart_exit. Local.
///
/// \param[out] stream  the stream, a cudaStream_t; NULL where the GPU is emulated
/// \return DART_OK; DART_ERR_INVAL on CPU units and for a null pointer; DART_ERR_OTHER if the GPU
///   is out of use.
DART_API dart_ret_t dart_gpu_stream(void** stream) DART_NOTHROW;

/// Lends the calling unit a bounce buffer: device memory of a GPU of this host, for data that pass
/// through it on their way between units. Kernels gather and distribute short runs there many times
/// as fast as host code, also on behalf of CPU units. Copies of this process can use it as any
/// other device memory; emulated GPUs lend host memory. Local, thread-safe.
///
/// \param[out] memory  start of the buffer, until dart_bounce_buffer_release; NULL if there is none
/// \param[out] nbytes  its size
/// \return DART_OK; DART_ERR_NOTFOUND if the host has no GPU units, if this process has both of its
///   buffers already, if the GPU has no memory left for them, or if processes share memory of
///   several GPUs by CUDA IPC (DART_GPU_EXPORT); DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_bounce_buffer_acquire(void** memory, size_t* nbytes) DART_NOTHROW;

/// Returns a bounce buffer, which no transfer may use any more. Local, thread-safe.
///
/// \param memory  what dart_bounce_buffer_acquire has given
/// \return DART_OK, or DART_ERR_INVAL for other memory.
DART_API dart_ret_t dart_bounce_buffer_release(void* memory) DART_NOTHROW;

/// The same as dart_memalloc, with a choice of memory. Local, thread-safe.
///
/// \param memory     the memory to take
/// \param nelem      number of elements
/// \param dtype      basic or custom type of the elements
/// \param[out] gptr  start of the memory; null in case of an error
/// \return The same as dart_memalloc.
DART_API dart_ret_t dart_memalloc_in(
    dart_memory_t memory, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW;

/// Gives the size of all global memory that the calling unit has allocated: blocks of
/// dart_memalloc, and its parts of segments. What the unit occupies is a little more, because
/// physical memory is taken in larger pieces, and kept for later allocations. Local, thread-safe.
///
/// \param memory       the memory to look at
/// \param[out] nbytes  size in bytes
/// \return DART_OK; DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_memory_in_use(dart_memory_t memory, size_t* nbytes) DART_NOTHROW;

/// The same as dart_team_memalloc_aligned, with a choice of memory. Collective over the team.
///
/// \param memory     the memory to take, the same on all units
/// \param team       the team
/// \param nelem      number of elements on the calling unit
/// \param dtype      basic or custom type of the elements
/// \param[out] gptr  start of the part of the team's first unit; null in case of an error
/// \return The same as dart_team_memalloc_aligned.
DART_API dart_ret_t dart_team_memalloc_aligned_in(
    dart_memory_t memory, dart_team_t team, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t* gptr) DART_NOTHROW;

/// What the units of a team have to agree on when they allocate memory together.
typedef struct {
  uint64_t mark;       ///< the same on units that agree
  const void* object;  ///< the first argument of \c describe
  /// Writes a text that ends with a zero to \c text, which has \c bytes bytes. Called only if units
  /// do not agree.
  void (*describe)(const void* object, char* text, size_t bytes);
} dart_agreement_t;

/// The same as dart_team_memalloc_aligned_in, which also checks that the units agree. Collective
/// over the team.
///
/// \param memory     the memory to take, the same on all units
/// \param team       the team
/// \param nelem      number of elements on the calling unit
/// \param dtype      basic or custom type of the elements
/// \param agreement  what the units have to agree on
/// \param[out] gptr  start of the part of the team's first unit; null in case of an error
/// \return The same as dart_team_memalloc_aligned, and DART_ERR_INVAL on all units if they do not
///   agree, after a message that names two of them and what they want.
DART_API dart_ret_t dart_team_memalloc_agreed(
    dart_memory_t memory, dart_team_t team, size_t nelem, dart_datatype_t dtype,
    const dart_agreement_t* agreement, dart_gptr_t* gptr) DART_NOTHROW;

/// Address by which kernels of a calling GPU unit, and DART calls as their local buffer, access \c
/// nbytes bytes of global memory, whichever unit owns them. The first call maps or registers the
/// memory (milliseconds), later calls are fast. NULL (with DART_OK) if they cannot access it:
/// always for memory of units on other hosts, which only DART calls can access. Host code may use
/// addresses of host memory, and of emulated GPUs' memory. Valid until the memory is freed. Local,
/// thread-safe.
///
/// \param gptr       start of the memory
/// \param nbytes     number of bytes that are to be accessed
/// \param[out] addr  the address, or NULL
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory, or if the bytes are
///   not all in the part of one unit.
DART_API dart_ret_t dart_gptr_kernel_address(dart_gptr_t gptr, size_t nbytes, void** addr)
    DART_NOTHROW;

/// The same as dart_gptr_kernel_address, for device memory of the calling unit. Local, thread-safe.
///
/// \param local  address that dart_gptr_getaddr has given
/// \return The address for kernels; \c local itself in a run without GPU units.
DART_API void* dart_kernel_address(const void* local) DART_NOTHROW;

/// Tells whether an address is in device memory, which host code cannot load and store. Local,
/// thread-safe.
///
/// \param addr  any address
/// \return true if it is.
DART_API bool dart_is_device_memory(const void* addr) DART_NOTHROW;

/// Copies between any two addresses of this process, in host or device memory (also by
/// dart_gptr_kernel_address). Complete on return. Local, thread-safe.
///
/// \param to      where to write; the two ranges must not overlap
/// \param from    where to read
/// \param nbytes  number of bytes
/// \return DART_OK; DART_ERR_INVAL for a null address; DART_ERR_OTHER if the copy fails.
DART_API dart_ret_t dart_memory_copy(void* to, const void* from, size_t nbytes) DART_NOTHROW;

/// Copies between addresses in host memory like memmove, and fast also where that is slow: on some
/// processors, the C library copies from 2 KiB to the size of the L2 cache at a tenth of the usual
/// rate if the target begins some bytes behind the source in its page. Complete on return. Local,
/// thread-safe; the runtime need not run.
///
/// \param to      where to write; the two ranges may overlap
/// \param from    where to read
/// \param nbytes  number of bytes
DART_API void dart_host_copy(void* to, const void* from, size_t nbytes) DART_NOTHROW;

/// One dimension of a box of elements with constant strides in two memories.
typedef struct dart_box_dimension {
  size_t extent;       ///< number of elements
  size_t to_stride;    ///< distance of adjacent elements in the target, in bytes
  size_t from_stride;  ///< distance of adjacent elements in the source, in bytes
} dart_box_dimension_t;

/// A copy of the elements of a box.
typedef struct dart_box_copy {
  void* to;                                ///< address of the first element
  const void* from;                        ///< address of the first element in the source
  size_t nbytes;                           ///< size of an element
  const dart_box_dimension_t* dimensions;  ///< extents and strides of the box
  size_t ndimensions;                      ///< number of dimensions
} dart_box_copy_t;

/// Copies the elements of boxes, which includes packing and transposing. Between device memories
/// that one GPU can access, a kernel executes it. The copies are executed concurrently: elements
/// must overlap neither in the targets nor with the sources. Complete on return. Local,
/// thread-safe.
///
/// \param copies   the copies
/// \param ncopies  number of copies
/// \return DART_OK; DART_ERR_INVAL for null pointers; DART_ERR_OTHER if a copy fails.
DART_API dart_ret_t dart_memory_copy_boxes(const dart_box_copy_t* copies, size_t ncopies)
    DART_NOTHROW;

/// A number that identifies the location of \c gptr and is unique in the calling process, even if
/// the memory is not mapped there. It is for comparisons and for finding owners
/// (dart_owner_of_mapped), not for access. Numbers of locations in one unit's memory have the
/// differences of their addresses. For units on the caller's host it is the address, which is the
/// same in each process there; for units on other hosts it is a number above all addresses that
/// programs use. NULL for a process's own memory that it has registered. Local.
///
/// \param gptr        global pointer
/// \param[out] place  the place, or NULL
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory, or if \c place is
///   null.
DART_API dart_ret_t dart_gptr_place(dart_gptr_t gptr, void** place) DART_NOTHROW;

DART_INTERFACE_OFF
