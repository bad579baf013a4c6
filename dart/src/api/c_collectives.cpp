// Collectives of the C interface.

#include <algorithm>
#include <vector>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "memory/host_buffer.h"
#include "team/board_reduction.h"
#include "team/collectives.h"
#include "team/device_collective.h"
#include "trace/trace.h"
#include "types/datatype.h"

using dart::BlockBuffer;
using dart::Board;
using dart::Collective;
using dart::CollectiveCall;
using dart::DeviceCollective;
using dart::guarded_together;
using dart::HostBuffer;
using dart::on_all_units;
using dart::Reduction;
using dart::Runtime;
using dart::Team;

namespace {

std::byte* bytes_at(const void* buffer)
{
  return static_cast<std::byte*>(const_cast<void*>(buffer));
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

/// The same for the buffers of a reduction, of which a unit may need only the first.
dart_ret_t check_buffers(
    const void* sendbuf, const void* recvbuf, bool receives, std::size_t elements,
    const char* function)
{
  const dart_ret_t checked = check_buffer(sendbuf, elements, function);
  return checked == DART_OK && receives ? check_buffer(recvbuf, elements, function) : checked;
}

/// Runs the body of a collective: as guarded_together(), and \c body gets the bytes of \c nelem
/// elements, too.
template <class Body>
dart_ret_t guarded_collective(
    const char* function, dart_team_t id, size_t nelem, dart_datatype_t dtype, const Body& body)
{
  return guarded_together(function, id, [&](Runtime& rt, Team& team, const char*) {
    std::size_t bytes = 0;
    if (!dart::contiguous_bytes(nelem, dtype, function, &bytes)) return DART_ERR_INVAL;
    return body(rt, team, bytes, function);
  });
}

/// What a unit gives to a collective.
struct Buffers {
  BlockBuffer send, recv;
  /// Whether the unit receives where others read what it sends.
  bool is_in_place = false;
  /// Whether what lies between the blocks that it receives has to stay as it is.
  bool has_gaps = false;
  /// Whether devices have code for the collective.
  bool fit_devices = true;
};

/// A collective over host memory, to which device memory is copied, and back.
/// \param on_host  gets the board and the two buffers, and returns DART_OK or an error
template <class OnHost>
dart_ret_t through_host(
    dart::DeviceSpace& devices, Team& team, const Buffers& buffers, const OnHost& on_host)
{
  using Content = HostBuffer::Content;
  const auto span = [](const BlockBuffer& buffer) {
    return buffer.begin == nullptr ? 0 : buffer.span();
  };
  const HostBuffer send(&devices, buffers.send.begin, span(buffers.send), Content::needed);
  const HostBuffer recv(
      &devices, buffers.recv.begin, span(buffers.recv),
      buffers.has_gaps ? Content::needed : Content::overwritten);
  const dart_ret_t done = on_host(team.board(), send.get(), recv.get());
  if (done != DART_OK) return done;
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

/// Runs a collective in a run with GPU units: by the GPUs if they have the data, otherwise by host
/// code.
template <class OnDevices, class OnHost>
[[gnu::noinline]] dart_ret_t run_by_place(
    Runtime& rt, Team& team, const Buffers& buffers, const OnDevices& on_devices,
    const OnHost& on_host)
{
  dart::DeviceSpace& devices = *rt.memory().devices();
  if (buffers.fit_devices && DeviceCollective::is_possible(rt.units(), team)) {
    DeviceCollective call(
        rt.memory(), rt.units(), team, buffers.send, buffers.recv, buffers.is_in_place);
    if (call.is_chosen()) return on_devices(call);
    if (!call.has_device_memory())
      return on_host(team.board(), buffers.send.begin, buffers.recv.begin);
  }
  return through_host(devices, team, buffers, on_host);
}

/// Runs a collective that the units have begun.
/// \param on_devices  gets the collective of the devices
/// \param on_host     gets the board and the two buffers in host memory
template <class OnDevices, class OnHost>
[[gnu::always_inline]] inline dart_ret_t run(
    Runtime& rt, Team& team, const Buffers& buffers, const OnDevices& on_devices,
    const OnHost& on_host)
{
  if (rt.memory().devices() == nullptr) [[likely]]
    return on_host(team.board(), buffers.send.begin, buffers.recv.begin);
  return run_by_place(rt, team, buffers, on_devices, on_host);
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

/// A call that combines elements.
struct ReductionCall {
  Collective which;
  size_t nelem;
  dart_datatype_t dtype;
  dart_operation_t op;
  const char* function;
};

/// Runs such a call.
/// \param blocks      number of blocks of \c nelem elements that each unit sends
/// \param root        the unit that receives; on_all_units
/// \param on_devices  gets the collective of the devices and the elements
/// \param on_host     gets board, buffers and reduction
template <class OnDevices, class OnHost>
[[gnu::always_inline]] inline dart_ret_t reduce_call(
    Runtime& rt, Team& team, const ReductionCall& call, const void* sendbuf, void* recvbuf,
    std::uint32_t blocks, std::uint32_t root, const OnDevices& on_devices, const OnHost& on_host)
{
  Reduction reduction;
  if (!reduction.bind(call.op, call.dtype, call.nelem, call.function)) return DART_ERR_INVAL;
  // The first unit receives nothing of a scan that excludes a unit's own elements.
  const bool has_none_before = call.which == Collective::exscan && team.me() == 0;
  const bool receives = (root == on_all_units || root == team.me()) && !has_none_before;
  const dart_ret_t checked = check_buffers(sendbuf, recvbuf, receives, call.nelem, call.function);
  if (checked != DART_OK) return checked;
  const std::size_t bytes = call.nelem * reduction.element_bytes();
  team.board().begin(CollectiveCall::with_data(
      call.which, call.nelem, call.dtype, root == on_all_units ? 0 : root, call.op));
  Buffers buffers{
      {bytes_at(sendbuf), blocks, bytes}, {receives ? bytes_at(recvbuf) : nullptr, 1, bytes}};
  buffers.fit_devices = dart::has_device_code(call.op, call.dtype);
  const auto reduce_on_host = [&](Board& board, const std::byte* send, std::byte* recv) {
    // Units that do not receive have a buffer for it, too, if they like.
    const dart_ret_t reduced = on_host(board, send, receives ? recv : bytes_at(recvbuf), reduction);
    return reduced == DART_OK ? DART_OK : dart::refuse_without_memory(call.function);
  };
  return run(
      rt, team, buffers,
      [&](DeviceCollective& devices) {
        return on_devices(devices, DeviceCollective::Elements{call.dtype, call.op});
      },
      reduce_on_host);
}

/// A scan over the units up to this one, or over those before it.
dart_ret_t scan_call(
    const ReductionCall& call, const void* sendbuf, void* recvbuf, dart_team_t team)
{
  return guarded_together(call.function, team, [&](Runtime& rt, Team& members, const char*) {
    const bool is_inclusive = call.which == Collective::scan;
    const std::uint32_t combined = members.me() + (is_inclusive ? 1 : 0);
    return reduce_call(
        rt, members, call, sendbuf, recvbuf, 1, on_all_units,
        [=](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return is_inclusive ? devices.scan(elements) : devices.exscan(elements);
        },
        [&](Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::scan(board, send, recv, call.nelem, reduction, combined);
        });
  });
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
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    if (checked == DART_OK) checked = check_buffer(buf, bytes, function);
    if (checked != DART_OK) return checked;
    const auto sender = static_cast<std::uint32_t>(root.id);
    const bool is_root = sender == members.me();
    std::byte* const data = bytes_at(buf);
    members.board().begin(CollectiveCall::with_data(Collective::bcast, nelem, dtype, sender));
    return run(
        rt, members, {{is_root ? data : nullptr, 1, bytes}, {is_root ? nullptr : data, 1, bytes}},
        [=](DeviceCollective& devices) { return devices.broadcast(sender); },
        [=](Board& board, std::byte* send, std::byte* recv) {
          dart::broadcast(board, {is_root ? send : recv, bytes}, sender);
          return DART_OK;
        });
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const auto sender = static_cast<std::uint32_t>(root.id);
    const bool is_root = sender == members.me();
    if (checked == DART_OK && is_root) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    members.board().begin(CollectiveCall::with_data(Collective::scatter, nelem, dtype, sender));
    return run(
        rt, members,
        {{is_root ? bytes_at(sendbuf) : nullptr, members.size(), bytes},
         {bytes_at(recvbuf), 1, bytes}},
        [=](DeviceCollective& devices) { return devices.scatter(sender); },
        [=](Board& board, const std::byte* send, std::byte* recv) {
          dart::distribute(board, send, recv, bytes, {sender, sender + 1});
          return DART_OK;
        });
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const auto receiver = static_cast<std::uint32_t>(root.id);
    const bool is_root = receiver == members.me();
    if (checked == DART_OK) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK && is_root) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    members.board().begin(CollectiveCall::with_data(Collective::gather, nelem, dtype, receiver));
    return run(
        rt, members,
        {{bytes_at(sendbuf), 1, bytes},
         {is_root ? bytes_at(recvbuf) : nullptr, members.size(), bytes}},
        [=](DeviceCollective& devices) { return devices.gather(receiver); },
        [=](Board& board, const std::byte* send, std::byte* recv) {
          dart::collect(
              board, send, recv, is_root, bytes, [=](std::uint32_t) { return bytes; },
              [=](std::uint32_t unit) { return unit * bytes; });
          return DART_OK;
        });
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const auto offset_of = [=](std::uint32_t unit) { return unit * bytes; };
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    members.board().begin(CollectiveCall::with_data(Collective::allgather, nelem, dtype));
    std::byte* const mine = bytes_at(recvbuf) + offset_of(members.me());
    return run(
        rt, members,
        {{in_place ? mine : bytes_at(sendbuf), 1, bytes},
         {bytes_at(recvbuf), members.size(), bytes}},
        [](DeviceCollective& devices) { return devices.allgather(); },
        [=](Board& board, const std::byte* send, std::byte* recv) {
          dart::collect(
              board, send, recv, true, bytes, [=](std::uint32_t) { return bytes; }, offset_of);
          return DART_OK;
        });
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW
{
  const auto body = [&](Runtime& rt, Team& team, std::size_t bytes, const char* function) {
    const dart_ret_t checked =
        check_gathered(team, nsendelem, recvbuf, nrecvelem, recvdispls, function);
    if (checked != DART_OK) return checked;
    const std::size_t width = dart::describe(dtype)->element_bytes;
    const std::size_t largest = *std::max_element(nrecvelem, nrecvelem + team.size()) * width;
    const BlockBuffer recv{bytes_at(recvbuf), team.size(), largest, nrecvelem, recvdispls, width};
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    std::byte* const mine =
        recv.begin == nullptr ? nullptr : recv.begin + recv.offset_of(team.me());
    team.board().begin(
        CollectiveCall::with_counts(Collective::allgatherv, nrecvelem, team.size(), dtype));
    return run(
        rt, team, {{in_place ? mine : bytes_at(sendbuf), 1, bytes}, recv, false, true},
        [](DeviceCollective& devices) { return devices.allgather(); },
        [&](Board& board, const std::byte* send, std::byte* received) {
          dart::collect(
              board, send, received, true, largest,
              [&](std::uint32_t unit) { return recv.bytes_of(unit); },
              [&](std::uint32_t unit) { return recv.offset_of(unit); });
          return DART_OK;
        });
  };
  return guarded_collective(__func__, teamid, nsendelem, dtype, body);
}

dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::uint32_t units = members.size();
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    members.board().begin(CollectiveCall::with_data(Collective::alltoall, nelem, dtype));
    return run(
        rt, members,
        {{bytes_at(in_place ? recvbuf : sendbuf), units, bytes},
         {bytes_at(recvbuf), units, bytes},
         in_place},
        [](DeviceCollective& devices) { return devices.alltoall(); },
        // In place works, too: each step shows the bytes of all that it overwrites.
        [=](Board& board, const std::byte* send, std::byte* recv) {
          dart::distribute(board, send, recv, bytes, {0, units});
          return DART_OK;
        });
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime& rt, Team& members, const char* function) {
    return reduce_call(
        rt, members, {Collective::allreduce, nelem, dtype, op, function}, sendbuf, recvbuf, 1,
        on_all_units,
        [](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.allreduce(elements);
        },
        [=](Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce(board, send, recv, nelem, reduction, on_all_units);
        });
  });
}

dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime& rt, Team& members, const char* function) {
    const dart_ret_t checked = check_root(members, root, function);
    if (checked != DART_OK) return checked;
    const auto receiver = static_cast<std::uint32_t>(root.id);
    return reduce_call(
        rt, members, {Collective::reduce, nelem, dtype, op, function}, sendbuf, recvbuf, 1,
        receiver,
        [=](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.reduce(elements, receiver);
        },
        [=](Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce(board, send, recv, nelem, reduction, receiver);
        });
  });
}

dart_ret_t dart_reduce_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return guarded_together(__func__, team, [&](Runtime& rt, Team& members, const char* function) {
    return reduce_call(
        rt, members, {Collective::reduce_scatter, nelem, dtype, op, function}, sendbuf, recvbuf,
        members.size(), on_all_units,
        [](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.reduce_scatter(elements);
        },
        [=](Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce_scatter(board, send, recv, nelem, reduction);
        });
  });
}

dart_ret_t dart_scan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return scan_call({Collective::scan, nelem, dtype, op, __func__}, sendbuf, recvbuf, team);
}

dart_ret_t dart_exscan(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return scan_call({Collective::exscan, nelem, dtype, op, __func__}, sendbuf, recvbuf, team);
}

}  // extern "C"
