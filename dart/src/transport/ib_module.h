#pragma once

/// \file
/// What the runtime and the module libdart-ib.so know of each other.

#include <cstdint>
#include <functional>

#include "dash/dart/if/dart_types.h"
#include "net/peers.h"
#include "transport/transport.h"

namespace dart {

/// What the verbs transport is told about the run.
struct IbSetup {
  dart_unit_t unit;
  std::uint32_t units;      ///< of the run
  Peers* peers;             ///< outlives the transport
  bool adapter_atomics;     ///< atomic operations on 64-bit integers are the adapter's
  std::uint32_t timeout_s;  ///< after which an operation towards a dead peer fails
  /// Whether a local buffer is device memory …
  bool (*is_device)(const void* buffer);
  /// … and how its bytes move from or to host memory; complete on return.
  dart_ret_t (*copy)(void* to, const void* from, std::size_t bytes);
  /// File descriptor (dma-buf) of own device memory for registration with the adapter; -1: there is
  /// none. \param offset where \c begin lies in the file
  int (*export_device)(void* begin, std::size_t bytes, std::uint64_t* offset);
  void (*log)(int level, const char* text);  ///< level of LogLevel
};

/// Entry point of the module libdart-ib.so. Throws std::runtime_error with the reason and the
/// remedy where there is no usable adapter.
inline constexpr char ib_module_entry[] = "dart_make_ib_transport";
using IbModuleEntry = Transport* (*)(const IbSetup&);

}  // namespace dart
