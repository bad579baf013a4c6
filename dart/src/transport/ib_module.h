#pragma once

/// \file
/// The interface between the runtime and the module libdart-ib.so.

#include <cstdint>
#include <functional>

#include "base/wait_place.h"
#include "dash/dart/if/dart_types.h"
#include "net/peers.h"
#include "net/transport.h"

namespace dart {

/// What the verbs transport needs to know about the run.
struct IbSetup {
  dart_unit_t unit;
  std::uint32_t units;      ///< number of units of the run
  Peers* peers;             ///< exists longer than the transport
  bool adapter_atomics;     ///< whether the adapter executes atomic operations on 64-bit integers
  std::uint32_t timeout_s;  ///< time after which an operation on a unit that does not answer fails
  /// Whether a local buffer is in device memory.
  bool (*is_device)(const void* buffer);
  /// Copies between device memory and host memory; complete on return.
  dart_ret_t (*copy)(void* to, const void* from, std::size_t bytes);
  /// File descriptor (dma-buf) of own device memory, for registration with the adapter; -1 if there
  /// is none.
  /// \param offset  receives the offset of \c begin in the file
  int (*export_device)(void* begin, std::size_t bytes, std::uint64_t* offset);
  void (*log)(int level, const char* text);  ///< the level is a LogLevel
  WaitSight wait_sight = {};                 ///< how waits of this unit become visible
};

/// Entry point of the module libdart-ib.so. Throws std::runtime_error with the reason and the
/// remedy if there is no usable adapter.
inline constexpr char ib_module_entry[] = "dart_make_ib_transport";
using IbModuleEntry = Transport* (*)(const IbSetup&);

}  // namespace dart
