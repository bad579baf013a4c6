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
/// \param gptr   start of the elements at the target
/// \param src    the elements: any memory of this process, also device memory
/// \param nelem  number of elements; 0: no data, and \c gptr only names the unit
/// \param dtype  basic type of the elements
/// \param flag   the flag: a word of the unit that owns \c gptr, in any memory and segment of it
/// \param value  value of the flag, not 0
/// \return DART_OK; DART_ERR_INVAL if the type is not a basic one, the value is 0, the flag is not
///   aligned or belongs to another unit than the data, and for pointers that name no memory;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_put_notify(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW;

/// The same as dart_put_notify, but adds to the flag, by an atomic operation. So a flag counts what
/// several units have put: who sees the sum sees the data of all puts whose values are in it. Where
/// an adapter would write data and flag in one go, this waits for the data first, and then adds.
/// The flag counts modulo 2^64, and a sum of 0 says that it is not set. A put that sets the flag
/// meanwhile replaces the sum. Local, thread-safe.
///
/// \param gptr   as for dart_put_notify
/// \param src    as for dart_put_notify
/// \param nelem  as for dart_put_notify
/// \param dtype  as for dart_put_notify
/// \param flag   as for dart_put_notify
/// \param value  what is added, not 0
/// \return The same as dart_put_notify.
DART_API dart_ret_t dart_put_notify_add(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype, dart_gptr_t flag,
    uint64_t value) DART_NOTHROW;

/// Waits until one of \c count consecutive flags is set. If several are set, repeated calls return
/// them in turn. The flag stays set. Local, thread-safe.
///
/// \param first       the first flag, in memory of the calling unit or in memory that is mapped
///                    here (dart_gptr_mapped)
/// \param count       number of flags, at least 1
/// \param[out] index  index of a flag that is set, from 0
/// \return DART_OK, or DART_ERR_INVAL if there are no flags, they are not aligned, or this unit
///   cannot read them.
DART_API dart_ret_t dart_notify_wait(dart_gptr_t first, size_t count, size_t* index) DART_NOTHROW;

/// The same as dart_notify_wait, but does not wait. Local, thread-safe.
///
/// \param first       the first flag, as for dart_notify_wait
/// \param count       number of flags, which may be 0
/// \param[out] index  index of a flag that is set, if there is one
/// \param[out] found  1 if a flag is set, otherwise 0
/// \return The same as dart_notify_wait.
DART_API dart_ret_t dart_notify_test(dart_gptr_t first, size_t count, size_t* index, int32_t* found)
    DART_NOTHROW;

/// What a flag may have to fulfil.
enum {
  DART_FLAG_EQUAL = 0,      ///< it has the value
  DART_FLAG_DIFFERENT = 1,  ///< it has another value
  /// it has the value or is past it, as a counter that wraps around: the difference, as a signed
  /// number, is not negative
  DART_FLAG_REACHED = 2,
  DART_FLAG_ANY_BIT = 3  ///< it has at least one of the value's bits
};

/// One of these conditions.
typedef int32_t dart_flag_condition_t;

/// Waits until a flag fulfils a condition. A value that is replaced before this unit looks is
/// missed. Local, thread-safe.
///
/// \param flag       the flag, as \c first of dart_notify_wait
/// \param condition  the condition
/// \param value      what the flag is compared with
/// \return DART_OK, or DART_ERR_INVAL if there is no such condition, the flag is not aligned, or
///   this unit cannot read it.
DART_API dart_ret_t dart_notify_wait_for(
    dart_gptr_t flag, dart_flag_condition_t condition, uint64_t value) DART_NOTHROW;

/// Clears a flag. No notification is lost, because reading and clearing are one atomic operation.
/// Local, thread-safe.
///
/// \param flag        the flag, as \c first of dart_notify_wait
/// \param[out] value  the value before, 0 if the flag was not set; may be NULL
/// \return DART_OK, or DART_ERR_INVAL if the flag is not aligned or this unit cannot read it.
DART_API dart_ret_t dart_notify_reset(dart_gptr_t flag, uint64_t* value) DART_NOTHROW;

/// Reads a flag. Whoever sees a value sees the data that were put with it. Local, thread-safe.
///
/// \param flag        the flag, as \c first of dart_notify_wait
/// \param[out] value  its value, 0 if it is not set
/// \return DART_OK, or DART_ERR_INVAL if the flag is not aligned or this unit cannot read it.
DART_API dart_ret_t dart_notify_value(dart_gptr_t flag, uint64_t* value) DART_NOTHROW;

/// Waits until a flag has another value than before: for flags that are not cleared between
/// notifications, such as those whose values count steps. A value that is replaced before this unit
/// looks is missed. Local, thread-safe.
///
/// \param flag        the flag, as \c first of dart_notify_wait
/// \param seen        the value that the caller knows
/// \param[out] value  its value, which is not \c seen
/// \return DART_OK, or DART_ERR_INVAL if the flag is not aligned or this unit cannot read it.
DART_API dart_ret_t dart_notify_wait_change(dart_gptr_t flag, uint64_t seen, uint64_t* value)
    DART_NOTHROW;

DART_INTERFACE_OFF
