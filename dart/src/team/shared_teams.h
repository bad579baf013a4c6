#pragma once

/// \file
/// What the units of a host share of a team.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "memory/control_heap.h"
#include "team/long_waits.h"
#include "team/team_ids.h"
#include "types/call_way.h"

namespace dart {

/// Part of a team that its members on a host share. Lives in the control heap; each board is a
/// block of its own.
struct TeamShared {
  std::atomic<std::uint32_t> attached;  ///< units of the parent team that have not let go yet
  std::int16_t id;
  /// One for each way of calling collectives, the others than the first when they are needed.
  std::array<std::atomic<void*>, call_ways> boards;
  std::atomic<void*> call_log;  ///< when it is needed
};

/// Creates the shared part of a team of \c size units, to which \c parents units of this host are
/// attached; called by one unit of the host.
/// \return nullptr when memory is exhausted
TeamShared* create_team_shared(ControlHeap& heap, int id, std::size_t size, std::uint32_t parents);

/// Ends the shared parts of teams.
class SharedTeams {
 public:
  SharedTeams(ControlHeap& heap, TeamIds& ids, LongWaits& waits)
      : heap_(heap),
        ids_(ids),
        waits_(waits)
  {}

  /// Lets go of the shared part; the last unit frees it, and its id.
  void detach(TeamShared& shared);

  /// The board of a team of \c size units for collectives that are called in a way; the first
  /// caller creates it. \throws std::bad_alloc if memory is exhausted
  void* board(TeamShared& shared, std::size_t size, CallWay way);
  /// The same for its log of collectives in streams. \return nullptr if memory is exhausted
  void* call_log(TeamShared& shared, std::size_t size);

  ControlHeap& heap() { return heap_; }
  TeamIds& ids() { return ids_; }
  LongWaits& waits() { return waits_; }

 private:
  void* made_once(std::atomic<void*>& block, std::size_t bytes, std::size_t zeroed_bytes);

  ControlHeap& heap_;
  TeamIds& ids_;
  LongWaits& waits_;
};

}  // namespace dart
