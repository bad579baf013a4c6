#pragma once

/// \file
/// Collectives that units start and wait for later.
/// This is an extension of the DART interface.
///
/// Each function is the one of the same name without _handle in dart_communication.h, with the same
/// arguments and results, and gives a handle for dart_wait, dart_test and their relatives; there is
/// no difference between local and remote completion. All units of the team have to call it. They
/// start the collectives of one team in the same order; this order is independent of that of the
/// team's other collectives, which units may call in between, and of the order in which they wait.
/// Any number may be in progress.
///
/// Until a collective is complete, what it reads must not change, and what it writes must not be
/// used; that includes counts and displacements. It needs no further call to go on: a thread of the
/// runtime executes the collectives of a team, one after the other. The thread exists from the
/// first one to the end of the team.
///
/// Units find out when they start different collectives, and waiting gives the errors that
/// dart_communication.h describes for collectives. dart_team_destroy and dart_exit complete what
/// was started. They write a warning that names a collective for which the program has not waited,
/// and are an error that names it, DART_ERR_INVAL, if not all units have started the same number.
/// Handles stay valid beyond the end of the team.
///
/// dart_handle_free on such a handle only forgets it: the collective goes on. None of these
/// functions may be called in a task, and only one thread of a unit at a time calls those of one
/// team.

#include <dash/dart/if/dart_communication.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Starts dart_barrier. Collective over the team; complete when its handle is.
///
/// \param team         the team
/// \param[out] handle  handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_barrier refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_barrier_handle(dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_bcast. Collective over the team; complete when its handle is.
///
/// \param buf          the elements: read at the root, written at the others
/// \param nelem        number of elements, as there
/// \param dtype        basic or custom type of the elements
/// \param root         the root, relative to the team
/// \param team         the team
/// \param[out] handle  handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_bcast refuses, and a null pointer
///   instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no thread. Then
///   nothing is started.
DART_API dart_ret_t dart_bcast_handle(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_scatter. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements, as there
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_scatter refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_scatter_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_scatterv. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements for each unit
/// \param senddispls    their positions in \c sendbuf
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements that the calling unit receives
/// \param root          the root, relative to the team
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_scatterv refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_scatterv_handle(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, size_t nrecvelem, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_gather. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements, as there
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_gather refuses, and a null pointer
///   instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no thread. Then
///   nothing is started.
DART_API dart_ret_t dart_gather_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_gatherv. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements that the calling unit sends
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param root          the root, relative to the team
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_gatherv refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_gatherv_handle(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_allgather. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements, as there
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_allgather refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_allgather_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_allgatherv. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements that the calling unit sends
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param teamid        the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_allgatherv refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_allgatherv_handle(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_alltoall. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements, as there
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_alltoall refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_alltoall_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_alltoallv. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements for each unit
/// \param senddispls    their positions in \c sendbuf
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_alltoallv refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_alltoallv_handle(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_allreduce. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements, as there
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_allreduce refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_allreduce_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_reduce. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements, as there
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param root          the root, relative to the team
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_reduce refuses, and a null pointer
///   instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no thread. Then
///   nothing is started.
DART_API dart_ret_t dart_reduce_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_reduce_scatter. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements, as there
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_reduce_scatter refuses, and a null
///   pointer instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no
///   thread. Then nothing is started.
DART_API dart_ret_t dart_reduce_scatter_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_scan. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements, as there
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_scan refuses, and a null pointer
///   instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no thread. Then
///   nothing is started.
DART_API dart_ret_t dart_scan_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

/// Starts dart_exscan. Collective over the team; complete when its handle is.
///
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements, as there
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \param[out] handle   handle of the collective; DART_HANDLE_NULL in case of an error
/// \return DART_OK; DART_ERR_INVAL for the arguments that dart_exscan refuses, and a null pointer
///   instead of a handle; DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory or no thread. Then
///   nothing is started.
DART_API dart_ret_t dart_exscan_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW;

DART_INTERFACE_OFF
