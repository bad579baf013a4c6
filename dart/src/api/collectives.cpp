// Collectives of the C interface, step by step over the team's board.

#include <algorithm>
#include <cstring>
#include <vector>

#include "dash/dart/if/dart_communication.h"
#include "net/host_reduction.h"
#include "runtime/runtime.h"
#include "team/board.h"
#include "trace/trace.h"
#include "transfer/datatype.h"
#include "transfer/host_buffer.h"
#include "transfer/operation.h"

using dart::Board;
using dart::HostBuffer;
using dart::Reduction;

namespace {

void put(std::byte* place, const void* data, std::size_t bytes)
{
  // One value is what most collectives carry.
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

/// Each unit contributes; units for which \c receives get all contributions, \c recv +
/// offset_of(unit). \param bytes_of bytes of a unit's contribution
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

/// Each unit for which \c sends has data for all units, \c bytes each; all units receive from
/// [first, last).
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

/// result = shown(0) o … o shown(count - 1); the last one may be the result's place already.
template <class Shown>
void combine(
    std::uint32_t count, Shown shown, std::size_t elements, std::byte* result,
    const Reduction& reduce)
{
  const std::byte* last = shown(count - 1);
  if (last != result) put(result, last, elements * reduce.element_bytes());
  for (std::uint32_t k = count - 1; k-- > 0;) reduce(shown(k), result, elements);
}

/// Combines the slice [begin, begin + elements) of what all units show in this step.
void combine_step(
    Board& board, std::size_t step_bytes, std::size_t begin, std::size_t elements,
    std::byte* result, const Reduction& reduce)
{
  const auto shown = [&](std::uint32_t unit) {
    return board.read(unit, step_bytes) + begin * reduce.element_bytes();
  };
  combine(board.units(), shown, elements, result, reduce);
}

/// From this many bytes on, units combine a slice each and then exchange the slices; hosts do from
/// as many bytes for each.
constexpr std::size_t slice_from_bytes = 8 * 1024;

/// A step in which the leader of each host combines what the units there have.
/// \param result of the leader; may be its \c send
void combine_on_host(
    Board& board, const std::byte* send, std::size_t bytes, std::byte* result,
    const Reduction& reduce)
{
  const auto& units = board.between()->units_here();
  // The leader is its host's first unit, whose data is combined last.
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

/// Reduces a piece of a team on several hosts: each host combines what its units show, then all
/// combine what the hosts show.
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

/// Reduces much data of a team on several hosts: while leaders exchange a piece, the units of a
/// host combine the next one and take the result of an earlier one.
void combine_in_pipeline(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, std::size_t most,
    bool receives, const Reduction& reduce)
{
  dart::HostReduction between(*board.between(), reduce);
  const auto& units = board.between()->units_here();
  const bool leads = board.is_leader();
  // Leaders combine where they receive, or in scratch memory.
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

/// Elements that do not fit into a step are collected one by one and combined then.
void reduce_large_elements(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root)
{
  const std::size_t width = reduction.element_bytes();
  const bool receives = root == on_all_units || root == board.me();
  std::vector<std::byte> all(receives ? board.units() * width : 0);
  for (std::size_t offset = 0; offset < elements * width; offset += width) {
    collect(
        board, send + offset, all.data(), receives, width, [=](std::uint32_t) { return width; },
        [=](std::uint32_t unit) { return unit * width; });
    if (!receives) continue;
    std::uint32_t unit = board.units() - 1;
    put(recv + offset, all.data() + unit * width, width);
    while (unit-- > 0) reduction(all.data() + unit * width, recv + offset, 1);
  }
}

void reduce(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root)
{
  const std::size_t granule_bytes = reduction.granule() * reduction.element_bytes();
  if (granule_bytes > board.step_bytes()) {
    reduce_large_elements(board, send, recv, elements, reduction, root);
    return;
  }
  const bool receives = root == on_all_units || root == board.me();
  const std::size_t bytes = elements * reduction.element_bytes();
  const std::size_t most = board.step_bytes() / granule_bytes * granule_bytes;
  const bool by_hosts =
      board.between() != nullptr && (reduction.commutes() || board.between()->keeps_unit_order());
  if (by_hosts) {
    reduce_by_hosts(board, send, recv, bytes, most, receives, reduction);
    return;
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
}

std::byte* bytes_at(void* buffer)
{
  return static_cast<std::byte*>(buffer);
}

/// What each collective checks first.
struct Call {
  dart::Team* team = nullptr;
  std::size_t bytes = 0;  ///< of nelem elements
  dart_ret_t result = DART_OK;

  Call(dart_team_t id, std::size_t nelem, dart_datatype_t type, const char* function)
  {
    result = check(id, nelem, type, function);
  }
  Board& board() const { return team->board(); }

  /// Checks a root as well.
  void require_root(dart_team_unit_t root, const char* function)
  {
    if (result == DART_OK && !team->contains(root.id)) {
      dart::log(
          dart::LogLevel::error, "%s: root %d, but team %d has %u units", function, root.id,
          team->id(), team->size());
      result = DART_ERR_INVAL;
    }
  }

  bool is_root(dart_team_unit_t root) const
  {
    return result == DART_OK && std::uint32_t(root.id) == team->me();
  }

  void require_buffer(const void* buffer, bool significant, const char* function)
  {
    if (result == DART_OK && significant && buffer == nullptr && bytes > 0) {
      dart::log(dart::LogLevel::error, "%s: a buffer is null", function);
      result = DART_ERR_INVAL;
    }
  }

 private:
  dart_ret_t check(dart_team_t id, std::size_t nelem, dart_datatype_t type, const char* function)
  {
    DART_RUNTIME(rt, function);
    team = rt.team(id);
    DART_REQUIRE(team != nullptr, DART_ERR_INVAL, "%s: no team %d on this unit", function, id);
    return dart::contiguous_bytes(nelem, type, function, &bytes) ? DART_OK : DART_ERR_INVAL;
  }
};

dart_ret_t reduce_call(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team, const char* function)
{
  // Custom operations keep the size of their type, which may be gone already.
  Call call(team, 0, DART_TYPE_BYTE, function);
  const bool everywhere = root.id == DART_UNDEFINED_UNIT_ID;
  if (!everywhere) call.require_root(root, function);
  if (call.result != DART_OK) return call.result;
  Reduction reduction;
  if (!reduction.bind(op, dtype, nelem, function)) return DART_ERR_INVAL;
  const bool receives = everywhere || std::uint32_t(root.id) == call.team->me();
  DART_REQUIRE(
      nelem == 0 || (sendbuf != nullptr && (recvbuf != nullptr || !receives)), DART_ERR_INVAL,
      "%s: a buffer is null", function);
  const std::size_t bytes = nelem * reduction.element_bytes();
  const HostBuffer send(sendbuf, bytes, HostBuffer::Content::needed);
  const HostBuffer recv(receives ? recvbuf : nullptr, bytes, HostBuffer::Content::overwritten);
  reduce(
      call.board(), send.get(), receives ? recv.get() : bytes_at(recvbuf), nelem, reduction,
      everywhere ? on_all_units : root.id);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

}  // namespace

extern "C" {

dart_ret_t dart_barrier(dart_team_t team) DART_NOTHROW
{
  DART_RUNTIME(rt, __func__);
  DART_TEAM(members, rt, team);
  const dart::trace::Scope span("wait", "barrier", dart::trace::shortest_wait_ns);
  barrier(members.board());
  return DART_OK;
}

dart_ret_t dart_bcast(
    void* buf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  Call call(team, nelem, dtype, __func__);
  call.require_root(root, __func__);
  call.require_buffer(buf, true, __func__);
  if (call.result != DART_OK) return call.result;
  const auto content =
      call.is_root(root) ? HostBuffer::Content::needed : HostBuffer::Content::overwritten;
  const HostBuffer data(buf, call.bytes, content);
  broadcast(call.board(), data.get(), call.bytes, root.id);
  if (data.result() != DART_OK || call.is_root(root)) return data.result();
  return data.write_back();
}

dart_ret_t dart_scatter(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  Call call(team, nelem, dtype, __func__);
  call.require_root(root, __func__);
  const bool is_root = call.is_root(root);
  call.require_buffer(sendbuf, is_root, __func__);
  call.require_buffer(recvbuf, true, __func__);
  if (call.result != DART_OK) return call.result;
  const std::size_t all_bytes = is_root ? call.team->size() * call.bytes : 0;
  const HostBuffer send(sendbuf, all_bytes, HostBuffer::Content::needed);
  const HostBuffer recv(recvbuf, call.bytes, HostBuffer::Content::overwritten);
  distribute(call.board(), send.get(), recv.get(), call.bytes, is_root, root.id, root.id + 1);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

dart_ret_t dart_gather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_team_unit_t root,
    dart_team_t team) DART_NOTHROW
{
  Call call(team, nelem, dtype, __func__);
  call.require_root(root, __func__);
  const bool is_root = call.is_root(root);
  call.require_buffer(sendbuf, true, __func__);
  call.require_buffer(recvbuf, is_root, __func__);
  if (call.result != DART_OK) return call.result;
  const std::size_t all_bytes = is_root ? call.team->size() * call.bytes : 0;
  const HostBuffer send(sendbuf, call.bytes, HostBuffer::Content::needed);
  const HostBuffer recv(is_root ? recvbuf : nullptr, all_bytes, HostBuffer::Content::overwritten);
  collect(
      call.board(), send.get(), recv.get(), is_root, call.bytes,
      [&](std::uint32_t) { return call.bytes; },
      [&](std::uint32_t unit) { return unit * call.bytes; });
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

dart_ret_t dart_allgather(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  Call call(team, nelem, dtype, __func__);
  call.require_buffer(recvbuf, true, __func__);
  if (call.result != DART_OK) return call.result;
  const auto offset_of = [&](std::uint32_t unit) { return unit * call.bytes; };
  const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
  const HostBuffer send(
      in_place ? bytes_at(recvbuf) + offset_of(call.team->me()) : sendbuf, call.bytes,
      HostBuffer::Content::needed);
  const HostBuffer recv(recvbuf, call.team->size() * call.bytes, HostBuffer::Content::overwritten);
  collect(
      call.board(), send.get(), recv.get(), true, call.bytes,
      [&](std::uint32_t) { return call.bytes; }, offset_of);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

dart_ret_t dart_allgatherv(
    const void* sendbuf, size_t nsendelem, dart_datatype_t dtype, void* recvbuf,
    const size_t* nrecvelem, const size_t* recvdispls, dart_team_t teamid) DART_NOTHROW
{
  Call call(teamid, nsendelem, dtype, __func__);
  if (call.result != DART_OK) return call.result;
  DART_REQUIRE(
      nrecvelem != nullptr && recvdispls != nullptr, DART_ERR_INVAL,
      "dart_allgatherv: counts or displacements are null");
  DART_REQUIRE(
      recvbuf != nullptr ||
          std::all_of(nrecvelem, nrecvelem + call.team->size(), [](size_t n) { return n == 0; }),
      DART_ERR_INVAL, "dart_allgatherv: the receive buffer is null");
  const std::uint32_t me = call.team->me();
  DART_REQUIRE(
      nsendelem == nrecvelem[me], DART_ERR_INVAL,
      "dart_allgatherv: sends %zu elements, but its own receive count says %zu", nsendelem,
      nrecvelem[me]);
  const std::size_t width = dart::describe(dtype)->element_bytes;
  const std::size_t largest = *std::max_element(nrecvelem, nrecvelem + call.team->size()) * width;
  std::size_t all_bytes = 0;
  for (std::uint32_t unit = 0; unit < call.team->size(); ++unit) {
    if (nrecvelem[unit] == 0) continue;
    all_bytes = std::max(all_bytes, (recvdispls[unit] + nrecvelem[unit]) * width);
  }
  const auto offset_of = [&](std::uint32_t unit) { return recvdispls[unit] * width; };
  const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
  const HostBuffer send(
      in_place ? bytes_at(recvbuf) + offset_of(me) : sendbuf, call.bytes,
      HostBuffer::Content::needed);
  // What lies between the displacements stays as it is.
  const HostBuffer recv(recvbuf, all_bytes, HostBuffer::Content::needed);
  collect(
      call.board(), send.get(), recv.get(), true, largest,
      [&](std::uint32_t unit) { return nrecvelem[unit] * width; }, offset_of);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

dart_ret_t dart_alltoall(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype,
    dart_team_t team) DART_NOTHROW
{
  Call call(team, nelem, dtype, __func__);
  call.require_buffer(recvbuf, true, __func__);
  if (call.result != DART_OK) return call.result;
  const std::uint32_t units = call.team->size();
  const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
  const HostBuffer send(
      in_place ? recvbuf : sendbuf, units * call.bytes, HostBuffer::Content::needed);
  const HostBuffer recv(recvbuf, units * call.bytes, HostBuffer::Content::overwritten);
  std::vector<std::byte> copy;
  if (in_place) copy.assign(send.get(), send.get() + units * call.bytes);
  const std::byte* data = in_place ? copy.data() : send.get();
  distribute(call.board(), data, recv.get(), call.bytes, true, 0, units);
  return send.result() != DART_OK ? send.result() : recv.write_back();
}

dart_ret_t dart_allreduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_t team) DART_NOTHROW
{
  return reduce_call(sendbuf, recvbuf, nelem, dtype, op, DART_UNDEFINED_UNIT_ID, team, __func__);
}

dart_ret_t dart_reduce(
    const void* sendbuf, void* recvbuf, size_t nelem, dart_datatype_t dtype, dart_operation_t op,
    dart_team_unit_t root, dart_team_t team) DART_NOTHROW
{
  DART_REQUIRE(root.id >= 0, DART_ERR_INVAL, "dart_reduce: root %d", root.id);
  return reduce_call(sendbuf, recvbuf, nelem, dtype, op, root, team, __func__);
}

}  // extern "C"
