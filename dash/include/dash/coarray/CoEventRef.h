#pragma once

/// \file
/// References to the event of one unit.

#include <dash/Atomic.h>
#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstdint>

namespace dash {

class Coevent;

namespace coarray {

/// A reference to the event of one unit, which counts the posts that the unit has not waited for
/// yet. All functions are local calls.
class DASH_API CoEventRef {
 public:
  /// A post first increments the count and then sets the flag for which the unit sleeps.
  struct Words {
    Atomic<std::int64_t> pending;
    std::uint64_t flag;
  };

  /// \param words  address of the unit's words
  CoEventRef(dart_gptr_t words, Team& team) noexcept : words_(words), team_(&team) {}

  /// Adds a post, and wakes the unit if it waits. Does not complete operations of the caller: flush
  /// non-blocking ones first.
  void post() const;
  /// Number of pending posts.
  int test() const { return static_cast<int>(pending().load()); }

  Team& team() const noexcept { return *team_; }

  /// Whether both refer to the event of the same unit.
  friend bool operator==(const CoEventRef& lhs, const CoEventRef& rhs) noexcept
  {
    return lhs.words_ == rhs.words_;
  }

 private:
  friend class dash::Coevent;

  GlobRef<Atomic<std::int64_t>> pending() const { return GlobRef<Atomic<std::int64_t>>(words_); }
  dart_gptr_t flag() const noexcept;

  dart_gptr_t words_;
  Team* team_;
};

}  // namespace coarray

}  // namespace dash
