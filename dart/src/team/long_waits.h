#pragma once

/// \file
/// Units that wait long for each other in collectives: whether they would wait for ever.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "base/wait.h"
#include "base/wait_place.h"
#include "job/hosts.h"
#include "types/mismatch.h"

namespace dart {

/// What a unit waits for.
struct LongWait {
  const MarkedWaitWord* word;  ///< the word of the unit that it waits for, in shared memory
  MarkedWaitWord::Count step;
  dart_unit_t unit;           ///< global id of that unit, which is on this host
  void* board;                ///< in shared memory
  std::uint32_t board_units;  ///< size of the board's team
  Mismatch::Caller caller{};  ///< who waits, and where
};

/// What the units of a host show each other when they wait long.
struct LongWaitTable {
  struct alignas(64) Place {
    bool waits = false;
    LongWait wait{};
  };

  SpinLock lock;
  Place* places = nullptr;  ///< one for each unit of the host
};

/// Finds circles of units that wait for each other in collectives of different teams. Such a unit
/// waits for another one that waits, too, and so on until it comes to itself: none of them goes on
/// for certain, because each has a single thread that could call collectives. Whoever comes last
/// sees the others, so each unit looks itself. Nobody looks before a wait has become long.
class LongWaits {
 public:
  /// A wait is long from this time on, after which its unit looks again and again.
  static constexpr std::chrono::milliseconds interval{200};

  /// \param shown  what the units of this host show, by their indices
  LongWaits(LongWaitTable& table, const Hosts& hosts, const WaitPlace* shown)
      : table_(table),
        hosts_(hosts),
        shown_(shown)
  {}
  LongWaits(const LongWaits&) = delete;
  LongWaits& operator=(const LongWaits&) = delete;

  /// Ends a wait that is part of a circle: breaks its board, and wakes all who wait there.
  using EndWait = void (*)(const LongWait& wait, const Mismatch& circle);
  /// Shows that this unit waits. If that closes a circle, ends the waits of all units in it.
  /// \param own_works  number of works in progress that this wait is part of
  void look(const LongWait& wait, EndWait end, int own_works);
  /// This unit waits no longer.
  void leave();

  /// A thread of the runtime works on collectives of this unit that others may wait for, so that
  /// this unit goes on even while its program waits.
  void begin_work() { works_.fetch_add(1); }
  void end_work() { works_.fetch_sub(1); }

  /// Completes who has called what by what the program has called there, if the unit, which is on
  /// this host, shows it with this step of its team's board.
  /// \param is_likely  whether to wait some milliseconds until it does
  void find_user_call(Mismatch::Caller& caller, std::uint32_t step, bool is_likely) const;

 private:
  using Place = LongWaitTable::Place;

  Place& place_of(dart_unit_t unit) const { return table_.places[hosts_.index_of(unit)]; }
  std::optional<dart_unit_t> first_of_circle() const;
  Mismatch describe_circle(dart_unit_t first) const;

  LongWaitTable& table_;
  const Hosts& hosts_;
  const WaitPlace* shown_;
  std::atomic<int> works_{0};
};

}  // namespace dart
