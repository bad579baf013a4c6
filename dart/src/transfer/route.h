#pragma once

/// \file
/// The one place where it is decided how bytes travel between a unit and global memory.

#include <array>
#include <cstddef>
#include <cstdint>

#include "memory/global_memory.h"
#include "net/host_fence.h"
#include "transfer/target.h"
#include "transport/transports.h"

namespace dart {

/// How a run of bytes travels between a buffer of this process and a part of a segment.
enum class Way : std::uint8_t {
  mapped,     ///< this processor loads and stores
  device,     ///< the device space copies between addresses of this process
  transport,  ///< a transport moves the bytes from or to the buffer
  staged,     ///< as above, but from or to host memory: the transport takes no device buffer
};

/// The decision for one run.
struct Route {
  Way way;
  Transport* transport;  ///< that moves the bytes, or names the copy; nullptr for mapped memory
};

/// The decision for many runs of one transfer.
struct RunsRoute {
  Route one;                     ///< for runs that travel alone
  bool as_rows;                  ///< runs at constant distances are one copy of the device space
  std::size_t parcel_below = 0;  ///< shorter runs travel many together, in parcels
  Transport* parcels = nullptr;  ///< that moves them
};

/// The decision for a put with a notification.
struct NotifyRoute {
  Transport* together;  ///< puts data and flag in this order; nullptr: data first, then the flag
  Transport* flushed;   ///< may still have earlier notifications under way; nullptr: none
  Transport* flag;      ///< stores the flag by an atomic operation; nullptr: the processor does
};

/// The decision for a copy between two places of global memory: one of them is an address of this
/// process, and the bytes go from it, or to it, by a route of their own.
struct BetweenRoute {
  enum class Way { none, put, get };
  Way way = Way::none;
  std::byte* address = nullptr;  ///< where the source of a put or the target of a get lies
};

/// Memory that a task's function is about to use.
struct ViewedRange {
  std::byte* place;
  std::size_t bytes;
  MemoryKind kind;
  bool is_here;
  bool is_good_in_place;  ///< for a GPU: reading it where it is costs no more than a copy
};

/// The decision for a range of a task.
struct ViewRoute {
  std::byte* place = nullptr;  ///< for copies of this process; nullptr: transfers move the bytes
  bool is_in_place = false;    ///< the function uses the place; else a copy of it
  bool is_by_stream = false;   ///< copies are the stream's of the task
  bool is_reached = true;      ///< false (after a message): there is no way
};

/// Decides by where the two ends are: their kinds of memory, whether they are mapped here, and on
/// which host.
class Routes {
 public:
  /// \param fence before other hosts; nullptr in a run on one host
  Routes(
      const GlobalMemory& memory, const UnitTable& units, Transports& transports,
      const HostFence* fence);

  /// \param on_device whether the buffer is device memory
  Route of(const Segment::Part& part, bool on_device) const
  {
    if (part.mapped != nullptr) [[likely]] {
      return on_device ? Route{Way::device, device_} : Route{Way::mapped, nullptr};
    }
    Transport* const transport = transport_to(part);
    const bool is_staged = on_device && !transport->takes_device_buffers();
    return {is_staged ? Way::staged : Way::transport, transport};
  }
  RunsRoute of_runs(const Segment::Part& part, bool on_device) const;
  /// \param bytes of the data, \c on_device: their source is device memory
  NotifyRoute of_notification(
      const Segment::Part& data, const Segment::Part& flag, std::size_t bytes,
      bool on_device) const;
  BetweenRoute between(const Target& to, const Target& from, std::size_t bytes) const;
  /// Address by which kernels of this unit's GPU reach memory; nullptr where they do not. See
  /// dart_gptr_kernel_address.
  std::byte* kernel_address(const Target& target, std::size_t bytes) const;
  ViewRoute view_by_cpu(const ViewedRange& range) const;
  ViewRoute view_by_gpu(const ViewedRange& range) const;

  /// What performs atomic operations on a part, for all units alike; nullptr: the processor, on
  /// mapped memory. A word is always updated one way, so that operations of near and far units do
  /// not race.
  Transport* atomics(const Segment::Part& part, dart_datatype_t type) const
  {
    const bool is_host = part.kind == MemoryKind::host;
    if (!part.is_here) fence_->pass();
    if (is_host && adapter_atomics_ != nullptr && adapter_atomics_->has_atomics(type)) {
      return adapter_atomics_;
    }
    if (!part.is_here) return messages_;
    return is_host ? nullptr : transport_to(part);
  }
  /// What stores flags of notifications that this unit reads and resets itself; nullptr: the
  /// processor.
  Transport* own_flags(const Segment::Part& part) const
  {
    return is_flag_of_processor(part) ? nullptr : transport_to(part);
  }
  /// What may have operations towards a part under way; nullptr: nothing but the device space.
  Transport* pending(const Segment::Part& part) const
  {
    Transport* const transport = part.mapped != nullptr ? nullptr : transport_to(part);
    return transport == device_ ? nullptr : transport;
  }
  /// What may have any copy of this unit under way; nullptr: there are no devices.
  DeviceSpace* devices() const { return memory_.devices(); }

 private:
  static constexpr std::size_t kinds = 3;

  /// Whether processors update flags there. All units update those in memory of one process under
  /// its lock, its owner, too.
  static bool is_flag_of_processor(const Segment::Part& part)
  {
    return part.mapped != nullptr && part.kind != MemoryKind::process;
  }
  /// The transport to memory that is not mapped here.
  Transport* transport_to(const Segment::Part& part) const
  {
    if (!part.is_here) fence_->pass();
    return (part.is_here ? here_ : far_)[static_cast<std::size_t>(part.kind)];
  }
  std::byte* known_address(const Target& target) const;

  const GlobalMemory& memory_;
  const UnitTable& units_;
  const HostFence* fence_;
  std::array<Transport*, kinds> here_, far_;  // one for each kind of memory
  Transport* device_;
  Transport* messages_;
  Transport* adapter_atomics_;  ///< nullptr: the owner's processor updates words
  Transport* ordered_;          ///< keeps the order of notifications between hosts; nullptr: none
};

}  // namespace dart
