#ifndef DASH__COARRAY__CO_EVENT_REF_H__INCLUDED
#define DASH__COARRAY__CO_EVENT_REF_H__INCLUDED

#include <dash/Atomic.h>
#include <dash/Team.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/internal/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstdint>

namespace dash {

class Coevent;

namespace coarray {

/** The event of one unit: the number of posts that it has not waited for. Local calls. */
class DASH_API CoEventRef {
 public:
  /** A post counts, then sets the flag, by which the unit sleeps. */
  struct Words {
    Atomic<std::int64_t> pending;
    std::uint64_t flag;
  };

  /** \param words those of the unit */
  CoEventRef(dart_gptr_t words, Team& team) noexcept : _words(words), _team(&team) {}

  /**
   * Adds a post, and wakes the unit if it waits. Completes no operations of the caller: what it
   * only started is to be flushed first.
   */
  void post() const;
  /** Posts pending now. */
  int test() const { return static_cast<int>(pending().load()); }

  Team& team() const noexcept { return *_team; }

  /** Whether both are the event of the same unit. */
  friend bool operator==(const CoEventRef& lhs, const CoEventRef& rhs) noexcept
  {
    return lhs._words == rhs._words;
  }

 private:
  friend class dash::Coevent;

  GlobRef<Atomic<std::int64_t>> pending() const
  {
    return GlobRef<Atomic<std::int64_t>>(_words);
  }
  dart_gptr_t flag() const noexcept;

  dart_gptr_t _words;
  Team* _team;
};

}  // namespace coarray

}  // namespace dash

#endif  // DASH__COARRAY__CO_EVENT_REF_H__INCLUDED
