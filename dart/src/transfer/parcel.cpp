#include "transfer/parcel.h"

#include <memory>

namespace dart {

dart_ret_t Parcel::add(const MovedRun& run)
{
  constexpr std::size_t most_bytes = std::size_t(1) << 20, most_runs = std::size_t(1) << 14;
  runs_.push_back({move_.target.remote(run.offset).address, move_.buffer + run.at, run.bytes});
  bytes_ += run.bytes;
  return bytes_ < most_bytes && runs_.size() < most_runs ? DART_OK : send();
}

dart_ret_t Parcel::send()
{
  if (runs_.empty()) return DART_OK;
  const dart_ret_t sent = move_.buffer_on_device ? move_staged() : move_all(runs_);
  runs_.clear();
  bytes_ = 0;
  return sent;
}

dart_ret_t Parcel::move_all(const std::vector<RemoteRun>& runs) const
{
  const dart_global_unit_t unit = move_.target.unit;
  return move_.gets() ? transport_->get_all(unit, runs) : transport_->put_all(unit, runs);
}

/// Through host memory.
dart_ret_t Parcel::move_staged() const
{
  const auto staging = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  std::vector<RemoteRun> copies;
  std::byte* next = staging.get();
  for (const RemoteRun& run : runs_) {
    copies.push_back({run.address, next, run.bytes});
    next += run.bytes;
  }
  DeviceSpace& devices = *move_.memory.devices();
  dart_ret_t result = DART_OK;
  const auto copy = [&](bool to_host) {
    for (std::size_t i = 0; i < copies.size() && result == DART_OK; ++i) {
      std::byte *own = runs_[i].buffer, *other = copies[i].buffer;
      result = devices.copy(to_host ? other : own, to_host ? own : other, copies[i].bytes);
    }
  };
  if (!move_.gets()) copy(true);
  if (result == DART_OK) result = move_all(copies);
  if (move_.gets()) copy(false);
  return result;
}

}  // namespace dart
