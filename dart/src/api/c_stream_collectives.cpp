// Collectives of the C interface that take a place in a stream.

#include "api/collective_calls.h"
#include "api/stream_guard.h"
#include "dash/dart/if/dart_stream_collectives.h"

namespace calls = dart::calls;
using dart::Collective;
using dart::CollectiveCall;
using dart::Stream;
using dart::Team;

namespace {

/// The collective is executed when it is its turn in the stream.
struct InStream {
  dart::Runtime& rt;
  Stream& stream;
  const char* function;

  template <class Body>
  dart_ret_t operator()(
      Team& team, const CollectiveCall& call, const calls::Buffers& buffers, const Body& body) const
  {
    return rt.stream_collectives().add(
        stream, team,
        {call.in(dart::CallWay::in_stream), buffers.send, buffers.recv, buffers.fit_devices}, body,
        function);
  }
};

/// Calls a collective so that it becomes an operation of a stream.
/// \param call  gets the way
template <class Call>
dart_ret_t in_stream(dart_stream_t stream, const char* function, const Call& call)
{
  return dart::with_stream(function, stream, [&](dart::Runtime& rt, Stream& found, const char*) {
    return call(InStream{rt, found, function});
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_stream_bcast(
    dart_stream_t stream, void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::bcast(how, function, buf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_stream_scatter(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::scatter(how, function, sendbuf, recvbuf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_stream_scatterv(
    dart_stream_t stream, const void* sendbuf, const size_t* nsendelem, const size_t* senddispls,
    dart_datatype_t dtype, void* recvbuf, size_t nrecvelem, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::scatterv(
        how, function, {sendbuf, nsendelem, senddispls}, dtype, recvbuf, nrecvelem, root, team);
  });
}

dart_ret_t dart_stream_gather(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::gather(how, function, sendbuf, recvbuf, nelem, dtype, root, team);
  });
}

dart_ret_t dart_stream_gatherv(
    dart_stream_t stream, const void* sendbuf, size_t nsendelem, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::gatherv(
        how, function, sendbuf, nsendelem, dtype, {recvbuf, nrecvelem, recvdispls}, root, team);
  });
}

dart_ret_t dart_stream_allgather(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::allgather(how, function, sendbuf, recvbuf, nelem, dtype, team);
  });
}

dart_ret_t dart_stream_allgatherv(
    dart_stream_t stream, const void* sendbuf, size_t nsendelem, dart_datatype_t dtype,
    void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t teamid) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::allgatherv(
        how, function, sendbuf, nsendelem, dtype, recvbuf, nrecvelem, recvdispls, teamid);
  });
}

dart_ret_t dart_stream_alltoall(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::alltoall(how, function, sendbuf, recvbuf, nelem, dtype, team);
  });
}

dart_ret_t dart_stream_alltoallv(
    dart_stream_t stream, const void* sendbuf, const size_t* nsendelem, const size_t* senddispls,
    dart_datatype_t dtype, void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::alltoallv(
        how, function, {sendbuf, nsendelem, senddispls}, dtype, {recvbuf, nrecvelem, recvdispls},
        team);
  });
}

dart_ret_t dart_stream_allreduce(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::allreduce(
        how, {Collective::allreduce, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_stream_reduce(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::reduce(
        how, {Collective::reduce, sendbuf, recvbuf, nelem, dtype, op, function}, root, team);
  });
}

dart_ret_t dart_stream_reduce_scatter(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::reduce_scatter(
        how, {Collective::reduce_scatter, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_stream_scan(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::scan(how, {Collective::scan, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

dart_ret_t dart_stream_exscan(
    dart_stream_t stream, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, dart_team_t team) DART_NOTHROW
{
  return in_stream(stream, __func__, [&, function = __func__](const InStream& how) {
    return calls::scan(
        how, {Collective::exscan, sendbuf, recvbuf, nelem, dtype, op, function}, team);
  });
}

}  // extern "C"
