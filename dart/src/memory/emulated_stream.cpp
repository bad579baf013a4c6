#include "memory/emulated_stream.h"

#include "base/clock.h"
#include "base/copy_bytes.h"

namespace dart {

void* EmulatedStream::kernels()
{
  do_copies();
  return nullptr;
}

dart_ret_t EmulatedStream::copy(void* to, const void* from, std::size_t bytes)
{
  copies_.push_back({to, from, bytes});
  return DART_OK;
}

void EmulatedStream::do_copies()
{
  for (const Copy& copy : copies_) copy_bytes(copy.to, copy.from, copy.bytes);
  copies_.clear();
}

DeviceStream::State EmulatedStream::poll(std::uint64_t piece)
{
  if (asked_for_ < piece) {
    asked_for_ = piece;
    return State::pending;
  }
  do_copies();
  return State::complete;
}

DeviceStream::Stamp EmulatedStream::stamp()
{
  do_copies();
  if (free_stamps_.empty()) {
    free_stamps_.push_back(static_cast<Stamp>(times_.size()));
    times_.push_back(0);
  }
  const Stamp stamp = free_stamps_.back();
  free_stamps_.pop_back();
  times_[stamp] = now_ns();
  return stamp;
}

std::int64_t EmulatedStream::time_of(Stamp stamp)
{
  free_stamps_.push_back(stamp);
  return times_[stamp];
}

}  // namespace dart
