#include "team/board_reduction.h"

#include <algorithm>
#include <vector>

#include "base/byte_buffer.h"
#include "base/exception_guard.h"
#include "team/collectives.h"
#include "team/host_reduction.h"

namespace dart {
namespace {

/// result = shown(0) o … o shown(count - 1); the last one may be the result's place already.
template <class Shown>
void combine(
    std::uint32_t count, Shown shown, std::size_t elements, std::byte* result,
    const Reduction& reduce)
{
  const std::byte* last = shown(count - 1);
  if (last != result) put_bytes(result, last, elements * reduce.element_bytes());
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
  board.has_read_all();
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
  put_bytes(board.contribute(shown), send, shown);
  board.show_here();
  if (!board.is_leader()) return;
  const auto shown_by = [&](std::uint32_t k) {
    return k == 0 && !overwrites ? send : board.read(units[k], bytes);
  };
  combine(units.size(), shown_by, bytes / reduce.element_bytes(), result, reduce);
}

/// Reduces a batch of a team on several hosts: each host combines what its units show, then all
/// combine what the hosts show.
void combine_over_hosts(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, bool receives,
    const Reduction& reduce)
{
  const HostExchange& hosts = *board.between();
  ByteBuffer combined(board.is_leader() ? bytes : 0);
  combine_on_host(board, send, bytes, combined.data(), reduce);
  put_bytes(board.contribute(combined.size()), combined.data(), combined.size());
  board.show([&](std::uint32_t unit) { return hosts.is_leader(unit) ? bytes : 0; });
  if (!receives) return;
  const auto shown_by = [&](std::uint32_t host) {
    return board.read(hosts.leader_of(host), bytes);
  };
  combine(hosts.hosts(), shown_by, bytes / reduce.element_bytes(), recv, reduce);
}

/// Reduces much data of a team on several hosts: while leaders exchange a batch, the units of a
/// host combine the next one and take the result of an earlier one.
void combine_in_pipeline(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, std::size_t most,
    bool receives, const Reduction& reduce)
{
  board.show_presence();
  HostReduction between(*board.between(), reduce);
  const auto& units = board.between()->units_here();
  const bool leads = board.is_leader();
  // Leaders combine where they receive, or in scratch memory.
  ByteBuffer scratch(leads && !receives ? between.depth * most : 0);
  const auto place_of = [&](std::size_t number) -> std::byte* {
    if (receives) return recv + number * most;
    return leads ? scratch.data() + number % between.depth * most : nullptr;
  };
  const std::size_t batches = (bytes + most - 1) / most;
  const auto bytes_of = [&](std::size_t number) { return std::min(most, bytes - number * most); };
  for (std::size_t number = 0; number < batches + 2; ++number) {
    if (number < batches) {
      const std::size_t batch = bytes_of(number);
      combine_on_host(board, send + number * most, batch, place_of(number), reduce);
      if (leads) between.scatter(number, place_of(number), batch);
    }
    if (leads && number >= 1 && number <= batches) between.combine(number - 1);
    if (number < 2) continue;
    const std::size_t batch = bytes_of(number - 2);
    const std::size_t shown = leads && units.size() > 1 ? batch : 0;
    std::byte* page = board.contribute(shown);
    if (leads) put_bytes(page, between.collect(number - 2), shown);
    board.show_here();
    if (receives && !leads)
      put_bytes(place_of(number - 2), board.read(units.front(), batch), batch);
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
  put_bytes(board.contribute(bytes_of(me)), mine, bytes_of(me));
  board.show(bytes_of);
  for (std::uint32_t unit = 0; unit < board.units(); ++unit) {
    if (unit == me) continue;
    put_bytes(result + begin_of(unit) * width, board.read(unit, bytes_of(unit)), bytes_of(unit));
  }
}

[[gnu::noinline]] void reduce_by_hosts(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, std::size_t most,
    bool receives, const Reduction& reduction)
{
  if (bytes >= board.between()->hosts() * slice_from_bytes) {
    combine_in_pipeline(board, send, recv, bytes, most, receives, reduction);
    return;
  }
  in_steps(bytes, most, [&](std::size_t offset, std::size_t batch) {
    combine_over_hosts(board, send + offset, recv + offset, batch, receives, reduction);
  });
}

/// Elements that do not fit into a step are collected one by one and combined then.
/// \param combined  number of units, from the first one on, whose elements this unit combines
[[gnu::noinline]] dart_ret_t combine_large_elements(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t combined)
{
  const std::size_t width = reduction.element_bytes();
  ByteBuffer all;
  const dart_ret_t able = prepared([&] {
    if (combined > 0) all.resize(board.units() * width);
    return DART_OK;
  });
  // Without memory the unit still shows its elements, which the others wait for.
  const bool receives = combined > 0 && able == DART_OK;
  for (std::size_t offset = 0; offset < elements * width; offset += width) {
    collect(
        board, send + offset, all.data(), receives, width, [=](std::uint32_t) { return width; },
        [=](std::uint32_t unit) { return unit * width; });
    const auto shown = [&](std::uint32_t unit) { return all.data() + unit * width; };
    if (receives) combine(combined, shown, 1, recv + offset, reduction);
  }
  return able;
}

}  // namespace

dart_ret_t reduce(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root)
{
  const std::size_t granule_bytes = reduction.granule() * reduction.element_bytes();
  const bool receives = root == on_all_units || root == board.me();
  if (granule_bytes > board.step_bytes()) {
    const std::uint32_t combined = receives ? board.units() : 0;
    return combine_large_elements(board, send, recv, elements, reduction, combined);
  }
  const std::size_t bytes = elements * reduction.element_bytes();
  const std::size_t most = board.step_bytes() / granule_bytes * granule_bytes;
  const bool by_hosts =
      board.between() != nullptr && (reduction.commutes() || board.between()->keeps_unit_order());
  if (by_hosts) {
    reduce_by_hosts(board, send, recv, bytes, most, receives, reduction);
    return DART_OK;
  }
  in_steps(bytes, most, [&](std::size_t offset, std::size_t batch) {
    put_bytes(board.contribute(batch), send + offset, batch);
    board.show([=](std::uint32_t) { return batch; });
    if (!receives) return;
    if (root == on_all_units && board.units() > 1 && batch >= slice_from_bytes) {
      combine_slices(board, batch, recv + offset, reduction);
    } else {
      const std::size_t count = batch / reduction.element_bytes();
      combine_step(board, batch, 0, count, recv + offset, reduction);
    }
  });
  return DART_OK;
}

dart_ret_t reduce_scatter(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction)
{
  const std::size_t block_bytes = elements * reduction.element_bytes();
  dart_ret_t result = DART_OK;
  for (std::uint32_t unit = 0; unit < board.units(); ++unit) {
    const dart_ret_t reduced =
        reduce(board, send + unit * block_bytes, recv, elements, reduction, unit);
    if (result == DART_OK) result = reduced;
  }
  return result;
}

dart_ret_t scan(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t combined)
{
  const std::size_t granule_bytes = reduction.granule() * reduction.element_bytes();
  if (granule_bytes > board.step_bytes())
    return combine_large_elements(board, send, recv, elements, reduction, combined);
  const std::size_t bytes = elements * reduction.element_bytes();
  const std::size_t most = board.step_bytes() / granule_bytes * granule_bytes;
  in_steps(bytes, most, [&](std::size_t offset, std::size_t batch) {
    put_bytes(board.contribute(batch), send + offset, batch);
    board.show([=](std::uint32_t) { return batch; });
    if (combined == 0) return;
    const auto shown = [&](std::uint32_t unit) { return board.read(unit, batch); };
    combine(combined, shown, batch / reduction.element_bytes(), recv + offset, reduction);
  });
  return DART_OK;
}

}  // namespace dart
