#pragma once

/// \file
/// dash::SharedCounter, a counter that each unit can increment without waiting for others.

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Team.h>

namespace dash {

/// A sum of one part for each unit, so that counting needs no communication. Construction and
/// destruction are collective.
template <class V = int>
class SharedCounter {
 public:
  using value_type = V;

  /// Creates a counter with value zero on the units of \c team; synchronises.
  explicit SharedCounter(Team& team = Team::All()) : parts_(team.size(), team)
  {
    own().store(V{});
    parts_.barrier();
  }

  /// Increase and decrease the unit's own part. Local calls, thread-safe.
  void inc(V value) { own().add(value); }
  void dec(V value) { own().sub(value); }

  /// Sum of all parts; exact if no unit counts at the same time. Local call.
  V get() const
  {
    V sum{};
    for (auto it = parts_.begin(); it != parts_.end(); ++it) sum += (*it).load();
    return sum;
  }

 private:
  GlobRef<Atomic<V>> own() { return GlobRef<Atomic<V>>(parts_.lbegin()); }

  HostArray<Atomic<V>> parts_;
};

}  // namespace dash
