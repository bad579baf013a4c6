#pragma once

/// \file
/// The collectives of the C interface, in the form that all ways of calling them share.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "memory/host_buffer.h"
#include "team/block_exchange.h"
#include "team/board_reduction.h"
#include "team/collectives.h"
#include "team/device_collective.h"
#include "types/datatype.h"

namespace dart::calls {

inline std::byte* bytes_at(const void* buffer)
{
  return static_cast<std::byte*>(const_cast<void*>(buffer));
}

/// A root that a team does not have is refused.
inline dart_ret_t check_root(const Team& team, dart_team_unit_t root, const char* function)
{
  DART_REQUIRE(
      team.contains(root.id), DART_ERR_INVAL, "%s: root %d, but team %d has %u units", function,
      root.id, team.id(), team.size());
  return DART_OK;
}

/// A null pointer is refused for a buffer that is read or written.
inline dart_ret_t check_buffer(const void* buffer, std::size_t bytes, const char* function)
{
  DART_REQUIRE(buffer != nullptr || bytes == 0, DART_ERR_INVAL, "%s: a buffer is null", function);
  return DART_OK;
}

/// The same for the buffers of a reduction, of which a unit may need only the first.
inline dart_ret_t check_buffers(
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
  /// Whether devices have code for the collective.
  bool fit_devices = true;
};

/// Stores the blocks that were received, those that follow each other together. What lies between
/// blocks stays as it is, as others may write there meanwhile.
inline dart_ret_t write_back(const HostBuffer& copy, const BlockBuffer& blocks)
{
  dart_ret_t done = DART_OK;
  for (std::uint32_t block = 0; copy.is_copy() && block < blocks.blocks && done == DART_OK;) {
    const std::size_t begin = blocks.offset_of(block);
    std::size_t end = begin;
    while (block < blocks.blocks && blocks.offset_of(block) == end) end += blocks.bytes_of(block++);
    if (end > begin) done = copy.write_back(begin, end - begin);
  }
  return done;
}

/// A collective over host memory, to which device memory is copied, and back.
/// \param on_host  gets the board and the two buffers, and returns DART_OK or an error
template <class OnHost>
dart_ret_t through_host(
    DeviceSpace& devices, Board& board, const Buffers& buffers, const OnHost& on_host)
{
  using Content = HostBuffer::Content;
  const auto span = [](const BlockBuffer& buffer) {
    return buffer.begin == nullptr ? 0 : buffer.span();
  };
  const HostBuffer send(&devices, buffers.send.begin, span(buffers.send), Content::needed);
  const HostBuffer recv(&devices, buffers.recv.begin, span(buffers.recv), Content::overwritten);
  const dart_ret_t done = on_host(board, send.get(), recv.get());
  if (done != DART_OK) return done;
  return send.result() != DART_OK ? send.result() : write_back(recv, buffers.recv);
}

/// Runs a collective in a run with GPU units: by the GPUs if they have the data, otherwise by host
/// code.
template <class OnDevices, class OnHost>
[[gnu::noinline]] dart_ret_t run_by_place(
    Runtime& rt, const Team& team, Board& board, const Buffers& buffers,
    const OnDevices& on_devices, const OnHost& on_host)
{
  DeviceSpace& devices = *rt.memory().devices();
  if (buffers.fit_devices && DeviceCollective::is_possible(rt.units(), team)) {
    DeviceCollective call(
        rt.memory(), rt.units(), team, board, buffers.send, buffers.recv, buffers.is_in_place);
    if (call.is_chosen()) return on_devices(call);
    if (!call.has_device_memory()) return on_host(board, buffers.send.begin, buffers.recv.begin);
  }
  return through_host(devices, board, buffers, on_host);
}

/// Runs a collective that the units have begun on a board.
/// \param on_devices  gets the collective of the devices
/// \param on_host     gets the board and the two buffers in host memory
template <class OnDevices, class OnHost>
[[gnu::always_inline]] inline dart_ret_t run(
    Runtime& rt, const Team& team, Board& board, const Buffers& buffers,
    const OnDevices& on_devices, const OnHost& on_host)
{
  if (rt.memory().devices() == nullptr) [[likely]]
    return on_host(board, buffers.send.begin, buffers.recv.begin);
  return run_by_place(rt, team, board, buffers, on_devices, on_host);
}

// Each collective is one function for all ways in which programs call it: it checks the arguments,
// and passes the call, its buffers and what is to be done on a board to the way. What is to be done
// must refer to nothing of its scope.

template <class How>
dart_ret_t barrier(const How& how, const char* function, dart_team_t team)
{
  return guarded_together(function, team, [&](Runtime&, Team& members, const char*) {
    return how(members, CollectiveCall(Collective::barrier), Buffers{}, [](Board& board) {
      dart::barrier(board);
      return DART_OK;
    });
  });
}

template <class How>
dart_ret_t bcast(
    const How& how, const char* function, void* buf, size_t nelem, dart_datatype_t dtype,
    dart_team_unit_t root, dart_team_t team)
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char*) {
    dart_ret_t checked = check_root(members, root, function);
    if (checked == DART_OK) checked = check_buffer(buf, bytes, function);
    if (checked != DART_OK) return checked;
    const auto sender = static_cast<std::uint32_t>(root.id);
    const bool is_root = sender == members.me();
    std::byte* const data = bytes_at(buf);
    const auto call = CollectiveCall::with_data(Collective::bcast, nelem, dtype, sender);
    const Buffers buffers{
        {is_root ? data : nullptr, 1, bytes}, {is_root ? nullptr : data, 1, bytes}};
    return how(members, call, buffers, [=, &rt, &members](Board& board) {
      return run(
          rt, members, board, buffers,
          [=](DeviceCollective& devices) { return devices.broadcast(sender); },
          [=](Board& on, std::byte* send, std::byte* recv) {
            dart::broadcast(on, {is_root ? send : recv, bytes}, sender);
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, team, nelem, dtype, body);
}

template <class How>
dart_ret_t scatter(
    const How& how, const char* function, const void* sendbuf, void* recvbuf, size_t nelem,
    dart_datatype_t dtype, dart_team_unit_t root, dart_team_t team)
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char*) {
    dart_ret_t checked = check_root(members, root, function);
    const auto sender = static_cast<std::uint32_t>(root.id);
    const bool is_root = sender == members.me();
    if (checked == DART_OK && is_root) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const Buffers buffers{
        {is_root ? bytes_at(sendbuf) : nullptr, members.size(), bytes},
        {bytes_at(recvbuf), 1, bytes}};
    const auto call = CollectiveCall::with_data(Collective::scatter, nelem, dtype, sender);
    return how(members, call, buffers, [=, &rt, &members](Board& board) {
      return run(
          rt, members, board, buffers,
          [=](DeviceCollective& devices) { return devices.scatter(sender); },
          [=](Board& on, const std::byte* send, std::byte* recv) {
            dart::distribute(on, send, recv, bytes, {sender, sender + 1});
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, team, nelem, dtype, body);
}

template <class How>
dart_ret_t gather(
    const How& how, const char* function, const void* sendbuf, void* recvbuf, size_t nelem,
    dart_datatype_t dtype, dart_team_unit_t root, dart_team_t team)
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char*) {
    dart_ret_t checked = check_root(members, root, function);
    const auto receiver = static_cast<std::uint32_t>(root.id);
    const bool is_root = receiver == members.me();
    if (checked == DART_OK) checked = check_buffer(sendbuf, bytes, function);
    if (checked == DART_OK && is_root) checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const Buffers buffers{
        {bytes_at(sendbuf), 1, bytes},
        {is_root ? bytes_at(recvbuf) : nullptr, members.size(), bytes}};
    const auto call = CollectiveCall::with_data(Collective::gather, nelem, dtype, receiver);
    return how(members, call, buffers, [=, &rt, &members](Board& board) {
      return run(
          rt, members, board, buffers,
          [=](DeviceCollective& devices) { return devices.gather(receiver); },
          [=](Board& on, const std::byte* send, std::byte* recv) {
            dart::collect(
                on, send, recv, is_root, bytes, [=](std::uint32_t) { return bytes; },
                [=](std::uint32_t unit) { return unit * bytes; });
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, team, nelem, dtype, body);
}

template <class How>
dart_ret_t allgather(
    const How& how, const char* function, const void* sendbuf, void* recvbuf, size_t nelem,
    dart_datatype_t dtype, dart_team_t team)
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char*) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    std::byte* const mine = bytes_at(recvbuf) + members.me() * bytes;
    const Buffers buffers{
        {in_place ? mine : bytes_at(sendbuf), 1, bytes},
        {bytes_at(recvbuf), members.size(), bytes}};
    const auto call = CollectiveCall::with_data(Collective::allgather, nelem, dtype);
    return how(members, call, buffers, [=, &rt, &members](Board& board) {
      return run(
          rt, members, board, buffers,
          [](DeviceCollective& devices) { return devices.allgather(); },
          [=](Board& on, const std::byte* send, std::byte* recv) {
            dart::collect(
                on, send, recv, true, bytes, [=](std::uint32_t) { return bytes; },
                [=](std::uint32_t unit) { return unit * bytes; });
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, team, nelem, dtype, body);
}

/// What dart_allgatherv gets.
inline dart_ret_t check_gathered(
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

template <class How>
dart_ret_t allgatherv(
    const How& how, const char* function, const void* sendbuf, size_t nsendelem,
    dart_datatype_t dtype, void* recvbuf, const size_t* nrecvelem, const size_t* recvdispls,
    dart_team_t teamid)
{
  const auto body = [&](Runtime& rt, Team& team, std::size_t bytes, const char*) {
    const dart_ret_t checked =
        check_gathered(team, nsendelem, recvbuf, nrecvelem, recvdispls, function);
    if (checked != DART_OK) return checked;
    const std::size_t width = dart::describe(dtype)->element_bytes;
    const std::size_t largest = *std::max_element(nrecvelem, nrecvelem + team.size()) * width;
    const BlockBuffer recv{bytes_at(recvbuf), team.size(), largest, nrecvelem, recvdispls, width};
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    std::byte* const mine =
        recv.begin == nullptr ? nullptr : recv.begin + recv.offset_of(team.me());
    const Buffers buffers{{in_place ? mine : bytes_at(sendbuf), 1, bytes}, recv};
    const auto call =
        CollectiveCall::with_counts(Collective::allgatherv, nrecvelem, team.size(), dtype);
    return how(team, call, buffers, [=, &rt, &team](Board& board) {
      return run(
          rt, team, board, buffers, [](DeviceCollective& devices) { return devices.allgather(); },
          [&recv](Board& on, const std::byte* send, std::byte* received) {
            dart::collect(
                on, send, received, true, recv.block_bytes,
                [&](std::uint32_t unit) { return recv.bytes_of(unit); },
                [&](std::uint32_t unit) { return recv.offset_of(unit); });
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, teamid, nsendelem, dtype, body);
}

template <class How>
dart_ret_t alltoall(
    const How& how, const char* function, const void* sendbuf, void* recvbuf, size_t nelem,
    dart_datatype_t dtype, dart_team_t team)
{
  const auto body = [&](Runtime& rt, Team& members, std::size_t bytes, const char*) {
    const dart_ret_t checked = check_buffer(recvbuf, bytes, function);
    if (checked != DART_OK) return checked;
    const std::uint32_t units = members.size();
    const bool in_place = sendbuf == nullptr || sendbuf == recvbuf;
    const Buffers buffers{
        {bytes_at(in_place ? recvbuf : sendbuf), units, bytes},
        {bytes_at(recvbuf), units, bytes},
        in_place};
    const auto call = CollectiveCall::with_data(Collective::alltoall, nelem, dtype);
    return how(members, call, buffers, [=, &rt, &members](Board& board) {
      return run(
          rt, members, board, buffers, [](DeviceCollective& devices) { return devices.alltoall(); },
          // In place works, too, as distribute() says.
          [=](Board& on, const std::byte* send, std::byte* recv) {
            dart::distribute(on, send, recv, bytes, {0, units});
            return DART_OK;
          });
    });
  };
  return guarded_collective(function, team, nelem, dtype, body);
}

/* ---- blocks of different sizes --------------------------------------------------------------- */

/// What a unit sends or receives in such a call: a block for each unit, or one for or from the
/// root.
struct Blocks {
  const void* buffer;
  const std::size_t* counts;         ///< elements of each block; nullptr if there is one block
  const std::size_t* displacements;  ///< as the counts
  std::size_t count = 0;             ///< number of elements of the single block

  /// Elements of the first or of all blocks.
  const std::size_t* begin() const { return counts == nullptr ? &count : counts; }
  /// \param largest  bytes of the largest block that travels between any units
  BlockBuffer layout(std::uint32_t units, std::size_t largest, std::size_t width) const
  {
    if (counts == nullptr) return {bytes_at(buffer), 1, largest, &count, nullptr, width};
    return {bytes_at(buffer), units, largest, counts, displacements, width};
  }
};

/// Blocks that the calling unit does not have.
inline constexpr Blocks no_blocks{nullptr, nullptr, nullptr};

inline dart_ret_t check_blocks(
    const Blocks& blocks, std::uint32_t units, dart_datatype_t dtype, const char* what,
    const char* function)
{
  DART_REQUIRE(
      (blocks.counts == nullptr) == (blocks.displacements == nullptr), DART_ERR_INVAL,
      "%s: the counts or displacements of what is %s are null", function, what);
  const std::size_t* const end = blocks.begin() + (blocks.counts == nullptr ? 1 : units);
  const std::size_t most = *std::max_element(blocks.begin(), end);
  std::size_t bytes = 0;
  if (!dart::contiguous_bytes(most, dtype, function, &bytes)) return DART_ERR_INVAL;
  DART_REQUIRE(
      blocks.buffer != nullptr || most == 0, DART_ERR_INVAL, "%s: the buffer of what is %s is null",
      function, what);
  return DART_OK;
}

/// Runs such a call.
/// \param root  of the team; 0 between all units
template <class How>
dart_ret_t exchange_call(
    const How& how, const char* function, Runtime& rt, Team& team, const CollectiveCall& call,
    BlockCounts::Shape shape, std::uint32_t root, const Blocks& sends, const Blocks& receives,
    dart_datatype_t dtype)
{
  dart_ret_t checked = check_blocks(sends, team.size(), dtype, "sent", function);
  if (checked == DART_OK)
    checked = check_blocks(receives, team.size(), dtype, "received", function);
  if (checked != DART_OK) return checked;
  const std::size_t width = dart::describe(dtype)->element_bytes;
  return how(team, call, Buffers{}, [=, &rt, &team](Board& board) {
    BlockCounts counts(shape, team.size(), root, width);
    const dart_ret_t agreed = counts.exchange(board, sends.begin(), receives.begin(), function);
    if (agreed != DART_OK) return agreed;
    const std::size_t largest = counts.largest_bytes();
    const BlockBuffer send = sends.layout(team.size(), largest, width);
    const BlockBuffer recv = receives.layout(team.size(), largest, width);
    return run(
        rt, team, board, {send, recv},
        [&](DeviceCollective& devices) { return devices.exchange(counts); },
        [&](Board& on, const std::byte* from, std::byte* to) {
          dart::exchange_blocks(
              on, counts, from,
              [&](std::uint32_t unit) { return send.offset_of(counts.block_sent(unit)); }, to,
              [&](std::uint32_t unit) { return recv.offset_of(counts.block_received(unit)); });
          return DART_OK;
        });
  });
}

template <class How>
dart_ret_t scatterv(
    const How& how, const char* function, const Blocks& sends, dart_datatype_t dtype, void* recvbuf,
    size_t nrecvelem, dart_team_unit_t root, dart_team_t team)
{
  return guarded_together(function, team, [&](Runtime& rt, Team& members, const char*) {
    const dart_ret_t checked = check_root(members, root, function);
    if (checked != DART_OK) return checked;
    const auto sender = static_cast<std::uint32_t>(root.id);
    const bool is_root = sender == members.me();
    DART_REQUIRE(
        !is_root || sends.counts != nullptr, DART_ERR_INVAL, "%s: the root has no counts",
        function);
    return exchange_call(
        how, function, rt, members,
        CollectiveCall::with_data(Collective::scatterv, 0, dtype, sender),
        BlockCounts::Shape::from_root, sender, is_root ? sends : no_blocks,
        {recvbuf, nullptr, nullptr, nrecvelem}, dtype);
  });
}

template <class How>
dart_ret_t gatherv(
    const How& how, const char* function, const void* sendbuf, size_t nsendelem,
    dart_datatype_t dtype, const Blocks& receives, dart_team_unit_t root, dart_team_t team)
{
  return guarded_together(function, team, [&](Runtime& rt, Team& members, const char*) {
    const dart_ret_t checked = check_root(members, root, function);
    if (checked != DART_OK) return checked;
    const auto receiver = static_cast<std::uint32_t>(root.id);
    const bool is_root = receiver == members.me();
    DART_REQUIRE(
        !is_root || receives.counts != nullptr, DART_ERR_INVAL, "%s: the root has no counts",
        function);
    return exchange_call(
        how, function, rt, members,
        CollectiveCall::with_data(Collective::gatherv, 0, dtype, receiver),
        BlockCounts::Shape::to_root, receiver, {sendbuf, nullptr, nullptr, nsendelem},
        is_root ? receives : no_blocks, dtype);
  });
}

template <class How>
dart_ret_t alltoallv(
    const How& how, const char* function, const Blocks& sends, dart_datatype_t dtype,
    const Blocks& receives, dart_team_t team)
{
  return guarded_together(function, team, [&](Runtime& rt, Team& members, const char*) {
    DART_REQUIRE(
        sends.counts != nullptr && receives.counts != nullptr, DART_ERR_INVAL,
        "%s: counts are null", function);
    return exchange_call(
        how, function, rt, members, CollectiveCall::with_data(Collective::alltoallv, 0, dtype),
        BlockCounts::Shape::between_all, 0, sends, receives, dtype);
  });
}

/* ---- elements that are combined -------------------------------------------------------------- */

/// A call that combines elements.
struct ReductionCall {
  Collective which;
  const void* sendbuf;
  void* recvbuf;
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
template <class How, class OnDevices, class OnHost>
[[gnu::always_inline]] inline dart_ret_t reduce_call(
    const How& how, Runtime& rt, Team& team, const ReductionCall& call, std::uint32_t blocks,
    std::uint32_t root, const OnDevices& on_devices, const OnHost& on_host)
{
  Reduction reduction;
  if (!reduction.bind(call.op, call.dtype, call.nelem, call.function)) return DART_ERR_INVAL;
  // The first unit receives nothing of a scan that excludes a unit's own elements.
  const bool has_none_before = call.which == Collective::exscan && team.me() == 0;
  const bool receives = (root == on_all_units || root == team.me()) && !has_none_before;
  const dart_ret_t checked =
      check_buffers(call.sendbuf, call.recvbuf, receives, call.nelem, call.function);
  if (checked != DART_OK) return checked;
  const auto what = CollectiveCall::with_data(
      call.which, call.nelem, call.dtype, root == on_all_units ? 0 : root, call.op);
  const std::size_t bytes = call.nelem * reduction.element_bytes();
  std::byte* const result = bytes_at(call.recvbuf);
  Buffers buffers{{bytes_at(call.sendbuf), blocks, bytes}, {receives ? result : nullptr, 1, bytes}};
  buffers.send.alignment = buffers.recv.alignment = reduction.element_bytes();
  buffers.fit_devices = dart::has_device_code(call.op, call.dtype);
  return how(team, what, buffers, [=, &rt, &team](Board& board) {
    return run(
        rt, team, board, buffers,
        [&](DeviceCollective& devices) {
          return on_devices(devices, DeviceCollective::Elements{call.dtype, call.op});
        },
        [&](Board& on, const std::byte* send, std::byte* recv) {
          // Units that do not receive have a buffer for it, too, if they like.
          const dart_ret_t reduced = on_host(on, send, receives ? recv : result, reduction);
          return reduced == DART_OK ? DART_OK : dart::refuse_without_memory(call.function);
        });
  });
}

template <class How>
dart_ret_t allreduce(const How& how, const ReductionCall& call, dart_team_t team)
{
  return guarded_together(call.function, team, [&](Runtime& rt, Team& members, const char*) {
    return reduce_call(
        how, rt, members, call, 1, on_all_units,
        [](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.allreduce(elements);
        },
        [n = call.nelem](
            Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce(board, send, recv, n, reduction, on_all_units);
        });
  });
}

template <class How>
dart_ret_t reduce(
    const How& how, const ReductionCall& call, dart_team_unit_t root, dart_team_t team)
{
  return guarded_together(call.function, team, [&](Runtime& rt, Team& members, const char*) {
    const dart_ret_t checked = check_root(members, root, call.function);
    if (checked != DART_OK) return checked;
    const auto receiver = static_cast<std::uint32_t>(root.id);
    return reduce_call(
        how, rt, members, call, 1, receiver,
        [=](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.reduce(elements, receiver);
        },
        [=, n = call.nelem](
            Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce(board, send, recv, n, reduction, receiver);
        });
  });
}

template <class How>
dart_ret_t reduce_scatter(const How& how, const ReductionCall& call, dart_team_t team)
{
  return guarded_together(call.function, team, [&](Runtime& rt, Team& members, const char*) {
    return reduce_call(
        how, rt, members, call, members.size(), on_all_units,
        [](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return devices.reduce_scatter(elements);
        },
        [n = call.nelem](
            Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::reduce_scatter(board, send, recv, n, reduction);
        });
  });
}

/// A scan over the units up to this one, or over those before it.
template <class How>
dart_ret_t scan(const How& how, const ReductionCall& call, dart_team_t team)
{
  return guarded_together(call.function, team, [&](Runtime& rt, Team& members, const char*) {
    const bool is_inclusive = call.which == Collective::scan;
    const std::uint32_t combined = members.me() + (is_inclusive ? 1 : 0);
    return reduce_call(
        how, rt, members, call, 1, on_all_units,
        [=](DeviceCollective& devices, const DeviceCollective::Elements& elements) {
          return is_inclusive ? devices.scan(elements) : devices.exscan(elements);
        },
        [=, n = call.nelem](
            Board& board, const std::byte* send, std::byte* recv, const Reduction& reduction) {
          return dart::scan(board, send, recv, n, reduction, combined);
        });
  });
}

}  // namespace dart::calls
