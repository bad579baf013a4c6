#pragma once

/// \file
/// dash::Coevent, counters by which units notify each other.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/coarray/CoEventIter.h>
#include <dash/coarray/CoEventRef.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/memory/HostSpace.h>

#include <cstddef>

namespace dash {

/// An event on each unit of a team: any unit can post to any event, and each unit waits for its own
/// one.
///
/// What a unit has written by complete operations before a post is visible to the unit that has
/// waited for the post. Construction (while DASH is running), \c initialize and destruction are
/// collective; all other functions are local.
class DASH_API Coevent {
 public:
  using iterator = coarray::CoEventIter;
  using reference = coarray::CoEventRef;
  using size_type = std::size_t;

  /// Before dash::init this allocates nothing: call \c initialize later.
  explicit Coevent(Team& team = Team::All());

  Coevent(const Coevent&) = delete;
  Coevent& operator=(const Coevent&) = delete;
  ~Coevent() = default;

  /// Initialises an event that was constructed before dash::init. Collective; has no effect if it
  /// is initialised.
  void initialize(Team& team = Team::All());

  /// The event of \c unit.
  /// \throws exception::OutOfRange if the team has no such unit, or if it is not initialised
  reference operator()(team_unit_t unit) const;
  reference operator()(int unit) const { return (*this)(team_unit_t{unit}); }

  /// Blocks until at least \c count posts are pending at the calling unit, and takes them. Only one
  /// thread of a unit at a time may call it.
  /// \throws exception::InvalidArgument for a negative count
  void wait(int count = 1);
  /// Number of posts that are pending at the calling unit.
  int test() const;

  /// Number of units of the team; 0 if it is not initialised.
  size_type size() const noexcept;
  iterator begin() const noexcept { return iterator(*this, 0); }
  iterator end() const noexcept { return iterator(*this, static_cast<int>(size())); }
  Team& team() const noexcept { return words_.team(); }

 private:
  /// Where each unit counts its posts.
  detail::GlobalMemory<HostSpace> words_;
};

inline coarray::CoEventRef coarray::CoEventIter::operator*() const
{
  return (*event_)(unit_);
}

}  // namespace dash
