#pragma once

/// \file
/// Moves bytes by a route that is decided.

#include <cstddef>
#include <cstdint>

#include "dash/dart/if/dart_communication.h"
#include "memory/global_memory.h"
#include "transfer/route.h"
#include "transfer/target.h"

namespace dart {

enum class Direction { get, put };

/// Operations under way; empty when all completed at once.
struct Pending {
  PendingOperations* operations = nullptr;
  PendingOperations::Ticket ticket = 0;
};

/// A transfer between a buffer of this process and a part.
struct Move {
  const GlobalMemory& memory;
  Direction direction;
  const Target& target;
  std::byte* buffer;
  bool buffer_on_device;  ///< host code cannot load and store it

  bool gets() const { return direction == Direction::get; }
};

/// Bytes that follow each other both in the buffer and in the part.
struct MovedRun {
  std::uint64_t offset;  ///< behind the target
  std::size_t at;        ///< in the buffer
  std::size_t bytes;
};

/// Runs of one length at constant distances.
class Rows {
 public:
  Rows() = default;
  Rows(const MovedRun& first, std::size_t count, std::uint64_t offset_stride, std::size_t at_stride)
      : first_(first),
        count_(count),
        offset_stride_(offset_stride),
        at_stride_(at_stride)
  {}

  /// \return false if the run does not continue the rows
  bool add(const MovedRun& run);
  std::size_t count() const { return count_; }
  const MovedRun& first() const { return first_; }
  MovedRun run(std::size_t row) const
  {
    return {first_.offset + row * offset_stride_, first_.at + row * at_stride_, first_.bytes};
  }
  /// \c count rows that begin with \c row.
  Rows part(std::size_t row, std::size_t count) const
  {
    return {run(row), count, offset_stride_, at_stride_};
  }
  /// Bytes from the first row to the end of the last one, in the part.
  std::uint64_t span() const { return (count_ - 1) * offset_stride_ + first_.bytes; }
  std::size_t all_bytes() const { return count_ * first_.bytes; }
  std::uint64_t offset_stride() const { return offset_stride_; }
  std::size_t at_stride() const { return at_stride_; }
  /// As a copy from or to the part.
  Box box(Direction direction) const;

 private:
  MovedRun first_{};
  std::size_t count_ = 0;
  std::uint64_t offset_stride_ = 0, at_stride_ = 0;
};

/// Loads and stores of this processor.
inline void move_mapped(const Move& move, const MovedRun& run)
{
  std::byte* const mapped = move.target.mapped() + run.offset;
  std::byte* const buffer = move.buffer + run.at;
  if (move.gets())
    __builtin_memmove(buffer, mapped, run.bytes);
  else
    __builtin_memmove(mapped, buffer, run.bytes);
}

inline void move_mapped(const Move& move, const Rows& rows)
{
  const MovedRun& first = rows.first();
  std::byte* const mapped = move.target.mapped() + first.offset;
  std::byte* const buffer = move.buffer + first.at;
  const std::size_t there = rows.offset_stride(), here = rows.at_stride();
  if (move.gets())
    copy_rows(buffer, here, mapped, there, rows.count(), first.bytes);
  else
    copy_rows(mapped, there, buffer, here, rows.count(), first.bytes);
}

/// Moves a run by a route other than loads and stores.
dart_ret_t move_unmapped(
    const Move& move, const Route& route, const MovedRun& run, Pending* pending);

inline dart_ret_t move_run(
    const Move& move, const Route& route, const MovedRun& run, Pending* pending)
{
  if (route.way != Way::mapped) return move_unmapped(move, route, run, pending);
  move_mapped(move, run);
  return DART_OK;
}

/// Moves rows, of memory that the device space copies.
dart_ret_t move_rows(const Move& move, const Route& route, const Rows& rows, Pending* pending);

}  // namespace dart
