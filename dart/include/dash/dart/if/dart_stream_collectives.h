#pragma once

/// \file
/// Collectives that take a place in a stream.
/// This is an extension of the DART interface.
///
/// Each function adds the collective of the same name in dart_communication.h, with the same
/// arguments, to a stream (dart_stream.h): it is executed when what is before it is complete, and
/// what is behind it sees its results. All units of the team have to add the same collectives of a
/// team in the same order, to one stream at a time; this order is independent of that of the team's
/// other collectives. Buffers, counts and displacements are read when it is the collective's turn,
/// and have to exist until then.
///
/// Only the first call of a team waits for the other units, since it takes memory for them all; it
/// must not be captured into a graph. All collectives have to be complete before the team is
/// destroyed.
///
/// If all units of a team have a GPU of their own on one host, and no more than 32 are in it,
/// kernels execute bcast, reduce, allreduce, reduce_scatter, allgather and alltoall of basic types
/// and operations, and copy bytes of all types: they become a part of a graph that is captured from
/// the stream. Reductions have the same bits on all units. The team takes some 80 MB of each GPU
/// for that. Everything else is done by the thread that executes the stream, or for which the
/// stream of a GPU waits, also in a graph.
///
/// DART_STREAM_TIMEOUT limits the time for which a unit waits for another one. dart_stream_wait
/// then fails with an error that names it, or the first unit of its host if no other unit there
/// waits for it, and so do all later collectives of the team that threads execute, on all units:
/// nobody knows any more which of them belong together. A late unit may have success if all that it
/// needs has come from other hosts before.
///
/// Units that add different collectives get an error that names them: from dart_stream_wait where
/// threads execute them, and where kernels do, from the function that adds one, at the later unit
/// or at both, which then have not added it. Kernels execute without such a comparison what a unit
/// captures into a graph, what it adds after that, and what it adds while another unit is more than
/// 256 collectives ahead.

#include <dash/dart/if/dart_communication.h>
#include <dash/dart/if/dart_stream.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Adds a dart_bcast. Collective over the team.
///
/// \param stream  the stream
/// \param buf     the elements: read at the root, written at the others
/// \param nelem   number of elements
/// \param dtype   basic or custom type of the elements
/// \param root    the root, relative to the team
/// \param team    the team
/// \return DART_OK; DART_ERR_INVAL if there is no such stream, and for what dart_bcast refuses;
///   DART_ERR_NOMEM or DART_ERR_OTHER if there is no memory, or the GPU is out of use. Then nothing
///   is added.
DART_API dart_ret_t dart_stream_bcast(
    dart_stream_t stream, void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_scatter. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_scatter(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/// Adds a dart_scatterv. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements for each unit
/// \param senddispls    their positions in \c sendbuf
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements that the calling unit receives
/// \param root          the root, relative to the team
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_scatterv(
    dart_stream_t stream, const void* sendbuf, const size_t* nsendelem, const size_t* senddispls,
    dart_datatype_t dtype, void* recvbuf, size_t nrecvelem, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_gather. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements
/// \param dtype         basic or custom type of the elements
/// \param root          the root, relative to the team
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_gather(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/// Adds a dart_gatherv. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements that the calling unit sends
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param root          the root, relative to the team
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_gatherv(
    dart_stream_t stream, const void* sendbuf, size_t nsendelem, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_allgather. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_allgather(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_allgatherv. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements that the calling unit sends
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param teamid        the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_allgatherv(
    dart_stream_t stream, const void* sendbuf, size_t nsendelem, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t teamid) DART_NOTHROW;

/// Adds a dart_alltoall. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the elements that it receives
/// \param nelem         number of elements
/// \param dtype         basic or custom type of the elements
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_alltoall(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_alltoallv. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param nsendelem     number of elements for each unit
/// \param senddispls    their positions in \c sendbuf
/// \param dtype         basic or custom type of the elements
/// \param[out] recvbuf  the elements that it receives
/// \param nrecvelem     number of elements of each unit
/// \param recvdispls    their positions in \c recvbuf
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_alltoallv(
    dart_stream_t stream, const void* sendbuf, const size_t* nsendelem, const size_t* senddispls,
    dart_datatype_t dtype, void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t team) DART_NOTHROW;

/// Adds a dart_allreduce. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_allreduce(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW;

/// Adds a dart_reduce. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param root          the root, relative to the team
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_reduce(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_unit_t root, dart_team_t team) DART_NOTHROW;

/// Adds a dart_reduce_scatter. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_reduce_scatter(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW;

/// Adds a dart_scan. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_scan(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW;

/// Adds a dart_exscan. Collective over the team.
///
/// \param stream        the stream
/// \param sendbuf       the elements that the calling unit sends
/// \param[out] recvbuf  the result
/// \param nelem         number of elements
/// \param dtype         type of the elements, which the operation has to support
/// \param op            predefined or custom operation, which may be destroyed after the call
/// \param team          the team
/// \return As dart_stream_bcast.
DART_API dart_ret_t dart_stream_exscan(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW;

DART_INTERFACE_OFF
