// Collectives of the C interface that are complete on return.

#include "api/collective_calls.h"
#include "trace/trace.h"

namespace calls = dart::calls;
using dart::Board;
using dart::Collective;
using dart::CollectiveCall;
using dart::Team;

namespace {

/// The program executes the collective, on the board of the team.
struct Now {
  /// \param body  gets the board, on which the call has begun
  template <class Body>
  [[gnu::always_inline]] dart_ret_t operator()(
      Team& team, const CollectiveCall& call, const calls::Buffers& /*buffers*/,
      const Body& body) const
  {
    team.board().begin(call);
    return body(team.board());
  }
};

}  // namespace

extern "C" {

dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW
{
  const dart::trace::Scope span("wait", "barrier", dart::trace::shortest_wait_ns);
  return calls::barrier(Now{}, __func__, team);
}

dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return calls::bcast(Now{}, __func__, buf, nelem, dtype, root, team);
}

dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return calls::scatter(Now{}, __func__, sendbuf, recvbuf, nelem, dtype, root, team);
}

dart_ret_t dart_scatterv(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, size_t nrecvelem, dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return calls::scatterv(
      Now{}, __func__, {sendbuf, nsendelem, senddispls}, dtype, recvbuf, nrecvelem, root, team);
}

dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return calls::gather(Now{}, __func__, sendbuf, recvbuf, nelem, dtype, root, team);
}

dart_ret_t dart_gatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return calls::gatherv(
      Now{}, __func__, sendbuf, nsendelem, dtype, {recvbuf, nrecvelem, recvdispls}, root, team);
}

dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  return calls::allgather(Now{}, __func__, sendbuf, recvbuf, nelem, dtype, team);
}

dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW
{
  return calls::allgatherv(
      Now{}, __func__, sendbuf, nsendelem, dtype, recvbuf, nrecvelem, recvdispls, teamid);
}

dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  return calls::alltoall(Now{}, __func__, sendbuf, recvbuf, nelem, dtype, team);
}

dart_ret_t dart_alltoallv(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls, dart_team_t team) DART_NOTHROW
{
  return calls::alltoallv(
      Now{}, __func__, {sendbuf, nsendelem, senddispls}, dtype, {recvbuf, nrecvelem, recvdispls},
      team);
}

dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return calls::allreduce(
      Now{}, {Collective::allreduce, sendbuf, recvbuf, nelem, dtype, op, __func__}, team);
}

dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return calls::reduce(
      Now{}, {Collective::reduce, sendbuf, recvbuf, nelem, dtype, op, __func__}, root, team);
}

dart_ret_t dart_reduce_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return calls::reduce_scatter(
      Now{}, {Collective::reduce_scatter, sendbuf, recvbuf, nelem, dtype, op, __func__}, team);
}

dart_ret_t dart_scan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return calls::scan(Now{}, {Collective::scan, sendbuf, recvbuf, nelem, dtype, op, __func__}, team);
}

dart_ret_t dart_exscan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return calls::scan(
      Now{}, {Collective::exscan, sendbuf, recvbuf, nelem, dtype, op, __func__}, team);
}

}  // extern "C"
