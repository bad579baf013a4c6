#pragma once

/// \file
/// Moves bytes by a route that is decided.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/copy_bytes.h"
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

/// Runs of one length at constant distances, which may repeat as a whole.
class Rows {
 public:
  /// Distances from run to run, and from one time to the next.
  struct Strides {
    std::uint64_t offset;
    std::size_t at;
  };

  Rows() = default;
  Rows(const MovedRun& first, std::size_t count, Strides strides)
      : first_(first),
        count_(count),
        strides_(strides)
  {}

  /// \return false if the run does not continue the rows
  bool add(const MovedRun& run);
  bool is_empty() const { return count_ == 0; }
  bool is_run() const { return count_ == 1 && repeats_ == 1; }
  const MovedRun& first() const { return first_; }
  std::size_t count() const { return count_; }
  Strides strides() const { return strides_; }
  std::size_t repeats() const { return repeats_; }
  Strides repeat_strides() const { return repeat_; }

  MovedRun run(std::size_t row, std::size_t time) const
  {
    return {
        first_.offset + row * strides_.offset + time * repeat_.offset,
        first_.at + row * strides_.at + time * repeat_.at, first_.bytes};
  }
  /// \c count of these rows that begin with \c row; the rows must not repeat.
  Rows part(std::size_t row, std::size_t count) const { return {run(row, 0), count, strides_}; }
  /// The rows \c repeats times, beginning after \c before times. A single run that repeats is a row
  /// of each time: rows are copied faster than times.
  Rows repeated(std::size_t before, std::size_t repeats, Strides strides) const;

  /// Bytes from the first row to the end of the last one, in the part.
  std::uint64_t span() const
  {
    return (repeats_ - 1) * repeat_.offset + (count_ - 1) * strides_.offset + first_.bytes;
  }
  std::size_t all_bytes() const { return repeats_ * count_ * first_.bytes; }
  /// As a copy from or to the part.
  Box box(Direction direction) const;

 private:
  MovedRun first_{};
  std::size_t count_ = 0, repeats_ = 1;
  Strides strides_{}, repeat_{};
};

/// Calls \c f(rows) for parts of rows, none of which is longer than \c most bytes unless it is a
/// single run, until one fails.
template <class F>
dart_ret_t for_each_part(const Rows& rows, std::size_t most, F f)
{
  if (rows.all_bytes() <= most || rows.is_run()) return f(rows);
  const bool repeats = rows.repeats() > 1;
  const std::size_t all = repeats ? rows.repeats() : rows.count();
  const std::size_t together = std::max<std::size_t>(1, most / (rows.all_bytes() / all));
  dart_ret_t result = DART_OK;
  for (std::size_t done = 0; done < all && result == DART_OK; done += together) {
    const std::size_t some = std::min(together, all - done);
    result = for_each_part(
        repeats ? rows.repeated(done, some, rows.repeat_strides()) : rows.part(done, some), most,
        f);
  }
  return result;
}

/// Loads and stores of this processor.
inline void move_mapped(const Move& move, const MovedRun& run)
{
  std::byte* const mapped = move.target.mapped() + run.offset;
  std::byte* const buffer = move.buffer + run.at;
  if (move.gets())
    copy_bytes(buffer, mapped, run.bytes);
  else
    copy_bytes(mapped, buffer, run.bytes);
}

inline void move_mapped(const Move& move, const Rows& rows)
{
  std::byte* const mapped = move.target.mapped() + rows.first().offset;
  std::byte* const buffer = move.buffer + rows.first().at;
  const RowsCopy::Strides there{rows.strides().offset, rows.repeat_strides().offset};
  const RowsCopy::Strides here{rows.strides().at, rows.repeat_strides().at};
  const std::size_t bytes = rows.first().bytes;
  if (move.gets())
    copy_rows({buffer, mapped, bytes, rows.count(), here, there, rows.repeats()});
  else
    copy_rows({mapped, buffer, bytes, rows.count(), there, here, rows.repeats()});
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
