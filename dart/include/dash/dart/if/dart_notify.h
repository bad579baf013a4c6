#pragma once

/// \file
/// Puts that tell the target when their data is there. Extension of the DART interface.
///
/// A flag is an aligned word of 8 bytes in global memory; 0: not set. A unit that puts data sets a
/// flag beside or far from it, the unit that owns the memory waits for the flag, without a call of
/// the one that puts. Clear flags once after allocation: memory is not initialised. Between a
/// notification and its reset a second one for the same flag replaces the first one's value.
///
/// Kernels wait by themselves: they load the word with acquire order and system scope,
/// `cuda::atomic_ref<uint64_t, cuda::thread_scope_system>`, or as volatile with
/// `__threadfence_system()` behind it, at an address by dart_gptr_kernel_address or a
/// dash::DeviceView, and reset it by an exchange of system scope. A unit whose kernel waits must
/// not itself have to put the data afterwards. To poll from the host, flags in host memory
/// (DART_MEMORY_HOST) are the quicker ones, also for data in device memory; from kernels, those in
/// device memory.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Puts elements, then sets a flag: who sees the value sees the data of this and of all earlier
/// notified puts of the calling unit to that unit. Returns when \c src may be reused. Complete at
/// the target when the flag is seen there. Other puts have no order with it, but for those that a
/// flush completed before. Local, thread-safe.
///
/// \param src   any memory of this process, also device memory
/// \param nelem 0: no data; \c gptr then only names the unit
/// \param dtype basic type
/// \param flag  word of the unit that owns \c gptr, in any memory and segment of it
/// \param value not 0
DART_API dart_ret_t dart_put_notify(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW;

/// Waits until one of \c count flags from \c first on is set. If several are, each gets its turn in
/// repeated calls. The flag stays set. Local, thread-safe.
///
/// \param first    in memory of the calling unit, or memory that is mapped here (dart_gptr_mapped)
/// \param count    at least 1
/// \param[out] index of a flag that is set, from 0
DART_API dart_ret_t dart_notify_wait(dart_gptr_t first, size_t count, size_t* index) DART_NOTHROW;

/// As dart_notify_wait, but returns at once. \param[out] found 1: \c *index is a flag, else 0
DART_API dart_ret_t dart_notify_test(dart_gptr_t first, size_t count, size_t* index, int32_t* found)
    DART_NOTHROW;

/// Clears a flag; no notification gets lost between the reading and the clearing. Local,
/// thread-safe.
///
/// \param flag       as \c first of dart_notify_wait
/// \param[out] value what it was, 0 if it was not set; may be NULL
DART_API dart_ret_t dart_notify_reset(dart_gptr_t flag, uint64_t* value) DART_NOTHROW;

DART_INTERFACE_OFF
