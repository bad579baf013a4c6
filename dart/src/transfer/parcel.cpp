#include "transfer/parcel.h"

#include <cstdint>
#include <memory>

namespace dart {
namespace {

/// So many descriptions, and bytes that pass through a buffer of their own, are kept together.
constexpr std::size_t most_rows = std::size_t(1) << 14, most_staged_bytes = std::size_t(4) << 20;

}  // namespace

dart_ret_t Parcel::add(const MovedRun& run)
{
  if (rows_.empty() || !rows_.back().add(run)) rows_.emplace_back().add(run);
  bytes_ += run.bytes;
  return send_if_full();
}

dart_ret_t Parcel::add(const Rows& rows)
{
  const std::size_t most = move_.buffer_on_device ? most_staged_bytes : SIZE_MAX;
  return for_each_part(rows, most, [this](const Rows& part) {
    rows_.push_back(part);
    bytes_ += part.all_bytes();
    return send_if_full();
  });
}

dart_ret_t Parcel::send_if_full()
{
  const bool is_full = move_.buffer_on_device && bytes_ >= most_staged_bytes;
  return is_full || rows_.size() >= most_rows ? send() : DART_OK;
}

dart_ret_t Parcel::send()
{
  if (rows_.empty()) return DART_OK;
  const dart_ret_t sent = move_.buffer_on_device ? move_staged() : move_all(remote_rows());
  rows_.clear();
  bytes_ = 0;
  return sent;
}

std::vector<RemoteRows> Parcel::remote_rows() const
{
  std::vector<RemoteRows> remote;
  remote.reserve(rows_.size());
  const auto strides = [](const Rows::Strides& own) {
    return RemoteRows::Strides{own.offset, own.at};
  };
  for (const Rows& rows : rows_) {
    const MovedRun& first = rows.first();
    remote.push_back(
        {move_.target.remote(first.offset).address, move_.buffer + first.at, first.bytes,
         rows.count(), strides(rows.strides()), rows.repeats(), strides(rows.repeat_strides())});
  }
  return remote;
}

dart_ret_t Parcel::move_all(const std::vector<RemoteRows>& rows) const
{
  const dart_global_unit_t unit = move_.target.unit;
  return move_.gets() ? transport_->get_all(unit, rows) : transport_->put_all(unit, rows);
}

/// Through host memory, where the rows have no gaps.
dart_ret_t Parcel::move_staged() const
{
  const auto staging = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  const std::vector<RemoteRows> own = remote_rows();
  std::vector<RemoteRows> staged = own;
  std::byte* next = staging.get();
  for (RemoteRows& rows : staged) {
    rows.buffer = next;
    rows.row.buffer = rows.bytes;
    rows.repeat.buffer = rows.count * rows.bytes;
    next += rows.all_bytes();
  }
  DeviceSpace& devices = *move_.memory.devices();
  dart_ret_t result = DART_OK;
  const auto copy = [&](bool to_host) {
    for (std::size_t i = 0; i < own.size() && result == DART_OK; ++i) {
      const RemoteRows &to = to_host ? staged[i] : own[i], &from = to_host ? own[i] : staged[i];
      const Box box(
          to.bytes, {{to.repeats, to.repeat.buffer, from.repeat.buffer},
                     {to.count, to.row.buffer, from.row.buffer}});
      result = devices.copy_box(to.buffer, from.buffer, box);
    }
  };
  if (!move_.gets()) copy(true);
  if (result == DART_OK) result = move_all(staged);
  if (move_.gets()) copy(false);
  return result;
}

}  // namespace dart
