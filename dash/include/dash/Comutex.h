#pragma once

/// \file
/// dash::Comutex, one mutex for each image of a coarray.

#include <dash/Mutex.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <vector>

namespace dash {

/// A mutex for each unit of a team, to guard that unit's copy of something. Construction, if DASH
/// is running, \c initialize and destruction are collective; all else is local.
class DASH_API Comutex {
 public:
  using iterator = std::vector<Mutex>::iterator;
  using size_type = std::size_t;

  /// Before dash::init nothing is created: call \c initialize later.
  explicit Comutex(Team& team = Team::All());

  Comutex(const Comutex&) = delete;
  Comutex& operator=(const Comutex&) = delete;
  ~Comutex();

  /// Creates what was constructed before dash::init. Collective; no effect if it is there.
  void initialize(Team& team = Team::All());

  /// The mutex of \c unit.
  /// \throws exception::OutOfRange if the team has no such unit, or nothing is created
  Mutex& operator()(team_unit_t unit);
  Mutex& operator()(int unit) { return (*this)(team_unit_t{unit}); }

  iterator begin() noexcept { return mutexes_.begin(); }
  iterator end() noexcept { return mutexes_.end(); }
  /// Units of the team; 0 if nothing is created.
  size_type size() const noexcept { return mutexes_.size(); }
  Team& team() const noexcept { return *team_; }

 private:
  void destroy() noexcept;

  Team* team_;
  std::vector<Mutex> mutexes_;
};

}  // namespace dash
