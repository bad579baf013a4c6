#pragma once

/// \file
/// dash::SharedCounter, a counter that each unit increments without waiting for others.

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Team.h>

namespace dash {

/// Sum to which each unit contributes a part of its own, so that counting needs no communication.
/// Construction and destruction are collective.
template <class V = int>
class SharedCounter {
 public:
  using value_type = V;

  /// Zero on the units of \c team; synchronises.
  explicit SharedCounter(Team& team = Team::All()) : parts_(team.size(), team)
  {
    own().store(V{});
    parts_.barrier();
  }

  /// Adds to, and subtracts from, the own part. Local, thread-safe.
  void inc(V value) { own().add(value); }
  void dec(V value) { own().sub(value); }

  /// Sum of all parts; exact when no unit counts at the same time. Local.
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
