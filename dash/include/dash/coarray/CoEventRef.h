#pragma once

/// \file
/// References to the event of one image.

#include <dash/Atomic.h>
#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstdint>

namespace dash {

class Coevent;

namespace coarray {

/// The event of one unit: the number of posts that it has not waited for. Local calls.
class DASH_API CoEventRef {
 public:
  /// A post counts, then sets the flag, by which the unit sleeps.
  struct Words {
    Atomic<std::int64_t> pending;
    std::uint64_t flag;
  };

  /// \param words those of the unit
  CoEventRef(dart_gptr_t words, Team& team) noexcept : words_(words), team_(&team) {}

  /// Adds a post, and wakes the unit if it waits. Completes no operations of the caller: what it
  /// only started is to be flushed first.
  void post() const;
  /// Posts pending now.
  int test() const { return static_cast<int>(pending().load()); }

  Team& team() const noexcept { return *team_; }

  /// Whether both are the event of the same unit.
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
