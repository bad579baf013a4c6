#pragma once

/// \file
/// Elements of several buffers that a device combines, as collectives on device memory need it.

#include <cstddef>
#include <span>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// How the elements of several buffers become results.
enum class Combining {
  reduction,  ///< each target gets the combination of all sources
  scan        ///< target k gets the combination of sources 0 to k
};

/// Element by element, to_k[i] is computed from from_0[i], from_1[i], … by a predefined operation.
/// A target of a reduction may be any of the sources; target k of a scan may be source k or k + 1.
/// Scans have as many targets as sources.
struct Combination {
  /// Largest number of sources, and of targets.
  static constexpr std::size_t most_buffers = 32;

  Combining how;
  dart_datatype_t type;  ///< basic, but not long double
  dart_operation_t operation;
  std::size_t elements;  ///< number of elements of each buffer; even for MINMAX
  std::span<const std::byte* const> from;
  std::span<std::byte* const> to;
};

/// Whether devices have code for this.
bool has_device_code(dart_operation_t operation, dart_datatype_t type);

/// Does it by host code, which can load and store all buffers.
void combine_on_host(const Combination& combination);

}  // namespace dart
