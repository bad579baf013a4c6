// Collectives of the C interface, which proceed in steps over the team's board.

#include <algorithm>
#include <cstring>
#include <vector>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "net/host_reduction.h"
#include "runtime/runtime.h"
#include "team/board.h"
#include "trace/trace.h"
#include "transfer/datatype.h"
#include "transfer/host_buffer.h"
#include "transfer/operation.h"

using dart::Board;
using dart::guarded;
using dart::HostBuffer;
using dart::Reduction;
using dart::Runtime;
using dart::Team;

namespace {

void put(std::byte* place, const void* data, std::size_t bytes)
{
  // Most collectives transfer one value.
  if (bytes == 8)
    std::memcpy(place, data, 8);
  else if (bytes > 0)
    std::memcpy(place, data, bytes);
}

/// Calls \c f(offset, bytes) for pieces of at most \c most bytes.
template <class F>
void in_pieces(std::size_t bytes, std::size_t most, F f)
{
  for (std::size_t offset = 0; offset < bytes; offset += most) {
    f(offset, std::min(most, bytes - offset));
  }
}

constexpr auto nothing = [](std::uint32_t) { return std::size_t(0); };

void barrier(Board& board)
{
  board.contribute(0);
  board.show(nothing);
  board.wait_for_all();
}

void broadcast(Board& board, std::byte* data, std::size_t bytes, std::uint32_t root)
{
  in_pieces(bytes, board.step_bytes(), [&](std::size_t offset, std::size_t piece) {
    const bool is_root = board.me() == root;
    std::byte* place = board.contribute(is_root ? piece : 0);
    if (is_root) put(place, data + offset, piece);
    board.show([=](std::uint32_t unit) { return unit == root ? piece : 0; });
    if (!is_root) put(data + offset, board.read(root, piece), piece);
  });
}

/// All units contribute; units for which \c receives holds get all contributions, each at \c recv +
/// offset_of(unit).
/// \param bytes_of  size of a unit's contribution
template <class BytesOf, class OffsetOf>
void collect(
    Board& board, const std::byte* send, std::byte* recv, bool receives, std::size_t largest,
    BytesOf bytes_of, OffsetOf offset_of)
{
  in_pieces(largest, board.step_bytes(), [&](std::size_t offset, std::size_t most) {
    const auto piece_of = [&](std::uint32_t unit) -> std::size_t {
      const std::size_t bytes = bytes_of(unit);
      return bytes <= offset ? 0 : std::min(most, bytes - offset);
    };
    const std::size_t mine = piece_of(board.me());
    put(board.contribute(mine), send + offset, mine);
    board.show(piece_of);
    if (!receives) return;
    for (std::uint32_t unit = 0; unit < board.units(); ++unit) {
      const std::size_t piece = piece_of(unit);
      put(recv + offset_of(unit) + offset, board.read(unit, piece), piece);
    }
  });
}

/// Each unit for which \c sends holds has \c bytes bytes for each unit; all units receive from the
/// units [first, last).
void distribute(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, bool sends,
    std::uint32_t first, std::uint32_t last)
{
  const std::size_t units = board.units();
  const std::size_t most = std::max<std::size_t>(1, board.step_bytes() / units);
  in_pieces(bytes, most, [&](std::size_t offset, std::size_t piece) {
    std::byte* place = board.contribute(sends ? units * piece : 0);
    for (std::size_t unit = 0; sends && unit < units; ++unit) {
      put(place + unit * piece, send + unit * bytes + offset, piece);
    }
    board.show(
        [=](std::uint32_t unit) { return unit >= first && unit < last ? units * piece : 0; });
    for (std::uint32_t unit = first; unit < last; ++unit) {
      const std::byte* shown = board.read(unit, units * piece);
      put(recv + (unit - first) * bytes + offset, shown + board.me() * piece, piece);
    }
  });
}

/// Computes result = shown(0) o … o shown(count - 1); the last operand may be in the result's place
/// already.
template <class Shown>
void combine(
    std::uint32_t count, Shown shown, std::size_t elements, std::byte* result,
    const Reduction& reduce)
{
  const std::byte* last = shown(count - 1);
  if (last != result) put(result, last, elements * reduce.element_bytes());
  for (std::uint32_t k = count - 1; k-- > 0;) reduce(shown(k), result, elements);
}

/// Combines the slice [begin, begin + elements) of the contributions of all units to this step.
void combine_step(
    Board& board, std::size_t step_bytes, std::size_t begin, std::size_t elements,
    std::byte* result, const Reduction& reduce)
{
  const auto shown = [&](std::uint32_t unit) {
    return board.read(unit, step_bytes) + begin * reduce.element_bytes();
  };
  combine(board.units(), shown, elements, result, reduce);
}

/// Size from which each unit combines a slice and the units then exchange the slices; between
/// hosts, this is the size per host.
constexpr std::size_t slice_from_bytes = 8 * 1024;

/// A step in which the leader of each host combines the contributions of its units.
/// \param result  result at the leader; may be its \c send
void combine_on_host(
    Board& board, const std::byte* send, std::size_t bytes, std::byte* result,
    const Reduction& reduce)
{
  const auto& units = board.between()->units_here();
  // The leader is its host's first unit, so its data are combined last.
  const bool overwrites = send == result && units.size() > 1;
  const std::size_t shown = !board.is_leader() || overwrites ? bytes : 0;
  put(board.contribute(shown), send, shown);
  board.show_here();
  if (!board.is_leader()) return;
  const auto shown_by = [&](std::uint32_t k) {
    return k == 0 && !overwrites ? send : board.read(units[k], bytes);
  };
  combine(units.size(), shown_by, bytes / reduce.element_bytes(), result, reduce);
}

/// Reduces a piece in a team on several hosts: each host combines the contributions of its units,
/// then all units combine those of the hosts.
void combine_over_hosts(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, bool receives,
    const Reduction& reduce)
{
  const dart::HostExchange& hosts = *board.between();
  std::vector<std::byte> combined(board.is_leader() ? bytes : 0);
  combine_on_host(board, send, bytes, combined.data(), reduce);
  put(board.contribute(combined.size()), combined.data(), combined.size());
  board.show([&](std::uint32_t unit) { return hosts.is_leader(unit) ? bytes : 0; });
  if (!receives) return;
  const auto shown_by = [&](std::uint32_t host) {
    return board.read(hosts.leader_of(host), bytes);
  };
  combine(hosts.hosts(), shown_by, bytes / reduce.element_bytes(), recv, reduce);
}

/// Reduces large data in a team on several hosts: while leaders exchange a piece, the units of a
/// host combine the next one and read the result of an earlier one.
void combine_in_pipeline(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, std::size_t most,
    bool receives, const Reduction& reduce)
{
  dart::HostReduction between(*board.between(), reduce);
  const auto& units = board.between()->units_here();
  const bool leads = board.is_leader();
  // Leaders combine in the receive buffer, or in temporary memory.
  std::vector<std::byte> scratch(leads && !receives ? between.depth * most : 0);
  const auto place_of = [&](std::size_t number) -> std::byte* {
    if (receives) return recv + number * most;
    return leads ? scratch.data() + number % between.depth * most : nullptr;
  };
  const std::size_t pieces = (bytes + most - 1) / most;
  const auto bytes_of = [&](std::size_t number) { return std::min(most, bytes - number * most); };
  for (std::size_t number = 0; number < pieces + 2; ++number) {
    if (number < pieces) {
      const std::size_t piece = bytes_of(number);
      combine_on_host(board, send + number * most, piece, place_of(number), reduce);
      if (leads) between.scatter(number, place_of(number), piece);
    }
    if (leads && number >= 1 && number <= pieces) between.combine(number - 1);
    if (number < 2) continue;
    const std::size_t piece = bytes_of(number - 2);
    const std::size_t shown = leads && units.size() > 1 ? piece : 0;
    std::byte* page = board.contribute(shown);
    if (leads) put(page, between.collect(number - 2), shown);
    board.show_here();
    if (receives && !leads) put(place_of(number - 2), board.read(units.front(), piece), piece);
  }
}

void combine_slices(Board& board, std::size_t bytes, std::byte* result, const Reduction& reduce)
{
  const std::size_t width = reduce.element_bytes();
  const std::size_t elements = bytes / width;
  const auto begin_of = [&](std::uint32_t unit) {
    return reduce.begin_of_slice(elements, unit, board.units());
  };
  const auto bytes_of = [&](std::uint32_t unit) {
    return (begin_of(unit + 1) - begin_of(unit)) * width;
  };
  const std::uint32_t me = board.me();
  std::byte* mine = result + begin_of(me) * width;
  combine_step(board, bytes, begin_of(me), begin_of(me + 1) - begin_of(me), mine, reduce);
  put(board.contribute(bytes_of(me)), mine, bytes_of(me));
  board.show(bytes_of);
  for (std::uint32_t unit = 0; unit < board.units(); ++unit) {
    if (unit == me) continue;
    put(result + begin_of(unit) * width, board.read(unit, bytes_of(unit)), bytes_of(unit));
  }
}

void reduce_by_hosts(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, std::size_t most,
    bool receives, const Reduction& reduction)
{
  if (bytes >= board.between()->hosts() * slice_from_bytes) {
    combine_in_pipeline(board, send, recv, bytes, most, receives, reduction);
    return;
  }
  in_pieces(bytes, most, [&](std::size_t offset, std::size_t piece) {
    combine_over_hosts(board, send + offset, recv + offset, piece, receives, reduction);
  });
}

constexpr std::uint32_t on_all_units = ~std::uint32_t(0);

/// Elements that do not fit into a step are collected and combined one by one.
dart_ret_t reduce_large_elements(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root)
{
  const std::size_t width = reduction.element_bytes();
  const bool is_receiver = root == on_all_units || root == board.me();
  std::vector<std::byte> all;
  const dart_ret_t able = dart::prepared([&] {
    if (is_receiver) all.resize(board.units() * width);
    return DART_OK;
  });
  // A unit without enough memory still publishes its elements, because the others wait for them.
  const bool receives = is_receiver && able == DART_OK;
  for (std::size_t offset = 0; offset < elements * width; offset += width) {
    collect(
        board, send + offset, all.data(), receives, width, [=](std::uint32_t) { return width; },
        [=](std::uint32_t unit) { return unit * width; });
    if (!receives) continue;
    std::uint32_t unit = board.units() - 1;
    put(recv + offset, all.data() + unit * width, width);
    while (unit-- > 0) reduction(all.data() + unit * width, recv + offset, 1);
  }
  return able;
}

[[gnu::noinline]] dart_ret_t reduce(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root)
{
  const std::size_t granule_bytes = reduction.granule() * reduction.element_bytes();
  if (granule_bytes > board.step_bytes()) {
    return reduce_large_elements(board, send, recv, elements, reduction, root);
  }
  const bool receives = root == on_all_units || root == board.me();
  const std::size_t bytes = elements * reduction.element_bytes();
  const std::size_t most = board.step_bytes() / granule_bytes * granule_bytes;
  const bool by_hosts =
      board.between() != nullptr && (reduction.commutes() || board.between()->keeps_unit_order());
  if (by_hosts) {
    reduce_by_hosts(board, send, recv, bytes, most, receives, reduction);
    return DART_OK;
  }
  in_pieces(bytes, most, [&](std::size_t offset, std::size_t piece) {
    put(board.contribute(piece), send + offset, piece);
    board.show([=](std::uint32_t) { return piece; });
    if (!receives) return;
    if (root == on_all_units && board.units() > 1 && piece >= slice_from_bytes) {
      combine_slices(board, piece, recv + offset, reduction);
    } else {
      const std::size_t count = piece / reduction.element_bytes();
      combine_step(board, piece, 0, count, recv + offset, reduction);
    }
  });
  return DART_OK;
}

std::byte* bytes_at(void* buffer)
{
  return static_cast<std::byte*>(buffer);
}

/// Returns an error for a root that is not in the team.
dart_ret_t check_root(const Team& team, dart_team_unit_t root, const char* function)
{
  DART_REQUIRE(
      team.contains(root.id), DART_ERR_INVAL, "%s: root %d, but team %d has %u units", function,
      root.id, team.id(), team.size());
  return DART_OK;
}

/// Returns an error for a null pointer to a buffer that is read or written.
dart_ret_t check_buffer(const void* buffer, std::size_t bytes, const char* function)
{
  DART_REQUIRE(buffer != nullptr || bytes == 0, DART_ERR_INVAL, "%s: a buffer is null", function);
  return DART_OK;
}

/// Runs the body of a collective like guarded(); \c body also gets the size of \c nelem elements in
/// bytes.
template <class Body>
dart_ret_t guarded_collective(
    const char* function, dart_team_t id, size_t nelem, dart_datatype_t dtype, const Body& body)
{
  return guarded(function, id, [&](Runtime&, Team& team, const char*) {
    std::size_t bytes = 0;
    if (!dart::contiguous_bytes(nelem, dtype, function, &bytes)) return DART_ERR_INVAL;
    return body(team, bytes, function);
  });
}

/// Checks the arguments of dart_allgatherv.
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

/// \param root  with \c on_all_units, all units get the result
[[gnu::always_inline]] inline dart_ret_t reduce_call(
    Team& team, const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op, std::uint32_t root, const char* function)
{
  Reduction reduction;
  if (!reduction.bind(op, dtype, nelem, function)) return DART_ERR_INVAL;
  const bool receives = root == on_all_units || root == team.me();
  const std::size_t bytes = nelem * reduction.element_bytes();
  DART_REQUIRE(
      nelem == 0 || (sendbuf != nullptr && (recvbuf != nullptr || !receives)), DART_ERR_INVAL,
      "%s: a buffer is null", function);
  const HostBuffer send(sendbuf, bytes, HostBuffer::Content::needed);
  const HostBuffer recv(receives ? recvbuf : nullptr, bytes, HostBuffer::Content::overwritten);
  const dart_ret_t reduced = reduce(
      team.board(), send.get(), receives ? recv.get() : bytes_at(recvbuf), nelem, reduction, root);
  if (reduced != DART_OK) [[unlikely]]
    return dart::refuse_without_memory(function);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

}  // namespace

extern "C" {

dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW
{
  return guarded(__func__, team, [&](Runtime&, Team& members, const char*) {
    const dart::trace::Scope span("wait", "barrier", dart::trace::shortest_wait_ns);
    barrier(members.board());
    return DART_OK;
  });
}

dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    if (checked == DART_OK) checked = check_buffer(buf, bytes, function);
    if (checked != DART_OK) return checked;
    const bool is_root = std::uint32_t(root.id) == members.me();
    const HostBuffer data(
        buf, bytes, is_root ? HostBuffer::Content::needed : HostBuffer::Content::overwritten);
    broadcast(members.board(), data.get(), bytes, root.id);
    return data.result() != DART_OK || is_root ? data.result() : data.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const bool is_root = std::uint32_t(root.id) == members.me();
    if (checked == DART_OK && is_root) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::size_t all_bytes = is_root ? members.size() * bytes : 0;
    const HostBuffer send(sendbuf, all_bytes, HostBuffer::Content::needed);
    const HostBuffer recv(recvbuf, bytes, HostBuffer::Content::overwritten);
    distribute(members.board(), send.get(), recv.get(), bytes, is_root, root.id, root.id + 1);
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  const auto body = [&](Team& members, std::size_t bytes, const char* function) {
    dart_ret_t checked = check_root(members, root, function);
    const bool is_root = std::uint32_t(root.id) == members.me();
    if (checked == DART_OK) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK && is_root) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::size_t all_bytes = is_root ? members.size() * bytes : 0;
    const HostBuffer send(sendbuf, bytes, HostBuffer::Content::needed);
    const HostBuffer recv(is_root ? recvbuf : nullptr, all_bytes, HostBuffer::Content::overwritten);
    collect(
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
  const auto body = [&](Team& members, std::size_t bytes, const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const auto offset_of = [=](std::uint32_t unit) { return unit * bytes; };
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const HostBuffer send(
        in_place ? bytes_at(recvbuf) + offset_of(members.me()) : sendbuf, bytes,
        HostBuffer::Content::needed);
    const HostBuffer recv(recvbuf, members.size() * bytes, HostBuffer::Content::overwritten);
    collect(
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
  const auto body = [&](Team& team, std::size_t bytes, const char* function) {
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
        in_place ? bytes_at(recvbuf) + offset_of(team.me()) : sendbuf, bytes,
        HostBuffer::Content::needed);
    // Memory between the displacements does not change.
    const HostBuffer recv(recvbuf, all_bytes, HostBuffer::Content::needed);
    collect(
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
  const auto body = [&](Team& members, std::size_t bytes, const char* function) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::uint32_t units = members.size();
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const HostBuffer send(in_place ? recvbuf : sendbuf, units * bytes, HostBuffer::Content::needed);
    const HostBuffer recv(recvbuf, units * bytes, HostBuffer::Content::overwritten);
    // This also works in place: in each step, units publish the bytes that they overwrite.
    distribute(members.board(), send.get(), recv.get(), bytes, true, 0, units);
    return send.result() != DART_OK ? send.result() : recv.write_back();
  };
  return guarded_collective(__func__, team, nelem, dtype, body);
}

dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return guarded(__func__, team, [&](Runtime&, Team& members, const char* function) {
    return reduce_call(members, sendbuf, recvbuf, nelem, dtype, op, on_all_units, function);
  });
}

dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  return guarded(__func__, team, [&](Runtime&, Team& members, const char* function) {
    const dart_ret_t checked = check_root(members, root, function);
    if (checked != DART_OK) return checked;
    return reduce_call(members, sendbuf, recvbuf, nelem, dtype, op, root.id, function);
  });
}

}  // extern "C"
