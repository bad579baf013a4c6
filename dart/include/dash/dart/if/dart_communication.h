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

/// Starts to read; \c dest is valid after a flush of gptr's segment and unit.
DART_API dart_ret_t dart_get(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;
/// Starts to write; \c src may be reused after a local flush, and the data are visible at the
/// target after a flush.
DART_API dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Completes the caller's operations on gptr's segment at gptr's unit, locally and remotely.
DART_API dart_ret_t dart_flush(dart_gptr_t gptr) DART_NOTHROW;
/// Completes the caller's operations on gptr's segment at all units of its team, locally and
/// remotely.
DART_API dart_ret_t dart_flush_all(dart_gptr_t gptr) DART_NOTHROW;
/// Completes the caller's operations on gptr's segment at gptr's unit locally.
DART_API dart_ret_t dart_flush_local(dart_gptr_t gptr) DART_NOTHROW;
/// Completes the caller's operations on gptr's segment at all units of its team locally.
DART_API dart_ret_t dart_flush_local_all(dart_gptr_t gptr) DART_NOTHROW;

/* ---- one-sided, blocking ------------------------------------------------------------------ */

/// Reads; \c dest is filled on return.
DART_API dart_ret_t dart_get_blocking(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;
/// Writes; remotely complete on return.
DART_API dart_ret_t dart_put_blocking(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/* ---- one-sided with handles --------------------------------------------------------------- */

/// An operation in progress; DART_HANDLE_NULL stands for a complete one.
typedef struct dart_handle_struct* dart_handle_t;

#define DART_HANDLE_NULL ((dart_handle_t)NULL)

DART_API dart_ret_t dart_get_handle(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type, dart_datatype_t dst_type,
    dart_handle_t* handle) DART_NOTHROW;
DART_API dart_ret_t dart_put_handle(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle) DART_NOTHROW;
/// Waits for local and remote completion; frees the handle and sets it to DART_HANDLE_NULL.
DART_API dart_ret_t dart_wait(dart_handle_t* handle) DART_NOTHROW;
DART_API dart_ret_t dart_waitall(dart_handle_t handles[], size_t n) DART_NOTHROW;
/// Waits for local completion; frees the handle and sets it to DART_HANDLE_NULL.
DART_API dart_ret_t dart_wait_local(dart_handle_t* handle) DART_NOTHROW;
DART_API dart_ret_t dart_waitall_local(dart_handle_t handles[], size_t n) DART_NOTHROW;
/// \param[out] result  1 if the operation is locally complete (the handle is then freed and null),
///   otherwise 0
DART_API dart_ret_t dart_test_local(dart_handle_t* handle, int32_t* result) DART_NOTHROW;
/// \param[out] is_finished  1 if the operation is locally and remotely complete, otherwise 0
DART_API dart_ret_t dart_test(dart_handle_t* handleptr, int32_t* is_finished) DART_NOTHROW;
/// \param[out] result  1 if all operations are complete (all handles are then freed), otherwise 0
DART_API dart_ret_t dart_testall_local(dart_handle_t handles[], size_t n, int32_t* result)
    DART_NOTHROW;
DART_API dart_ret_t dart_testall(dart_handle_t handles[], size_t n, int32_t* is_finished)
    DART_NOTHROW;
/// Frees a handle without waiting; the next flush completes the operation.
DART_API dart_ret_t dart_handle_free(dart_handle_t* handle) DART_NOTHROW;

/* ---- atomic operations: basic types, element-wise atomic among each other ----------------- */

/// Computes target[i] = target[i] o values[i]; \c values must not change until a local flush.
DART_API dart_ret_t dart_accumulate(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// The same as dart_accumulate, but locally complete on return.
DART_API dart_ret_t dart_accumulate_blocking_local(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// Updates one element; \c *result holds the old value after a flush.
DART_API dart_ret_t dart_fetch_and_op(
    dart_gptr_t gptr, const void* value, void* result, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// For integral types: sets the target to *value if it equals *compare; \c *result holds the old
/// value after a flush.
DART_API dart_ret_t dart_compare_and_swap(
    dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW;
/// Whether a network adapter executes the atomic operations on 64-bit integers in host memory
/// (DART_ATOMICS=adapter, in a run on several hosts). The processor's atomic operations do not
/// exclude them then, not even on mapped memory. Local.
DART_API bool dart_atomics_by_adapter(void) DART_NOTHROW;

/* ---- collectives: collective over the team, blocking, contiguous types -------------------- */

/// Waits until all units have called this. Does not complete operations.
DART_API dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW;
DART_API dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// Distributes \c nelem elements to each unit; \c sendbuf is only used at the root.
DART_API dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// Collects \c nelem elements of each unit; \c recvbuf is only used at the root.
DART_API dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// Collects \c nelem elements of each unit at all units. In place if \c sendbuf is \c recvbuf or
/// NULL; the caller's elements are then in their position in \c recvbuf.
DART_API dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;
/// Collects elements of each unit at all units. Counts and displacements are in elements, one per
/// unit; in place like dart_allgather.
DART_API dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW;
/// Transfers \c nelem elements between each pair of units; in place like dart_allgather.
DART_API dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;
/// Reduces element by element, with bit-wise the same result on all units; operands are combined in
/// unit order.
/// \param nelem  at most INT_MAX
DART_API dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;
/// The same as dart_allreduce, with the result at the root only.
DART_API dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/* ---- messages between two units: global ids, in order for each (source, tag) -------------- */

/// Sends a message; \c sendbuf may be reused on return. Thread-safe.
DART_API dart_ret_t dart_send(
    const void* sendbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;
/// Receives \c nelem elements from \c unit with \c tag; they are in \c recvbuf on return.
/// Thread-safe.
DART_API dart_ret_t dart_recv(
    void* recvbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;
/// Sends and receives without a risk of deadlock. Thread-safe.
DART_API dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW;

DART_INTERFACE_OFF
