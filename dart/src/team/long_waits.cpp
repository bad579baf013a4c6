#include "team/long_waits.h"

#include <algorithm>
#include <ctime>
#include <mutex>

#include "base/helper_threads.h"

namespace dart {

void LongWaits::look(const LongWait& wait, EndWait end, int own_works)
{
  // Another thread could call what the others wait for.
  const bool is_certain = works_.load() == own_works && is_only_helped();
  std::lock_guard guard(table_.lock);
  Place& mine = place_of(hosts_.me());
  mine.waits = is_certain;
  mine.wait = wait;
  const auto first = first_of_circle();
  if (!first) return;
  const Mismatch circle = describe_circle(*first);
  dart_unit_t unit = *first;
  do {
    const LongWait& ended = place_of(unit).wait;
    end(ended, circle);
    unit = ended.unit;
  } while (unit != *first);
}

void LongWaits::leave()
{
  std::lock_guard guard(table_.lock);
  place_of(hosts_.me()).waits = false;
}

void LongWaits::find_user_call(Mismatch::Caller& caller, std::uint32_t step, bool is_likely) const
{
  const int most_looks = is_likely ? 200 : 1;
  constexpr timespec pause{0, 100'000};
  for (int look = 0; look < most_looks; ++look) {
    const WaitNote note = shown_[hosts_.index_of(caller.unit)].read();
    if (note.team == caller.team && note.step == step) {
      copy_text(caller.user_call, note.caller);
      return;
    }
    nanosleep(&pause, nullptr);
  }
}

/// Goes from this unit to the one that it waits for, and on. \return the unit of a circle with the
/// lowest id, if that leads back to this unit
std::optional<dart_unit_t> LongWaits::first_of_circle() const
{
  dart_unit_t unit = hosts_.me(), lowest = unit;
  for (std::size_t k = 0; k < hosts_.units_here().size(); ++k) {
    const Place& place = place_of(unit);
    if (!place.waits) return std::nullopt;
    if (place.wait.word->has_reached(place.wait.step)) return std::nullopt;
    unit = place.wait.unit;
    if (unit == hosts_.me()) return lowest;
    lowest = std::min(lowest, unit);
  }
  return std::nullopt;
}

Mismatch LongWaits::describe_circle(dart_unit_t first) const
{
  Mismatch circle;
  circle.kind = Mismatch::Kind::circle;
  dart_unit_t unit = first;
  do {
    const LongWait& wait = place_of(unit).wait;
    circle.add(wait.caller);
    unit = wait.unit;
  } while (unit != first);
  return circle;
}

}  // namespace dart
