#pragma once

/// \file
/// A team as one unit sees it.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/slot_table.h"
#include "dash/dart/if/dart_team_group.h"
#include "memory/segment.h"
#include "team/board.h"
#include "team/call_log.h"
#include "team/shared_teams.h"
#include "team/started_collectives.h"

namespace dart {

struct Lock;

/// The members of a team, its board, its segments and its locks.
class Team {
 public:
  /// Takes over the calling unit's attachment; the unit is a member.
  /// \param hosts   of the run
  /// \param members global ids
  /// \param between the way to the members on other hosts; nullptr if the team is on one host
  Team(
      SharedTeams& all_shared, TeamShared& shared, const Hosts& hosts,
      std::vector<dart_unit_t> members, std::unique_ptr<HostExchange> between);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  dart_team_t id() const { return shared_.id; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  std::uint32_t me() const { return board_.me(); }
  bool contains(dart_unit_t unit) const { return unit >= 0 && std::uint32_t(unit) < size(); }
  bool is_on_one_host() const { return board_.between() == nullptr; }

  /// Global ids of the members, in the order of team-relative ids.
  const std::vector<dart_unit_t>& members() const { return members_; }
  dart_unit_t global_id(std::uint32_t unit) const { return members_[unit]; }
  /// Team-relative id, -1 for units outside the team.
  dart_unit_t local_id(dart_unit_t global) const
  {
    return global >= 0 && std::size_t(global) < local_ids_.size() ? local_ids_[global] : -1;
  }

  Board& board() { return board_; }
  const Board& board() const { return board_; }

  /// The collectives that this unit starts; the first call prepares for them.
  /// \throws std::bad_alloc, std::runtime_error without memory or threads
  StartedCollectives& started();
  /// Waits for all collectives that the units have started. Collective: part of a call that all
  /// units have begun on the board.
  /// \throws CollectiveMismatch on all units if they have not all started the same number
  void complete_started(const char* function);
  /// Ends them on this unit. \return those to which handles still refer, or nullptr
  std::unique_ptr<StartedCollectives> end_started();

  /// The board for collectives in streams; the first call prepares it. One thread at a time uses
  /// it: the one that executes the stream.
  /// \param limit  how long a unit waits for another one, in seconds; 0: as long as it takes
  /// \throws std::bad_alloc without memory
  Board& board_of_streams(std::int64_t limit);

  /// The log of collectives that kernels execute in streams, of a team on one host; nullptr before
  /// begin_call_log(), and if there is no memory for it.
  CallLog* call_log() { return call_log_ ? &*call_log_ : nullptr; }
  void begin_call_log();

  /// Segments by the segment id of global pointers. Local memory exists in the team of all units.
  Segment* segment(std::int16_t id) const
  {
    return id >= 0 ? aligned_.find(id) : registered_.find(-id);
  }
  /// Adds a segment under the lowest free id, which is the same on all members.
  /// \return its id; 0 if all are in use, and the segment stays where it is
  std::int16_t add_segment(std::unique_ptr<Segment>& segment);
  /// Allocates the memory that add_segment() needs in advance, so that add_segment() cannot fail.
  void prepare_to_add_segment(bool registered)
  {
    (registered ? registered_ : aligned_).prepare_to_add();
  }
  void set_local_segment(std::int16_t id, std::unique_ptr<Segment> segment)
  {
    aligned_.set(id, std::move(segment));
  }
  std::unique_ptr<Segment> remove_segment(std::int16_t id);
  const SlotTable<Segment>& aligned_segments() const { return aligned_; }
  /// Their places are their negated ids.
  const SlotTable<Segment>& registered_segments() const { return registered_; }

  /// Segment for the barriers of streams; 0: there is none yet.
  std::int16_t meeting_segment() const { return meeting_segment_; }
  void set_meeting_segment(std::int16_t id) { meeting_segment_ = id; }

  /// Segment by which GPUs do collectives within streams; 0: they do not; nullopt: the units have
  /// not agreed yet.
  std::optional<std::int16_t> channel_segment() const { return channel_segment_; }
  void set_channel_segment(std::int16_t id) { channel_segment_ = id; }

  /// Locks of this team that still exist.
  std::vector<Lock*>& locks() { return locks_; }
  /// Number for a lock that is being created, the same on all members.
  int next_lock() { return locks_begun_++; }

 private:
  std::unique_ptr<HostExchange> between(CallWay way, std::int64_t limit) const;

  SharedTeams& all_shared_;
  TeamShared& shared_;
  std::vector<dart_unit_t> members_;
  std::vector<dart_unit_t> local_ids_;  // the local id for each global id
  Board board_;
  SlotTable<Segment> aligned_;                   // places are ids
  SlotTable<Segment> registered_;                // places are negated ids
  std::unique_ptr<StartedCollectives> started_;  // nullptr before the first one
  std::optional<Board> board_of_streams_;
  std::optional<CallLog> call_log_;
  std::vector<Lock*> locks_;
  int locks_begun_ = 0;
  std::int16_t meeting_segment_ = 0;
  std::optional<std::int16_t> channel_segment_;
};

}  // namespace dart
