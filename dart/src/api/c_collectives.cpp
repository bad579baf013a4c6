// Collectives of the C interface.

#include <algorithm>
#include <vector>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "memory/host_buffer.h"
#include "team/board_reduction.h"
#include "team/collectives.h"
#include "trace/trace.h"
#include "types/datatype.h"

using dart::Collective;
using dart::CollectiveCall;
using dart::DeviceSpace;
using dart::guarded_together;
using dart::HostBuffer;
using dart::on_all_units;
using dart::Reduction;
using dart::Runtime;
using dart::Team;

namespace {

std::byte* bytes_at(void* buffer)
{
  return static_cast<std::byte*>(buffer);
}

/// A root that a team does not have is refused.
dart_ret_t check_root(const Team& team, dart_team_unit_t root, const char* function)
{
  DART_REQUIRE(
      team.contains(root.id), DART_ERR_INVAL, "%s: root %d, but team %d has %u units", function,
      root.id, team.id(), team.size());
  return DART_OK;
}

/// A null pointer is refused for a buffer that is read or written.
dart_ret_t check_buffer(const void* buffer, std::size_t bytes, const char* function)
{
  DART_REQUIRE(buffer != nullptr || bytes == 0, DART_ERR_INVAL, "%s: a buffer is null", function);
  return DART_OK;
}

/// Runs the body of a collective: as guarded_together(), and \c body gets the devices and the bytes
/// of \c nelem elements, too.
template <class Body>
dart_ret_t guarded_collective(
    const char* function, dart_team_t id, size_t nelem, dart_datatype_t dtype, const Body& body)
{
  return guarded_together(function, id, [&](Runtime& rt, Team& team, const char*) {
    std::size_t bytes = 0;
    if (!dart::contiguous_bytes(nelem, dtype, function, &bytes)) return DART_ERR_INVAL;
    return body(rt.memory().devices(), team, bytes, function);
  });
}

/// What dart_allgatherv gets.
dart_ret_t check_gathered(
    const Team& team, std::size_t sends, const void* recvbuf, const std::size_t* counts,
    const std::size_t* displacements, const char* function)
{
  DART_REQUIRE(
      counts != nullptr && displacements != nullptr, DART_ERR_INVAL,
      "%s: counts or displacements are null", function);
  DART_REQUIRE(
      recvbuf != nullptr ||
          std::all_of(counts, counts + team.size(), [](std::size_t n) { return n == 0; }),
      DART_ERR_INVAL, "%s: the receive buffer is null", function);
  DART_REQUIRE(
      sends == counts[team.me()], DART_ERR_INVAL,
      "%s: sends %zu elements, but its own receive count says %zu", function, sends,
      counts[team.me()]);
  return DART_OK;
}

/// \param root \c on_all_units: all units get the result
[[gnu::always_inline]] inline dart_ret_t reduce_call(
    DeviceSpace* devices, Team& team, const void* sendbuf, void* recvbuf, size_t nelem,
    dart_datatype_t dtype, dart_operation_t op, std::uint32_t root, const char* function)
{
  Reduction reduction;
  if (!reduction.bind(op, dtype, nelem, function)) return DART_ERR_INVAL;
  const bool receives = root == on_all_units || root == team.me();
  const std::size_t bytes = nelem * reduction.element_bytes();
  DART_REQUIRE(
      nelem == 0 || (sendbuf != nullptr && (recvbuf != nullptr || !receives)), DART_ERR_INVAL,
      "%s: a buffer is null", function);
  const HostBuffer send(devices, sendbuf, bytes, HostBuffer::Content::needed);
  const HostBuffer recv(
      devices, receives ? recvbuf : nullptr, bytes, HostBuffer::Content::overwritten);
  const Collective which = root == on_all_units ? Collective::allreduce : Collective::reduce;
  team.board().begin(
      CollectiveCall::with_data(which, nelem, dtype, root == on_all_units ? 0 : root, op));
  const dart_ret_t reduced = dart::reduce(
      team.board(), send.get(), receives ? recv.get() : bytes_at(recvbuf), nelem, reduction, root);
  if (reduced != DART_OK) [[unlikely]]
    return dart::refuse_without_memory(function);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

}  // namespace

extern "C" {

dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime&, Team& members, const char*) {
    const dart::trace::Scope span("wait", "barrier", dart::trace::shortest_wait_ns);
    members.board().begin(CollectiveCall(Collective::barrier));
    dart::barrier(members.board());
    return DART_OK;
  });
}

dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& members, std::size_t bytes,
                        const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    if (checked == DART_OK) checked = check_buffer(buf, bytes, function);
    if (checked != DART_OK) return checked;
    const bool is_root = std::uint32_t(root.id) == members.me();
    const HostBuffer data(
        devices, buf, bytes,
        is_root ? HostBuffer::Content::needed : HostBuffer::Content::overwritten);
    members.board().begin(CollectiveCall::with_data(Collective::bcast, nelem, dtype, root.id));
    dart::broadcast(members.board(), {data.get(), bytes}, root.id);
    return data.result() != DART_OK || is_root ? data.result() : data.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& members, std::size_t bytes,
                        const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const bool is_root = std::uint32_t(root.id) == members.me();
    if (checked == DART_OK && is_root) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::size_t all_bytes = is_root ? members.size() * bytes : 0;
    const HostBuffer send(devices, sendbuf, all_bytes, HostBuffer::Content::needed);
    const HostBuffer recv(devices, recvbuf, bytes, HostBuffer::Content::overwritten);
    const auto sender = static_cast<std::uint32_t>(root.id);
    members.board().begin(CollectiveCall::with_data(Collective::scatter, nelem, dtype, sender));
    dart::distribute(members.board(), send.get(), recv.get(), bytes, {sender, sender + 1});
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& members, std::size_t bytes,
                        const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const bool is_root = std::uint32_t(root.id) == members.me();
    if (checked == DART_OK) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK && is_root) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::size_t all_bytes = is_root ? members.size() * bytes : 0;
    const HostBuffer send(devices, sendbuf, bytes, HostBuffer::Content::needed);
    const HostBuffer recv(
        devices, is_root ? recvbuf : nullptr, all_bytes, HostBuffer::Content::overwritten);
    members.board().begin(CollectiveCall::with_data(Collective::gather, nelem, dtype, root.id));
    dart::collect(
        members.board(), send.get(), recv.get(), is_root, bytes,
        [=](std::uint32_t) { return bytes; }, [=](std::uint32_t unit) { return unit * bytes; });
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& members, std::size_t bytes,
                        const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const auto offset_of = [=](std::uint32_t unit) { return unit * bytes; };
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const HostBuffer send(
        devices, in_place ? bytes_at(recvbuf) + offset_of(members.me()) : sendbuf, bytes,
        HostBuffer::Content::needed);
    const HostBuffer recv(
        devices, recvbuf, members.size() * bytes, HostBuffer::Content::overwritten);
    members.board().begin(CollectiveCall::with_data(Collective::allgather, nelem, dtype));
    dart::collect(
        members.board(), send.get(), recv.get(), true, bytes, [=](std::uint32_t) { return bytes; },
        offset_of);
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& team, std::size_t bytes, const char* function) {
    const dart_ret_t checked =
        check_gathered(team, nsendelem, recvbuf, nrecvelem, recvdispls, function);
    if (checked != DART_OK) return checked;
    const std::size_t width = dart::describe(dtype)->element_bytes;
    std::size_t largest = 0, all_bytes = 0;
    for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
      if (nrecvelem[unit] == 0) continue;
      largest = std::max(largest, nrecvelem[unit] * width);
      all_bytes = std::max(all_bytes, (recvdispls[unit] + nrecvelem[unit]) * width);
    }
    const auto offset_of = [=](std::uint32_t unit) { return recvdispls[unit] * width; };
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const HostBuffer send(
        devices, in_place ? bytes_at(recvbuf) + offset_of(team.me()) : sendbuf, bytes,
        HostBuffer::Content::needed);
    // What lies between the displacements stays as it is.
    const HostBuffer recv(devices, recvbuf, all_bytes, HostBuffer::Content::needed);
    team.board().begin(
        CollectiveCall::with_counts(Collective::allgatherv, nrecvelem, team.size(), dtype));
    dart::collect(
        team.board(), send.get(), recv.get(), true, largest,
        [=](std::uint32_t unit) { return nrecvelem[unit] * width; }, offset_of);
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, teamid, nsendelem, dtype, body);
}

dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](DeviceSpace* devices, Team& members, std::size_t bytes,
                        const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::uint32_t units = members.size();
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const HostBuffer send(
        devices, in_place ? recvbuf : sendbuf, units * bytes, HostBuffer::Content::needed);
    const HostBuffer recv(devices, recvbuf, units * bytes, HostBuffer::Content::overwritten);
    members.board().begin(CollectiveCall::with_data(Collective::alltoall, nelem, dtype));
    // In place works, too: each step shows the bytes of all that it overwrites.
    dart::distribute(members.board(), send.get(), recv.get(), bytes, {0, units});
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime& rt, Team& members, const char* function) {
    return reduce_call(
        rt.memory().devices(), members, sendbuf, recvbuf, nelem, dtype, op, on_all_units, function);
  });
}

dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime& rt, Team& members, const char* function) {
    const dart_ret_t checked = check_root(members, root, function);
    if (checked != DART_OK) return checked;
    return reduce_call(
        rt.memory().devices(), members, sendbuf, recvbuf, nelem, dtype, op, root.id, function);
  });
}

}  // extern "C"
