#pragma once

/// \file
/// dash::Comutex, one mutex for each unit.

#include <dash/Mutex.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/team/TeamOwned.h>

#include <cstddef>
#include <vector>

namespace dash {

/// A mutex for each unit of a team, to protect that unit's copy of a coarray, for example.
/// Construction (while DASH is running), \c initialize and destruction are collective; all other
/// functions are local.
class DASH_API Comutex {
 public:
  using iterator = std::vector<Mutex>::iterator;
  using size_type = std::size_t;

  /// Before dash::init this creates nothing: call \c initialize later.
  explicit Comutex(Team& team = Team::All());

  Comutex(const Comutex&) = delete;
  Comutex& operator=(const Comutex&) = delete;
  ~Comutex() = default;

  /// Creates mutexes of an object that was constructed before dash::init. Collective; has no effect
  /// if they exist.
  void initialize(Team& team = Team::All());

  /// The mutex of \c unit.
  /// \throws exception::OutOfRange if the team has no such unit, or if nothing is created
  Mutex& operator()(team_unit_t unit);
  Mutex& operator()(int unit) { return (*this)(team_unit_t{unit}); }

  iterator begin() noexcept { return mutexes_->each.begin(); }
  iterator end() noexcept { return mutexes_->each.end(); }
  /// Number of units of the team; 0 if nothing is created.
  size_type size() const noexcept { return mutexes_->each.size(); }
  Team& team() const noexcept { return mutexes_.team(); }

 private:
  /// The locks are in the order of the units; each is a lock of the team of its own.
  struct Mutexes {
    std::vector<Mutex> each;

    bool is_allocated() const noexcept { return !each.empty(); }
    void flush() const noexcept {}
    void deallocate() noexcept { each.clear(); }
  };

  detail::TeamOwned<Mutexes> mutexes_;
};

}  // namespace dash
