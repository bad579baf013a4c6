#pragma once

/// \file
/// One-sided transfers between a local buffer and a part of a segment.

#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "transfer/datatype.h"
#include "transfer/target.h"
#include "transport/transport.h"

namespace dart {

enum class Direction { get, put };

/// Operations in progress; empty if all of them are complete.
struct Pending {
  Transport* transport = nullptr;
  Transport::Ticket ticket = 0;
};

/// A transfer between a buffer of this process and a part.
struct Route {
  Runtime& rt;
  Direction direction;
  const Target& target;
  std::byte* buffer;
  bool buffer_on_device;  ///< whether host code cannot load and store the buffer
};

/// Transfers one stretch, in a way that depends on the location of its two ends.
/// \param offset  offset of the stretch in the part
/// \param at      offset of the stretch in the buffer
dart_ret_t move_stretch(
    const Route& route, std::uint64_t offset, std::size_t at, std::size_t bytes, Pending* pending);

/// Does the same as start_transfer(), for all data types.
dart_ret_t start_transfer_of_types(
    Runtime& rt, Direction direction, dart_gptr_t gptr, void* buffer, std::size_t elements,
    dart_datatype_t src_type, dart_datatype_t dst_type, const char* function, Pending* pending);

/// Starts a transfer of \c elements base elements. After an error, the buffer is not in use any
/// more.
inline dart_ret_t start_transfer(
    Runtime& rt, Direction direction, dart_gptr_t gptr, void* buffer, std::size_t elements,
    dart_datatype_t src_type, dart_datatype_t dst_type, const char* function, Pending* pending)
{
  if (src_type != dst_type || !is_basic(src_type) || buffer == nullptr) [[unlikely]] {
    return start_transfer_of_types(
        rt, direction, gptr, buffer, elements, src_type, dst_type, function, pending);
  }
  std::size_t bytes = 0;
  if (!contiguous_bytes(elements, src_type, function, &bytes)) return DART_ERR_INVAL;
  Target target{};
  const dart_ret_t found = resolve(rt, gptr, bytes, function, &target);
  if (found != DART_OK || bytes == 0) return found;
  const Route route{rt, direction, target, static_cast<std::byte*>(buffer), rt.is_device(buffer)};
  return move_stretch(route, gptr.addr_or_offs.offset, 0, bytes, pending);
}

}  // namespace dart
