#include "transfer/move.h"

#include <algorithm>
#include <memory>

#include "base/byte_buffer.h"

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
  rows.repeats_ = repeats;
  rows.repeat_ = strides;
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

namespace {

/// Rows between host and device memory.
struct HostRows {
  std::byte *host, *device;
  bool to_host;
  RowsCopy::Strides host_strides, device_strides;

  HostRows(const Move& move, const Rows& rows, std::byte* there)
      : host(move.buffer_on_device ? there : move.buffer + rows.first().at),
        device(move.buffer_on_device ? move.buffer + rows.first().at : there),
        to_host(move.gets() != move.buffer_on_device)
  {
    const RowsCopy::Strides in_part{rows.strides().offset, rows.repeat_strides().offset};
    const RowsCopy::Strides in_buffer{rows.strides().at, rows.repeat_strides().at};
    host_strides = move.buffer_on_device ? in_part : in_buffer;
    device_strides = move.buffer_on_device ? in_buffer : in_part;
  }
};

/// Copies by way of host memory in which the rows have no gaps; complete on return.
dart_ret_t copy_packed(DeviceSpace& devices, const HostRows& ends, const Rows& rows)
{
  thread_local ByteBuffer buffer;  // kept, as new pages take longer than the copy
  buffer.resize(std::max(buffer.size(), rows.all_bytes()));
  const auto packing = [&](std::byte* memory, RowsCopy::Strides strides, bool unpacks) {
    return RowsCopy::packing(
        memory, strides, rows.first().bytes, rows.count(), rows.repeats(), buffer.data(), unpacks);
  };
  const RowsCopy by_host = packing(ends.host, ends.host_strides, ends.to_host);
  const RowsCopy by_device = packing(ends.device, ends.device_strides, !ends.to_host);
  if (!ends.to_host) copy_rows(by_host);
  const dart_ret_t copied = devices.copy_box(by_device.to, by_device.from, by_device.box());
  if (copied == DART_OK && ends.to_host) copy_rows(by_host);
  return copied;
}

/// Whether rows between host and device memory are many, short, and have gaps on the host: engines
/// take up to a microsecond for each, while host code moves it in nanoseconds. Kernels gather and
/// distribute rows that have gaps on the device only.
bool wants_packing(const Move& move, const Rows& rows)
{
  constexpr std::size_t many_rows = 32, long_row = std::size_t(64) << 10;
  const MovedRun& first = rows.first();
  if (rows.count() * rows.repeats() < many_rows || first.bytes >= long_row) return false;
  const bool part_on_host = move.target.part->mapped != nullptr;
  if (move.buffer_on_device != part_on_host) return false;
  const auto gaps = [&](std::size_t row, std::size_t repeat) {
    return (rows.count() > 1 && row != first.bytes) ||
           (rows.repeats() > 1 && repeat != rows.count() * first.bytes);
  };
  return part_on_host ? gaps(rows.strides().offset, rows.repeat_strides().offset)
                      : gaps(rows.strides().at, rows.repeat_strides().at);
}

}  // namespace

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
  if (wants_packing(move, rows)) {
    constexpr std::size_t most_packed = std::size_t(1) << 20;  // stays in the cache
    return for_each_part(rows, most_packed, [&](const Rows& part) {
      std::byte* const part_there = there + (part.first().offset - first.offset);
      return copy_packed(*move.memory.devices(), HostRows(move, part, part_there), part);
    });
  }
  std::byte* const here = move.buffer + first.at;
  pending->operations = route.transport;
  DeviceSpace& devices = *move.memory.devices();
  const Box box = rows.box(move.direction);
  return move.gets() ? devices.start_copy_box(here, there, box, &pending->ticket)
                     : devices.start_copy_box(there, here, box, &pending->ticket);
}

}  // namespace dart
