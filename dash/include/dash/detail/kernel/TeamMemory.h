#pragma once

/// \file
/// What the units of a dash::KernelTeam keep in the memory of each of them.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/SharedWord.h>

#include <cstddef>

namespace dash::kernel::detail {

/// Size of what processors exchange as a whole; words that different ones write lie so far apart.
inline constexpr std::size_t line_bytes = 128;

/// Counters of a unit's kernels. Only those access them.
struct TeamState {
  /// number of barriers that are done, and of blocks that have come to the next one
  alignas(line_bytes) Word barriers;
  alignas(line_bytes) Word exchanges;  ///< number of exchanges that are done
  alignas(line_bytes) Word faulted;    ///< not 0: a wait has taken too long
  alignas(line_bytes) Word requests;   ///< number of requests that were given a place in the ring
  Word room;                           ///< requests of the ring that are known to be complete
};

/// A small value and the number of the exchange that it belongs to, which is written last.
struct alignas(64) Slot {
  static constexpr std::size_t most_bytes = 7 * sizeof(Word);

  Word words[7];
  Word tag;
};

/// Where the parts of this memory lie, in bytes from its beginning: the same at all units.
class TeamLayout {
 public:
  /// Number of slots of the ring for requests.
  static constexpr std::size_t ring_slots = 1024;

  DASH_HOST_DEVICE explicit TeamLayout(std::size_t units) : units_(units) {}

  /// Where unit \c writer writes the number of its last barrier.
  DASH_HOST_DEVICE std::size_t barrier_of(std::size_t writer) const
  {
    return sizeof(TeamState) + writer * sizeof(Word);
  }
  /// Where unit \c writer writes its value in an exchange.
  DASH_HOST_DEVICE std::size_t slot_of(std::size_t writer, Word tag) const
  {
    return first_slot() + (tag % 2 * units_ + writer) * sizeof(Slot);
  }
  /// A unit's own copy of its value, for those that it does not reach.
  DASH_HOST_DEVICE std::size_t outbox(Word tag) const
  {
    return first_slot() + (2 * units_ + tag % 2) * sizeof(Slot);
  }
  /// For each slot of the ring, a word that is not 0 while a result there has not been read.
  DASH_HOST_DEVICE std::size_t unread() const
  {
    return first_slot() + (2 * units_ + 2) * sizeof(Slot);
  }
  /// The address of each unit's memory for kernels of this unit.
  DASH_HOST_DEVICE std::size_t peers() const { return unread() + ring_slots * sizeof(Word); }
  DASH_HOST_DEVICE std::size_t bytes() const { return peers() + units_ * sizeof(std::byte*); }

 private:
  DASH_HOST_DEVICE std::size_t first_slot() const
  {
    return (barrier_of(units_) + sizeof(Slot) - 1) / sizeof(Slot) * sizeof(Slot);
  }

  std::size_t units_;
};

/// Why a wait was given up, in host memory.
struct FaultRecord {
  /// What was waited for.
  enum Kind : Word { flag = 1, barrier, exchange, request };

  Word is_set;  ///< written last
  Word kind;
  Word place;     ///< address of a flag, otherwise the unit that was waited for
  Word expected;  ///< value that was waited for
  Word seen;      ///< value that was there
};

}  // namespace dash::kernel::detail
