#pragma once

/// \file
/// One-sided transfers between a local buffer and a part of a segment.

#include "transfer/move.h"
#include "transfer/route.h"
#include "types/datatype.h"

namespace dart {

/// What a put or get is asked to move.
struct TransferRequest {
  Direction direction;
  dart_gptr_t gptr;
  void* buffer;
  std::size_t elements;  ///< base elements
  dart_datatype_t source_type, target_type;
};

/// The same for rows.
struct RowsRequest {
  Direction direction;
  dart_gptr_t gptr;
  void* buffer;
  const dart_rows_t* rows;
  std::size_t count;  ///< number of their descriptions
};

/// Starts transfers and completes them.
class Transfers {
 public:
  Transfers(const Teams& teams, const GlobalMemory& memory, const Routes& routes)
      : teams_(teams),
        memory_(memory),
        routes_(routes)
  {}

  /// Starts a transfer. If it fails, the buffer is not in use any more.
  dart_ret_t start(const TransferRequest& request, const char* function, Pending* pending) const
  {
    const dart_datatype_t type = request.source_type;
    const bool is_one_run =
        type == request.target_type && is_basic(type) && request.buffer != nullptr;
    if (!is_one_run) [[unlikely]]
      return start_runs(request, function, pending);
    std::size_t bytes = 0;
    Target target{};
    if (!contiguous_bytes(request.elements, type, function, &bytes)) return DART_ERR_INVAL;
    const dart_ret_t found = resolve(teams_, request.gptr, bytes, function, &target);
    if (found != DART_OK || bytes == 0) return found;
    const Move move = move_of(request, target);
    return move_run(move, routes_.of(*target.part, move.buffer_on_device), {0, 0, bytes}, pending);
  }

  /// Does what start() does, for rows.
  dart_ret_t start_rows(const RowsRequest& request, const char* function, Pending* pending) const;

  /// Does what start() does, and is complete on return.
  dart_ret_t complete(const TransferRequest& request, const char* function) const
  {
    Pending pending;
    const dart_ret_t started = start(request, function, &pending);
    if (started != DART_OK || pending.ticket == 0) return started;
    return pending.operations->wait(pending.ticket, true);
  }

  /// Moves bytes from or to the begin of a target; complete on return.
  dart_ret_t complete_at(
      const Target& target, Direction direction, void* buffer, std::size_t bytes) const;

  /// Starts a copy between two places of global memory, where one of them has an address here.
  /// \return DART_ERR_NOTFOUND (and nothing is started) if none has, or if they overlap
  dart_ret_t start_between(
      dart_gptr_t to, dart_gptr_t from, std::size_t bytes, const char* function,
      Pending* pending) const;

  /// Completes the transfers towards the units of a segment, or one of them.
  dart_ret_t flush(dart_gptr_t gptr, bool remotely, bool all_units, const char* function) const;

 private:
  template <class Request>
  Move move_of(const Request& request, const Target& target) const
  {
    return {
        memory_, request.direction, target, static_cast<std::byte*>(request.buffer),
        memory_.is_device(request.buffer)};
  }
  /// Starts transfers of data types with several runs, in the general way.
  dart_ret_t start_runs(
      const TransferRequest& request, const char* function, Pending* pending) const;
  /// Starts what \c start_moves(move, route) says, by the general way.
  /// \param bytes  from the pointer to the end of the last one that is accessed
  template <class Request, class StartMoves>
  dart_ret_t start_many(
      const Request& request, std::size_t bytes, const char* function, Pending* pending,
      StartMoves start_moves) const;

  const Teams& teams_;
  const GlobalMemory& memory_;
  const Routes& routes_;
};

}  // namespace dart
