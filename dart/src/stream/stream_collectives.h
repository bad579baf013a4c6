#pragma once

/// \file
/// Collectives that take a place in the streams of a team's units.

#include <functional>
#include <memory>
#include <optional>

#include "memory/global_memory.h"
#include "stream/streams.h"
#include "team/device_collective.h"
#include "types/collective_call.h"

namespace dart {

/// A collective with the buffers of this unit.
struct StreamCollective {
  CollectiveCall call;
  BlockBuffer send, recv;
  bool fits_devices;  ///< devices have code for it; the same on all units
};

/// Adds collectives to streams. Where all units of a team have a GPU of their own, kernels execute
/// the usual ones, which push the data through channels (memory/channel_layout.h), so that graphs
/// can contain them. All others are calls of the host, on a board of their own.
class StreamCollectives {
 public:
  /// What is done on the board.
  using Body = std::function<dart_ret_t(Board&)>;

  StreamCollectives(GlobalMemory& memory, const UnitTable& units, Streams& streams)
      : memory_(memory),
        units_(units),
        streams_(streams)
  {}
  StreamCollectives(const StreamCollectives&) = delete;
  StreamCollectives& operator=(const StreamCollectives&) = delete;

  /// Collective. The first call of a team waits for the other units.
  dart_ret_t add(
      Stream& stream, Team& team, const StreamCollective& collective, const Body& body,
      const char* function);

 private:
  class NotedCall;
  class Staged;

  bool has_own_gpus(const Team& team) const;
  dart_ret_t prepare_channels(Team& team, const CollectiveCall& call, const char* function);
  dart_ret_t add_alone(const Stream& stream, const StreamCollective& collective) const;
  dart_ret_t add_to_device(
      Stream& stream, const Team& team, const StreamCollective& collective, const char* function);

  GlobalMemory& memory_;
  const UnitTable& units_;
  Streams& streams_;
};

}  // namespace dart
