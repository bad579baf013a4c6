#pragma once

/// \file
/// dash::Coevent, counters by which images notify each other.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/coarray/CoEventIter.h>
#include <dash/coarray/CoEventRef.h>
#include <dash/detail/base/Macro.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>

#include <cstddef>

namespace dash {

/// An event at each unit of a team: any unit posts to any, each waits for its own.
///
/// What a unit wrote by complete operations before it posts is visible to the unit that has waited
/// for the post. Construction, if DASH is running, \c initialize and destruction are collective;
/// all else is local.
class DASH_API Coevent {
 public:
  using iterator = coarray::CoEventIter;
  using reference = coarray::CoEventRef;
  using size_type = std::size_t;

  /// Before dash::init nothing is allocated: call \c initialize later.
  explicit Coevent(Team& team = Team::All());

  Coevent(const Coevent&) = delete;
  Coevent& operator=(const Coevent&) = delete;
  ~Coevent();

  /// Sets up what was constructed before dash::init. Collective; no effect if it is set up.
  void initialize(Team& team = Team::All());

  /// The event of \c unit.
  /// \throws exception::OutOfRange if the team has no such unit, or nothing is set up
  reference operator()(team_unit_t unit) const;
  reference operator()(int unit) const { return (*this)(team_unit_t{unit}); }

  /// Blocks until at least \c count posts are pending at the calling unit, and takes them. By one
  /// thread of a unit at a time.
  /// \throws exception::InvalidArgument for a negative count
  void wait(int count = 1);
  /// Posts pending at the calling unit now.
  int test() const;

  /// Units of the team; 0 if nothing is set up.
  size_type size() const noexcept;
  iterator begin() const noexcept { return iterator(*this, 0); }
  iterator end() const noexcept { return iterator(*this, static_cast<int>(size())); }
  Team& team() const noexcept { return *team_; }

 private:
  void deallocate();

  Team* team_;
  GlobStaticMem<HostSpace> memory_{Team::Null()};
};

inline coarray::CoEventRef coarray::CoEventIter::operator*() const
{
  return (*event_)(unit_);
}

}  // namespace dash
