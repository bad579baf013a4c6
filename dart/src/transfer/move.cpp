#include "transfer/move.h"

#include <memory>

namespace dart {
namespace {

/// Host memory of the arena, from or to a device buffer.
dart_ret_t move_by_device(
    const Move& move, const Route& route, const MovedRun& run, Pending* pending)
{
  DeviceSpace& devices = *move.memory.devices();
  std::byte* const mapped = move.target.mapped() + run.offset;
  std::byte* const buffer = move.buffer + run.at;
  pending->operations = route.transport;
  return move.gets() ? devices.start_copy(buffer, mapped, run.bytes, &pending->ticket)
                     : devices.start_copy(mapped, buffer, run.bytes, &pending->ticket);
}

/// Through host memory; complete on return.
dart_ret_t move_staged(const Move& move, const Route& route, const MovedRun& run)
{
  const auto staging = std::make_unique_for_overwrite<std::byte[]>(run.bytes);
  DeviceSpace& devices = *move.memory.devices();
  Transport& transport = *route.transport;
  const RemoteAddress remote = move.target.remote(run.offset);
  std::byte* const buffer = move.buffer + run.at;
  Transport::Ticket ticket = 0;
  dart_ret_t moved = move.gets() ? transport.get(staging.get(), remote, run.bytes, &ticket)
                                 : devices.copy(staging.get(), buffer, run.bytes);
  if (moved == DART_OK) {
    moved = move.gets() ? transport.wait(ticket, true)
                        : transport.put(remote, staging.get(), run.bytes, &ticket);
  }
  if (moved != DART_OK) return moved;
  return move.gets() ? devices.copy(buffer, staging.get(), run.bytes)
                     : transport.wait(ticket, true);
}

}  // namespace

dart_ret_t move_unmapped(
    const Move& move, const Route& route, const MovedRun& run, Pending* pending)
{
  if (route.way == Way::device) return move_by_device(move, route, run, pending);
  if (route.way == Way::staged) return move_staged(move, route, run);
  pending->operations = route.transport;
  std::byte* const buffer = move.buffer + run.at;
  const RemoteAddress remote = move.target.remote(run.offset);
  return move.gets() ? route.transport->get(buffer, remote, run.bytes, &pending->ticket)
                     : route.transport->put(remote, buffer, run.bytes, &pending->ticket);
}

bool Rows::add(const MovedRun& run)
{
  if (is_empty()) {
    first_ = run;
    count_ = 1;
    return true;
  }
  if (repeats_ != 1 || run.bytes != first_.bytes) return false;
  if (run.offset < first_.offset || run.at < first_.at) return false;
  if (count_ == 1) {
    strides_ = {run.offset - first_.offset, run.at - first_.at};
    // Rows may not overlap.
    if (strides_.offset < run.bytes || strides_.at < run.bytes) return false;
  } else if (
      run.offset != first_.offset + count_ * strides_.offset ||
      run.at != first_.at + count_ * strides_.at) {
    return false;
  }
  ++count_;
  return true;
}

Rows Rows::repeated(std::size_t before, std::size_t repeats, Strides strides) const
{
  Rows rows = *this;
  rows.first_.offset += before * strides.offset;
  rows.first_.at += before * strides.at;
  if (count_ == 1) {
    rows.count_ = repeats;
    rows.strides_ = strides;
  } else {
    rows.repeats_ = repeats;
    rows.repeat_ = strides;
  }
  return rows;
}

Box Rows::box(Direction direction) const
{
  const auto dimension = [direction](std::size_t extent, const Strides& strides) {
    return direction == Direction::get ? Box::Dimension{extent, strides.at, strides.offset}
                                       : Box::Dimension{extent, strides.offset, strides.at};
  };
  if (repeats_ == 1) return Box::rows(first_.bytes, dimension(count_, strides_));
  return {first_.bytes, {dimension(repeats_, repeat_), dimension(count_, strides_)}};
}

dart_ret_t move_rows(const Move& move, const Route& route, const Rows& rows, Pending* pending)
{
  if (rows.is_empty()) return DART_OK;
  const MovedRun& first = rows.first();
  if (rows.is_run()) return move_run(move, route, first, pending);
  const Target& target = move.target;
  std::byte* const there =
      target.part->mapped != nullptr
          ? target.mapped() + first.offset
          : move.memory.reach(*target.part, target.unit, target.offset + first.offset, rows.span());
  if (there == nullptr) return DART_ERR_OTHER;
  std::byte* const here = move.buffer + first.at;
  pending->operations = route.transport;
  DeviceSpace& devices = *move.memory.devices();
  const Box box = rows.box(move.direction);
  return move.gets() ? devices.start_copy_box(here, there, box, &pending->ticket)
                     : devices.start_copy_box(there, here, box, &pending->ticket);
}

}  // namespace dart
