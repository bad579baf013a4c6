#pragma once

/// \file
/// Collectives in which the units send each other blocks of different sizes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "team/board.h"
#include "team/collectives.h"

namespace dart {

/// Who sends how much to whom, as all units know it from the counts that the senders give.
class BlockCounts {
 public:
  /// Between which units blocks travel.
  enum class Shape { to_root, from_root, between_all };

  /// \param root  unit of the team; not used between all
  BlockCounts(Shape shape, std::uint32_t units, std::uint32_t root, std::size_t element_bytes)
      : shape_(shape),
        units_(units),
        root_(root),
        element_bytes_(element_bytes)
  {}

  /// Exchanges the counts of all units, and compares them. Collective.
  /// \param sends     elements that this unit sends: to the root, or to each unit; not used where
  ///   it sends nothing
  /// \param receives  elements that it receives: from the root, or from each unit; not used where
  ///   it receives nothing
  /// \return DART_OK; on all units, after a message, DART_ERR_INVAL if a unit sends another number
  ///   than is received, and DART_ERR_NOMEM if a unit has no memory for the counts
  dart_ret_t exchange(
      Board& board, const std::size_t* sends, const std::size_t* receives, const char* function);

  std::uint32_t units() const { return units_; }
  /// Bytes that travel from one unit to another one.
  std::size_t bytes(std::uint32_t from, std::uint32_t to) const
  {
    return count(from, to) * element_bytes_;
  }
  std::size_t largest_bytes() const;

  /// Number of the block for \c to among those that a unit sends.
  std::uint32_t block_sent(std::uint32_t to) const { return shape_ == Shape::to_root ? 0 : to; }
  /// Number of the block of \c from among those that a unit receives.
  std::uint32_t block_received(std::uint32_t from) const
  {
    return shape_ == Shape::from_root ? 0 : from;
  }

 private:
  struct Verdict {
    dart_ret_t result = DART_OK;
    std::uint32_t from = 0, to = 0;
    std::size_t sent = 0, received = 0;
  };

  bool sends(std::uint32_t unit) const { return shape_ != Shape::from_root || unit == root_; }
  bool receives(std::uint32_t unit) const { return shape_ != Shape::to_root || unit == root_; }
  /// Number of counts that a unit gives.
  std::size_t counts_of(std::uint32_t unit) const
  {
    if (!sends(unit)) return 0;
    return shape_ == Shape::to_root ? 1 : units_;
  }
  std::size_t first_count_of(std::uint32_t unit) const
  {
    if (shape_ == Shape::from_root) return 0;
    return shape_ == Shape::to_root ? unit : std::size_t(unit) * units_;
  }
  std::size_t count(std::uint32_t from, std::uint32_t to) const
  {
    return sends(from) && receives(to) ? counts_[first_count_of(from) + block_sent(to)] : 0;
  }
  Verdict compare(std::uint32_t me, const std::size_t* receives) const;

  Shape shape_;
  std::uint32_t units_, root_;
  std::size_t element_bytes_;
  std::vector<std::size_t> counts_;
};

/// Sends the blocks by way of the board. What a unit sends forms a sequence of the blocks for unit
/// 0, 1, …, of which it shows so much in each step as the board takes, whatever the sizes of the
/// blocks are. Collective.
/// \param send_at  offset of the block for a unit in \c send
/// \param recv_at  offset of the block of a unit in \c recv
template <class SendAt, class RecvAt>
void exchange_blocks(
    Board& board, const BlockCounts& counts, const std::byte* send, SendAt send_at, std::byte* recv,
    RecvAt recv_at)
{
  const std::uint32_t units = board.units(), me = board.me();
  const auto all_of = [&](std::uint32_t from) {
    std::size_t bytes = 0;
    for (std::uint32_t to = 0; to < units; ++to) bytes += counts.bytes(from, to);
    return bytes;
  };
  // Calls f(offset in the block, offset behind the step's begin, bytes) for what a block that
  // begins at begin of the sequence has in common with a step.
  const auto common = [](std::size_t begin, std::size_t bytes, std::size_t step_at,
                         std::size_t step_bytes, auto f) {
    const std::size_t first = std::max(begin, step_at);
    const std::size_t end = std::min(begin + bytes, step_at + step_bytes);
    if (first < end) f(first - begin, first - step_at, end - first);
  };
  std::size_t longest = 0;
  for (std::uint32_t unit = 0; unit < units; ++unit) longest = std::max(longest, all_of(unit));
  in_steps(longest, board.step_bytes(), [&](std::size_t offset, std::size_t most) {
    const auto shown_by = [&](std::uint32_t unit) {
      const std::size_t bytes = all_of(unit);
      return bytes <= offset ? 0 : std::min(most, bytes - offset);
    };
    const std::size_t mine = shown_by(me);
    std::byte* const place = board.contribute(mine);
    std::size_t begin = 0;
    for (std::uint32_t to = 0; mine > 0 && to < units; ++to) {
      const std::size_t bytes = counts.bytes(me, to);
      common(begin, bytes, offset, mine, [&](std::size_t in_block, std::size_t at, std::size_t n) {
        put_bytes(place + at, send + send_at(to) + in_block, n);
      });
      begin += bytes;
    }
    board.show(shown_by);
    for (std::uint32_t from = 0; from < units; ++from) {
      const std::size_t bytes = counts.bytes(from, me);
      if (bytes == 0) continue;
      const std::size_t shown = shown_by(from);
      begin = 0;
      for (std::uint32_t to = 0; to < me; ++to) begin += counts.bytes(from, to);
      common(begin, bytes, offset, shown, [&](std::size_t in_block, std::size_t at, std::size_t n) {
        put_bytes(recv + recv_at(from) + in_block, board.read(from, shown) + at, n);
      });
    }
  });
}

}  // namespace dart
