#pragma once

/// \file
/// Teams from the point of view of one unit.

#include <cstdint>
#include <memory>
#include <vector>

#include "base/slot_table.h"
#include "dash/dart/if/dart_team_group.h"
#include "memory/segment.h"
#include "team/board.h"

struct dart_lock_struct;

namespace dart {

/// The part of a team that its members on a host share. It is in the control heap; the team's board
/// is a separate block.
struct TeamShared {
  /// number of units of the parent team that have not detached yet
  std::atomic<std::uint32_t> attached;
  std::int16_t id;
  void* board;
};

class Runtime;
struct Control;

/// Creates the shared part of a team of \c size units, to which \c parents units of this host are
/// attached. One unit of the host calls this.
/// \return nullptr if memory is exhausted
TeamShared* create_team_shared(Control& control, int id, std::size_t size, std::uint32_t parents);

/// Detaches the calling unit from the shared part; the last unit frees it.
void detach(Runtime& rt, TeamShared& shared);

class Team {
 public:
  /// Takes over the attachment of the calling unit, which is a member.
  /// \param members  global ids
  Team(Runtime& rt, TeamShared& shared, std::vector<dart_unit_t> members);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  dart_team_t id() const { return shared_.id; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  std::uint32_t me() const { return board_.me(); }
  bool contains(dart_unit_t unit) const { return unit >= 0 && std::uint32_t(unit) < size(); }

  /// Global ids of the members, in the order of team-relative ids.
  const std::vector<dart_unit_t>& members() const { return members_; }
  dart_unit_t global_id(std::uint32_t unit) const { return members_[unit]; }
  /// Team-relative id of a unit; -1 for units that are not in the team.
  dart_unit_t local_id(dart_unit_t global) const
  {
    return global >= 0 && std::size_t(global) < local_ids_.size() ? local_ids_[global] : -1;
  }

  Board& board() { return board_; }
  const Board& board() const { return board_; }

  /// The segment with an id of global pointers. Local memory belongs to the team of all units.
  Segment* segment(std::int16_t id) const
  {
    return id >= 0 ? aligned_.find(id) : registered_.find(-id);
  }
  /// Adds a segment with the lowest free id, which is the same on all members.
  /// \return its id; 0 if all are in use
  std::int16_t add_segment(std::unique_ptr<Segment> segment);
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

  /// The locks of this team that still exist.
  std::vector<dart_lock_struct*>& locks() { return locks_; }

 private:
  Runtime& rt_;
  TeamShared& shared_;
  std::vector<dart_unit_t> members_;
  std::vector<dart_unit_t> local_ids_;  // indexed by global id
  Board board_;
  SlotTable<Segment> aligned_;     // by id
  SlotTable<Segment> registered_;  // by negated id
  std::vector<dart_lock_struct*> locks_;
};

}  // namespace dart
