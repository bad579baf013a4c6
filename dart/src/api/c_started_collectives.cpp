// Collectives of the C interface that give a handle.

#include "api/collective_calls.h"
#include "dash/dart/if/dart_started_collectives.h"
#include "transfer/handle.h"

namespace calls = dart::calls;
using dart::Collective;
using dart::CollectiveCall;
using dart::Team;

namespace {

/// The collective goes on while the program does something else.
struct Start {
  dart_handle_t* handle;

  template <class Body>
  dart_ret_t operator()(
      Team& team, const CollectiveCall& call, const calls::Buffers& /*buffers*/,
      const Body& body) const
  {
    dart::StartedCollectives& started = team.started();
    return dart::hand_out({&started, started.start(call.in(dart::CallWay::started), body)}, handle);
  }
};

/// Calls a collective so that it gives a handle.
/// \param call  gets the way
template <class Call>
dart_ret_t start(dart_handle_t* handle, const char* function, const Call& call)
{
  DART_REQUIRE_POINTER(handle, function);
  *handle = DART_HANDLE_NULL;
  return call(Start{handle});
}

}  // namespace

extern "C" {

dart_ret_t dart_barrier_handle(dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::barrier(how, function, team);
  });
}

dart_ret_t dart_bcast_handle(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::bcast(how, function, buf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_scatter_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::scatter(how, function, sendbuf, recvbuf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_scatterv_handle(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, size_t nrecvelem, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::scatterv(
        how, function, {sendbuf, nsendelem, senddispls}, dtype, recvbuf, nrecvelem, root, team);
  });
}

dart_ret_t dart_gather_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::gather(how, function, sendbuf, recvbuf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_gatherv_handle(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::gatherv(
        how, function, sendbuf, nsendelem, dtype, {recvbuf, nrecvelem, recvdispls}, root, team);
  });
}

dart_ret_t dart_allgather_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::allgather(how, function, sendbuf, recvbuf, nelem, dtype, team);
  });
}

dart_ret_t dart_allgatherv_handle(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::allgatherv(
        how, function, sendbuf, nsendelem, dtype, recvbuf, nrecvelem, recvdispls, teamid);
  });
}

dart_ret_t dart_alltoall_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::alltoall(how, function, sendbuf, recvbuf, nelem, dtype, team);
  });
}

dart_ret_t dart_alltoallv_handle(
    const void* sendbuf, const size_t* nsendelem, const size_t* senddispls, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls, dart_team_t team,
    dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::alltoallv(
        how, function, {sendbuf, nsendelem, senddispls}, dtype, {recvbuf, nrecvelem, recvdispls},
        team);
  });
}

dart_ret_t dart_allreduce_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::allreduce(
        how, {Collective::allreduce, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_reduce_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::reduce(
        how, {Collective::reduce, sendbuf, recvbuf, nelem, dtype, op, function}, root, team);
  });
}

dart_ret_t dart_reduce_scatter_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::reduce_scatter(
        how, {Collective::reduce_scatter, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_scan_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::scan(how, {Collective::scan, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_exscan_handle(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team, dart_handle_t* handle) DART_NOTHROW
{
  return start(handle, __func__, [&, function = __func__](const Start& how) {
    return calls::scan(
        how, {Collective::exscan, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

}  // extern "C"
