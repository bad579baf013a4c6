#pragma once

/// \file
/// One-sided operations, collectives and two-sided messages.
///
/// Counts are in elements of the base type. \c src_type describes the memory that is read,
/// \c dst_type the memory that is written; both have the same base type. An operation is locally
/// complete when the caller's buffer may be reused (put) or read (get). It is remotely complete
/// when its effect is visible at the target.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/* ---- one-sided, completed by flush: local calls, thread-safe ------------------------------ */

/// Starts to read; \c dest is valid after a flush of the pointer's segment and unit. Local,
/// thread-safe.
///
/// \param dest      buffer that the elements are written to
/// \param gptr      start of the remote elements
/// \param nelem     number of elements of the base type
/// \param src_type  type of the memory that is read
/// \param dst_type  type of the memory that is written
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_get(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Starts to write; \c src may be reused after a local flush, and the data are visible at the
/// target after a flush. Local, thread-safe.
///
/// \param gptr      start of the remote elements
/// \param src       buffer that the elements are read from
/// \param nelem     number of elements of the base type
/// \param src_type  type of the memory that is read
/// \param dst_type  type of the memory that is written
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Completes the caller's operations on a segment at one unit, locally and remotely. Local,
/// thread-safe.
///
/// \param gptr  any pointer into the segment, at the unit
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory; DART_ERR_OTHER if an
///   operation has failed.
DART_API dart_ret_t dart_flush(dart_gptr_t gptr) DART_NOTHROW;

/// Completes the caller's operations on a segment at all units of its team, locally and remotely.
/// Local, thread-safe.
///
/// \param gptr  any pointer into the segment
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory; DART_ERR_OTHER if an
///   operation has failed.
DART_API dart_ret_t dart_flush_all(dart_gptr_t gptr) DART_NOTHROW;

/// Completes the caller's operations on a segment at one unit locally. Local, thread-safe.
///
/// \param gptr  any pointer into the segment, at the unit
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory; DART_ERR_OTHER if an
///   operation has failed.
DART_API dart_ret_t dart_flush_local(dart_gptr_t gptr) DART_NOTHROW;

/// Completes the caller's operations on a segment at all units of its team locally. Local,
/// thread-safe.
///
/// \param gptr  any pointer into the segment
/// \return DART_OK; DART_ERR_INVAL for a global pointer that names no memory; DART_ERR_OTHER if an
///   operation has failed.
DART_API dart_ret_t dart_flush_local_all(dart_gptr_t gptr) DART_NOTHROW;

/* ---- one-sided, blocking ------------------------------------------------------------------ */

/// Reads; \c dest is filled on return. Local, thread-safe.
///
/// \param dest      buffer that the elements are written to
/// \param gptr      start of the remote elements
/// \param nelem     number of elements of the base type
/// \param src_type  type of the memory that is read
/// \param dst_type  type of the memory that is written
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_get_blocking(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Writes; the operation is remotely complete on return. Local, thread-safe.
///
/// \param gptr      start of the remote elements
/// \param src       buffer that the elements are read from
/// \param nelem     number of elements of the base type
/// \param src_type  type of the memory that is read
/// \param dst_type  type of the memory that is written
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_put_blocking(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/* ---- one-sided with handles --------------------------------------------------------------- */

/// An operation in progress of the calling unit; DART_HANDLE_NULL stands for a complete one.
///
/// A handle and all its copies end with the first call that waits for it, finds it complete or
/// frees it, and with dart_exit. Afterwards they stand for nothing, also when other operations have
/// been started since then: calls with them return DART_ERR_INVAL, and so do calls with handles of
/// other units and with arbitrary words. Only two threads that use the same handle at the same time
/// are not always noticed: one may test it while the other one frees it.
typedef struct dart_handle_struct* dart_handle_t;

/// Handle of an operation that is complete.
#define DART_HANDLE_NULL ((dart_handle_t)NULL)

/// Starts to read; \c dest is valid once the handle is complete. Local, thread-safe.
///
/// \param dest         buffer that the elements are written to
/// \param gptr         start of the remote elements
/// \param nelem        number of elements of the base type
/// \param src_type     type of the memory that is read
/// \param dst_type     type of the memory that is written
/// \param[out] handle  handle of the operation; DART_HANDLE_NULL if it is already complete, or in
///                     case of an error
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_get_handle(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type, dart_datatype_t dst_type,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts to write; \c src may be reused once the handle is locally complete. Local, thread-safe.
///
/// \param gptr         start of the remote elements
/// \param src          buffer that the elements are read from
/// \param nelem        number of elements of the base type
/// \param src_type     type of the memory that is read
/// \param dst_type     type of the memory that is written
/// \param[out] handle  handle of the operation; DART_HANDLE_NULL if it is already complete, or in
///                     case of an error
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, if the
///   types have different base types or do not fit the number of elements, and for a null buffer;
///   DART_ERR_OTHER if the memory cannot be accessed.
DART_API dart_ret_t dart_put_handle(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle) DART_NOTHROW;

/// Where rows lie in one memory; all in bytes.
typedef struct {
  size_t begin;          ///< where the first row begins
  size_t stride;         ///< from row to row
  size_t repeat_stride;  ///< from one time to the next
} dart_row_places_t;

/// Rows of equal size at constant distances, which may repeat as a whole; then rows of one time may
/// lie between those of another one.
typedef struct {
  size_t nbytes;             ///< number of bytes of a row
  size_t count;              ///< number of rows
  size_t repeats;            ///< how many times they are there
  dart_row_places_t global;  ///< behind the global pointer
  dart_row_places_t local;   ///< behind the begin of the buffer
} dart_rows_t;

/// Starts to read rows of one unit's memory; \c dest is valid once the handle is complete. Local,
/// thread-safe.
///
/// \param dest         buffer that the rows are written to, where they must not overlap; those in
///                     global memory may
/// \param gptr         where global places count from
/// \param rows         the rows; they may be reused on return
/// \param n            number of elements of \c rows
/// \param[out] handle  handle of the operation; DART_HANDLE_NULL if it is already complete, or in
///                     case of an error
/// \return DART_OK; DART_ERR_INVAL if the rows are not all in the part of one unit, and for a null
///   handle, buffer or list of rows, the latter two unless \c n is 0; DART_ERR_OTHER if the memory
///   cannot be accessed.
DART_API dart_ret_t dart_get_rows_handle(
    void* dest, dart_gptr_t gptr, const dart_rows_t* rows, size_t n,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts to write rows of one unit's memory; \c src may be reused once the handle is locally
/// complete. Local, thread-safe.
///
/// \param gptr         where global places count from
/// \param src          buffer that the rows are read from
/// \param rows         the rows, which must not overlap in global memory; they may be reused on
///                     return
/// \param n            number of elements of \c rows
/// \param[out] handle  handle of the operation; DART_HANDLE_NULL if it is already complete, or in
///                     case of an error
/// \return DART_OK; DART_ERR_INVAL if the rows are not all in the part of one unit, and for a null
///   handle, buffer or list of rows, the latter two unless \c n is 0; DART_ERR_OTHER if the memory
///   cannot be accessed.
DART_API dart_ret_t dart_put_rows_handle(
    dart_gptr_t gptr, const void* src, const dart_rows_t* rows, size_t n,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts a copy between two places of global memory at any units. One of them has to have an
/// address in the calling process, as its own memory does, and memory that units of its host share
/// with it. Local, thread-safe.
///
/// \param to           where the bytes go
/// \param from         where the bytes come from
/// \param nbytes       number of bytes
/// \param[out] handle  the handle, to be waited for; DART_HANDLE_NULL if the copy is complete
/// already
/// \return DART_OK; DART_ERR_NOTFOUND, without a message, if neither place has an address here or
/// if
///   they overlap: then nothing is started, and the caller copies through a buffer; DART_ERR_INVAL
///   for pointers without an allocation and ranges beyond it; DART_ERR_OTHER if the copy has
///   failed.
DART_API dart_ret_t dart_copy_handle(
    dart_gptr_t to, dart_gptr_t from, size_t nbytes, dart_handle_t* handle) DART_NOTHROW;

/// Waits for local and remote completion, and frees the handle. Local, thread-safe for different
/// handles.
///
/// \param[in,out] handle  the handle, which may be null; set to DART_HANDLE_NULL
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_wait(dart_handle_t* handle) DART_NOTHROW;

/// Waits for local and remote completion of several operations, and frees their handles. Local,
/// thread-safe for different handles.
///
/// \param[in,out] handles  the handles, of which some may be null; the completed ones are freed and
///                         set to DART_HANDLE_NULL
/// \param n                number of handles
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed. The first error
///   counts; all operations are waited for.
DART_API dart_ret_t dart_waitall(dart_handle_t handles[], size_t n) DART_NOTHROW;

/// Waits for local completion, and frees the handle. Local, thread-safe for different handles.
///
/// \param[in,out] handle  the handle, which may be null; set to DART_HANDLE_NULL
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_wait_local(dart_handle_t* handle) DART_NOTHROW;

/// Waits for local completion of several operations, and frees their handles. Local, thread-safe
/// for different handles.
///
/// \param[in,out] handles  the handles, of which some may be null; the completed ones are freed and
///                         set to DART_HANDLE_NULL
/// \param n                number of handles
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed. The first error
///   counts; all operations are waited for.
DART_API dart_ret_t dart_waitall_local(dart_handle_t handles[], size_t n) DART_NOTHROW;

/// Tests for local completion without waiting. A handle that is complete is freed and set to
/// DART_HANDLE_NULL. Local, thread-safe for different handles.
///
/// \param[in,out] handle  the handle, which may be null
/// \param[out] result     1 if the operation is complete or the handle stands for none, otherwise 0
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_test_local(dart_handle_t* handle, int32_t* result) DART_NOTHROW;

/// Tests for local and remote completion without waiting. A handle that is complete is freed and
/// set to DART_HANDLE_NULL. Local, thread-safe for different handles.
///
/// \param[in,out] handleptr  the handle, which may be null
/// \param[out] is_finished   1 if the operation is complete or the handle stands for none, else 0
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_test(dart_handle_t* handleptr, int32_t* is_finished) DART_NOTHROW;

/// Tests several operations for local completion without waiting. The handles are freed once all
/// operations are complete. Local, thread-safe for different handles.
///
/// \param[in,out] handles  the handles, of which some may be null; the completed ones are freed and
///                         set to DART_HANDLE_NULL
/// \param n                number of handles
/// \param[out] result      1 if all operations are complete, otherwise 0
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_testall_local(dart_handle_t handles[], size_t n, int32_t* result)
    DART_NOTHROW;

/// Tests several operations for local and remote completion without waiting. The handles are freed
/// once all operations are complete. Local, thread-safe for different handles.
///
/// \param[in,out] handles   the handles, of which some may be null; the completed ones are freed
///                          and set to DART_HANDLE_NULL
/// \param n                 number of handles
/// \param[out] is_finished  1 if all operations are complete, otherwise 0
/// \return DART_OK; DART_ERR_INVAL for a null pointer, and for a handle of no current operation,
///   which is set to DART_HANDLE_NULL; DART_ERR_OTHER if an operation has failed.
DART_API dart_ret_t dart_testall(dart_handle_t handles[], size_t n, int32_t* is_finished)
    DART_NOTHROW;

/// Frees a handle without waiting; the next flush completes the operation. Local, thread-safe for
/// different handles.
///
/// \param[in,out] handle  the handle, which may be null; set to DART_HANDLE_NULL
/// \return DART_OK, or DART_ERR_INVAL for a null pointer and for a handle of no operation in
///   progress.
DART_API dart_ret_t dart_handle_free(dart_handle_t* handle) DART_NOTHROW;

/* ---- atomic operations: basic types, element-wise atomic among each other ----------------- */

/// Computes target[i] = target[i] o values[i]. \c values must not change until a local flush.
/// Local, thread-safe.
///
/// \param gptr    start of the elements to update
/// \param values  the operands
/// \param nelem   number of elements
/// \param dtype   basic type of the elements
/// \param op      predefined operation
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, the type is
///   not a basic one or does not have the operation, and for null pointers; DART_ERR_OTHER if the
///   memory cannot be accessed.
DART_API dart_ret_t dart_accumulate(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;

/// The same as dart_accumulate, but the operation is locally complete on return. Local,
/// thread-safe.
///
/// \param gptr    start of the elements to update
/// \param values  the operands
/// \param nelem   number of elements
/// \param dtype   basic type of the elements
/// \param op      predefined operation
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, the type is
///   not a basic one or does not have the operation, and for null pointers; DART_ERR_OTHER if the
///   memory cannot be accessed.
DART_API dart_ret_t dart_accumulate_blocking_local(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;

/// Updates one element and gives its old value. Local, thread-safe.
///
/// \param gptr         start of the elements to update
/// \param value        the operand; may be null for DART_OP_NO_OP
/// \param[out] result  the old value, after a flush
/// \param dtype        basic type of the elements
/// \param op           predefined operation
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, the type is
///   not a basic one or does not have the operation, and for null pointers; DART_ERR_OTHER if the
///   memory cannot be accessed.
DART_API dart_ret_t dart_fetch_and_op(
    dart_gptr_t gptr, const void* value, void* result, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;

/// Sets one element to a value if it equals another value, and gives its old value. Local,
/// thread-safe.
///
/// \param gptr         start of the elements to update
/// \param value        the new value
/// \param compare      value that the element is compared with
/// \param[out] result  the old value, after a flush
/// \param dtype        integral basic type
/// \return DART_OK; DART_ERR_INVAL if the elements are not all in the part of one unit, the type is
///   not a basic one or does not have the operation, and for null pointers; DART_ERR_OTHER if the
///   memory cannot be accessed.
DART_API dart_ret_t dart_compare_and_swap(
    dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW;

/// Tells whether a network adapter executes the atomic operations on 64-bit integers in host memory
/// (DART_ATOMICS=adapter, in a run on several hosts). The processor's atomic operations do not
/// exclude them then, not even on mapped memory. Local, thread-safe.
///
/// \return true if an adapter executes them.
DART_API bool dart_atomics_by_adapter(void) DART_NOTHROW;

/* ---- collectives: collective over the team, blocking, contiguous types -------------------- */

// If units of a team call different collectives in the same place of their order, or one with
// different roots, types, operations or sizes, all units of the team get DART_ERR_INVAL, after a
// message that names who called what: in this call, or in their next one if this call need not wait
// for others. All later collectives of that team fail the same way; other teams are not affected.
// The same happens, for all teams concerned, when units of one host wait for each other in a circle
// because they call the collectives of different teams in different orders. Such a circle is found
// after about 200 ms, if each of these units has a single thread besides those of libraries.
// dart_team_destroy still ends the team. After an error of DART_TEAM_ALL the run cannot end well:
// dart_exit fails, and when the first unit ends its program, the run ends with an error.

/// Waits until all units of the team have called this. Does not complete operations. Collective
/// over the team.
///
/// \param team  the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team.
DART_API dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW;

/// Copies elements from one unit to all units. Collective over the team, complete on return.
///
/// \param[in,out] buf  the elements: read at the root, written at the others
/// \param nelem        number of elements
/// \param dtype        basic or custom type of the elements
/// \param root         the root, relative to the team
/// \param team         the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null buffers. The units of the team have to pass the same numbers, types and root.
DART_API dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Distributes the elements of one unit to all units. Collective over the team, complete on return.
///
/// \param sendbuf       \c nelem elements for each unit, in the order of the units; only used at
///                      the root
/// \param[out] recvbuf  the elements that the calling unit receives
/// \param nelem         number of elements for each unit
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null buffers. The units of the team have to pass the same numbers, types and root.
DART_API dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Distributes elements of one unit to all units; the numbers may differ between units. Collective
/// over the team, complete on return.
///
/// \param sendbuf       the elements for all units; only used at the root
/// \param nsendelem     number of elements for each unit; only used at the root
/// \param senddispls    position of each unit's elements in \c sendbuf, in elements; only used at
///                      the root
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that the calling unit receives; must not overlap with what it
///                      sends
/// \param nrecvelem     number of elements that the calling unit receives
/// \param root          the root, relative to the team
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null pointers; on all units, if the root sends another number than a unit receives. The
///   units of the team have to pass the same type and root.
DART_API dart_ret_t dart_scatterv(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, size_t nrecvelem, dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/// Collects elements of all units at one unit. Collective over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param[out] recvbuf  \c nelem elements of each unit, in the order of the units; only used at the
///                      root
/// \param nelem         number of elements of each unit
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null buffers. The units of the team have to pass the same numbers, types and root.
DART_API dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Collects elements of all units at one unit; the numbers may differ between units. Collective
/// over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param nsendelem     number of elements that the calling unit contributes
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements of all units; only used at the root; must not overlap with
///                      what it sends
/// \param nrecvelem     number of elements of each unit; only used at the root
/// \param recvdispls    position of each unit's elements in \c recvbuf, in elements; only used at
///                      the root
/// \param root          the root, relative to the team
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null pointers; on all units, if a unit sends another number than the root receives. The
///   units of the team have to pass the same type and root.
DART_API dart_ret_t dart_gatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Collects elements of each unit at all units. Collective over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes; NULL or \c recvbuf: they
///                      are at their position in \c recvbuf
/// \param[out] recvbuf  \c nelem elements of each unit, in the order of the units
/// \param nelem         number of elements of each unit
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null buffers. The units of the team have to pass the same numbers, types and root.
DART_API dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;

/// Collects elements of each unit at all units; the numbers may differ between units. Collective
/// over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes; NULL or \c recvbuf: they
///                      are at their position in \c recvbuf
/// \param nsendelem     number of elements that the calling unit contributes
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements of all units
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    position of each unit's elements in \c recvbuf, in elements
/// \param teamid        the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team, a type that is not contiguous, null
///   pointers, and an own receive count that differs from \c nsendelem. The units of the team have
///   to pass the same counts and type.
DART_API dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW;

/// Transfers elements between each pair of units. Collective over the team, complete on return.
///
/// \param sendbuf       \c nelem elements for each unit, in the order of the units; NULL or \c
///                      recvbuf: they are in \c recvbuf
/// \param[out] recvbuf  \c nelem elements of each unit, in the order of the units
/// \param nelem         number of elements for each pair of units
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \return DART_OK, or DART_ERR_INVAL for an unknown team or root, a type that is not contiguous,
///   and null buffers. The units of the team have to pass the same numbers, types and root.
DART_API dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;

/// Transfers elements between each pair of units; the numbers may differ between pairs. Collective
/// over the team, complete on return.
///
/// \param sendbuf       the elements for all units
/// \param nsendelem     number of elements for each unit
/// \param senddispls    position of each unit's elements in \c sendbuf, in elements
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements of all units; must not overlap with \c sendbuf
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    position of each unit's elements in \c recvbuf, in elements
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team, a type that is not contiguous, and null
///   pointers; on all units, if a unit sends another number than is received. The units of the team
///   have to pass the same type.
DART_API dart_ret_t dart_alltoallv(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t team) DART_NOTHROW;

/// Reduces element by element; all units get the result, which is the same bit by bit. Operands are
/// combined in the order of the units. Collective over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param[out] recvbuf  the result; may be \c sendbuf
/// \param nelem         number of elements of each unit, at most INT_MAX
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team or root, an operation that the type does not
///   have, and null buffers. The units of the team have to pass the same numbers, types and
///   operations.
DART_API dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;

/// The same as dart_allreduce, with the result at the root only. Collective over the team.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param[out] recvbuf  the result; only used at the root
/// \param nelem         number of elements of each unit, at most INT_MAX
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation
/// \param root          the root, relative to the team
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team or root, an operation that the type does not
///   have, and null buffers. The units of the team have to pass the same numbers, types and
///   operations.
DART_API dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/// Reduces element by element what all units have for each unit: unit k gets the combination of the
/// blocks k of all units. Operands are combined in the order of the units. Collective over the
/// team, complete on return.
///
/// \param sendbuf       \c nelem elements for each unit, in the order of the units
/// \param[out] recvbuf  the result; may be the calling unit's block of \c sendbuf, but must not
///                      overlap with it otherwise
/// \param nelem         number of elements for each unit, at most INT_MAX
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation
/// \param team          the team
/// \return DART_OK; DART_ERR_INVAL for an unknown team, an operation that the type does not have,
///   and null buffers. The units of the team have to pass the same numbers, types and operations.
DART_API dart_ret_t dart_reduce_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;

/// Reduces element by element over the units up to the calling one: unit k gets the combination of
/// what the units 0 to k have. Operands are combined in the order of the units; how they are
/// grouped is not specified. Collective over the team, complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param[out] recvbuf  the result; may be \c sendbuf
/// \param nelem         number of elements of each unit, at most INT_MAX
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation
/// \param team          the team
/// \return as dart_reduce_scatter
DART_API dart_ret_t dart_scan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;

/// The same as dart_scan without the calling unit's elements: unit k gets the combination of what
/// the units 0 to k - 1 have. At unit 0, \c recvbuf is not used. Collective over the team,
/// complete on return.
///
/// \param sendbuf       the elements that the calling unit contributes
/// \param[out] recvbuf  the result; may be \c sendbuf
/// \param nelem         number of elements of each unit, at most INT_MAX
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation
/// \param team          the team
/// \return as dart_reduce_scatter
DART_API dart_ret_t dart_exscan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;

/* ---- messages between two units: global ids, in order for each (source, tag) -------------- */

/// Sends a message; \c sendbuf may be reused on return. Local, thread-safe.
///
/// A message that nobody has received yet takes memory of the receiver's host. The messages of one
/// unit that wait on a host may take a quarter of the unit's limit of global memory together
/// (dartrun --heap, DART_HEAP), where each counts with 128 bytes more than its size; a single one
/// may take the whole limit. Until then, a send does not wait for the receiver. Afterwards it waits
/// until messages of the unit have been received there, or until a receiver waits for just this
/// message. So a program that would be right if each send waited for its receiver never stops, and
/// neither does one whose messages stay below that size. After 10 seconds, a send that waits writes
/// a warning.
///
/// \param sendbuf  the elements
/// \param nelem    number of elements
/// \param dtype    basic or custom type of the elements
/// \param tag      number that the receiver asks for
/// \param unit     global id of the receiver
/// \return DART_OK; DART_ERR_INVAL for an unknown unit, a type that is not contiguous, and a null
///   buffer; DART_ERR_NOMEM if the message is larger than the limit of the unit's global memory, or
///   the receiver's host has no memory for it.
DART_API dart_ret_t dart_send(
    const void* sendbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;

/// Waits for a message and receives it. Messages of one unit with one tag arrive in the order of
/// their sending. Local, thread-safe.
///
/// \param[out] recvbuf  the elements
/// \param nelem         number of elements
/// \param dtype         basic or custom type of the elements
/// \param tag           number that the sender has given
/// \param unit          global id of the sender
/// \return DART_OK, or DART_ERR_INVAL if the unit is unknown, the type is not contiguous, the
///   buffer is null, or the message has another size than was asked for.
DART_API dart_ret_t dart_recv(
    void* recvbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;

/// Sends a message and receives one, without a risk of deadlock: while the send waits, as dart_send
/// describes, the other message is received. Local, thread-safe.
///
/// \param sendbuf       the elements to send
/// \param send_nelem    number of elements to send
/// \param send_dtype    type of the elements to send
/// \param send_tag      tag of the message to send
/// \param dest          global id of the receiver
/// \param[out] recvbuf  the elements received
/// \param recv_nelem    number of elements to receive
/// \param recv_dtype    type of the elements to receive
/// \param recv_tag      tag of the message to receive
/// \param src           global id of the sender
/// \return The same as dart_send and dart_recv.
DART_API dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW;

DART_INTERFACE_OFF
