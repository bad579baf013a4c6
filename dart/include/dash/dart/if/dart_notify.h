#pragma once

/// \file
/// Puts that notify the target when their data have arrived. This is an extension of the DART
/// interface.
///
/// A flag is an aligned word of 8 bytes in global memory; 0 means that it is not set. A unit that
/// puts data sets a flag in any memory of the target, and the unit that owns the memory waits for
/// the flag; the putting unit makes no further call. Clear flags once after allocation, because
/// memory is not initialised. If the same flag is notified twice before it is reset, the second
/// value replaces the first.
///
/// Kernels wait by themselves: they load the word with acquire order and system scope,
/// `cuda::atomic_ref<uint64_t, cuda::thread_scope_system>`, or as volatile followed by
/// `__threadfence_system()`, at an address of dart_gptr_kernel_address or of a dash::DeviceView,
/// and reset it by an exchange with system scope. While a kernel of a unit waits, the data must not
/// depend on a later put of this unit itself. For polling by the host, flags in host memory
/// (DART_MEMORY_HOST) are faster, also for data in device memory; for kernels, flags in device
/// memory are faster.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Puts elements, then sets a flag: a unit that sees the flag's value sees the data of this and of
/// all earlier notified puts of the calling unit to the same unit. \c src may be reused on return.
/// The put is complete at the target when the flag is seen there. Other puts are not ordered with
/// it unless a flush has completed them before. Local, thread-safe.
///
/// \param src    any memory of this process, including device memory
/// \param nelem  number of elements; if 0, \c gptr only identifies the unit
/// \param dtype  basic type
/// \param flag   word of the unit that owns \c gptr, in any memory and any segment
/// \param value  not 0
DART_API dart_ret_t dart_put_notify(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW;

/// Waits until one of \c count consecutive flags is set. If several are set, repeated calls return
/// them in turn. The flag stays set. Local, thread-safe.
///
/// \param first       the first flag, in memory of the calling unit, or in memory that is mapped
///   here (dart_gptr_mapped)
/// \param count       at least 1
/// \param[out] index  index of a flag that is set, from 0 on
DART_API dart_ret_t dart_notify_wait(dart_gptr_t first, size_t count, size_t* index) DART_NOTHROW;

/// Tests the flags like dart_notify_wait, but returns immediately. \param[out] found  1 if
/// \c *index is a flag that is set, otherwise 0
DART_API dart_ret_t dart_notify_test(dart_gptr_t first, size_t count, size_t* index, int32_t* found)
    DART_NOTHROW;

/// Clears a flag. No notification is lost, because reading and clearing are one atomic operation.
/// Local, thread-safe.
///
/// \param flag        the same kind of pointer as \c first of dart_notify_wait
/// \param[out] value  its previous value, 0 if it was not set; may be NULL
DART_API dart_ret_t dart_notify_reset(dart_gptr_t flag, uint64_t* value) DART_NOTHROW;

DART_INTERFACE_OFF
