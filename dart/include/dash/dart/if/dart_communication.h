#pragma once

/// \file
/// One-sided operations, collectives and two-sided messages.
///
/// Element counts are in elements of the base type. \c src_type describes the memory read,
/// \c dst_type the memory written; both have the same base type. Local completion: the caller's
/// buffer may be reused (put) or read (get). Remote completion: the effect is visible at the
/// target.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/* ---- one-sided, completed by flush: local calls, thread-safe ------------------------------ */

/// Starts reading; \c dest is valid after a flush of gptr's segment and unit.
DART_API dart_ret_t dart_get(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;
/// Starts writing; \c src is reusable after a local flush, the data visible after a flush.
DART_API dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/// Completes, locally and remotely, the caller's operations on gptr's segment at gptr's unit.
DART_API dart_ret_t dart_flush(dart_gptr_t gptr) DART_NOTHROW;
/// As dart_flush, for all units of the segment's team.
DART_API dart_ret_t dart_flush_all(dart_gptr_t gptr) DART_NOTHROW;
/// Local completion at one unit.
DART_API dart_ret_t dart_flush_local(dart_gptr_t gptr) DART_NOTHROW;
/// Local completion at all units.
DART_API dart_ret_t dart_flush_local_all(dart_gptr_t gptr) DART_NOTHROW;

/* ---- one-sided, blocking ------------------------------------------------------------------ */

/// Returns with \c dest filled.
DART_API dart_ret_t dart_get_blocking(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;
/// Returns after remote completion.
DART_API dart_ret_t dart_put_blocking(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW;

/* ---- one-sided with handles --------------------------------------------------------------- */

/// An operation under way; DART_HANDLE_NULL stands for one that is complete.
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
/// As dart_wait, for local completion.
DART_API dart_ret_t dart_wait_local(dart_handle_t* handle) DART_NOTHROW;
DART_API dart_ret_t dart_waitall_local(dart_handle_t handles[], size_t n) DART_NOTHROW;
/// \param[out] result 1 if locally complete (the handle is then freed and null), else 0
DART_API dart_ret_t dart_test_local(dart_handle_t* handle, int32_t* result) DART_NOTHROW;
/// \param[out] is_finished 1 if locally and remotely complete, else 0
DART_API dart_ret_t dart_test(dart_handle_t* handleptr, int32_t* is_finished) DART_NOTHROW;
/// \param[out] result 1 when all are complete (all are then freed), else 0
DART_API dart_ret_t dart_testall_local(dart_handle_t handles[], size_t n, int32_t* result)
    DART_NOTHROW;
DART_API dart_ret_t dart_testall(dart_handle_t handles[], size_t n, int32_t* is_finished)
    DART_NOTHROW;
/// Drops a handle without waiting; the operation completes at the next flush.
DART_API dart_ret_t dart_handle_free(dart_handle_t* handle) DART_NOTHROW;

/* ---- atomic operations: basic types, element-wise atomic among each other ----------------- */

/// target[i] = target[i] o values[i]; \c values stays untouched until a local flush.
DART_API dart_ret_t dart_accumulate(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// As dart_accumulate, returns after local completion.
DART_API dart_ret_t dart_accumulate_blocking_local(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// One element; \c *result receives the old value, valid after a flush.
DART_API dart_ret_t dart_fetch_and_op(
    dart_gptr_t gptr, const void* value, void* result, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW;
/// Integral types: target = *value if it equals *compare; \c *result receives the old value.
DART_API dart_ret_t dart_compare_and_swap(
    dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW;
/// Whether atomic operations on 64-bit integers in host memory are those of a network adapter
/// (DART_ATOMICS=adapter, in a run on several hosts): then the processor's do not exclude them,
/// also not on mapped memory. Local.
DART_API bool dart_atomics_by_adapter(void) DART_NOTHROW;

/* ---- collectives: collective over the team, blocking, contiguous types -------------------- */

/// All units have reached the call. Completes no operations.
DART_API dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW;
DART_API dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// \c nelem elements per unit; \c sendbuf is significant at the root.
DART_API dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// \c nelem elements per unit; \c recvbuf is significant at the root.
DART_API dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;
/// In place if \c sendbuf is \c recvbuf or NULL (own part in its slot).
DART_API dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;
/// Counts and displacements in elements, one per unit; in place as dart_allgather.
DART_API dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW;
/// \c nelem elements for each pair of units; in place as dart_allgather.
DART_API dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;
/// Element-wise reduction, bit-wise the same result on all units; operands are combined in unit
/// order. \param nelem at most INT_MAX
DART_API dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW;
/// As dart_allreduce, result at the root.
DART_API dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/* ---- messages between two units: global ids, in order for each (source, tag) -------------- */

/// Returns when \c sendbuf may be reused. Thread-safe.
DART_API dart_ret_t dart_send(
    const void* sendbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;
/// Returns when \c nelem elements from \c unit with \c tag are in \c recvbuf. Thread-safe.
DART_API dart_ret_t dart_recv(
    void* recvbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW;
/// Send and receive at once, free of deadlock. Thread-safe.
DART_API dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW;

DART_INTERFACE_OFF
