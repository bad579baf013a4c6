// Random one-sided operations, atomic operations, collectives, messages, locks and notifications on
// random teams and segments of all kinds of memory, against a serial model that each unit computes.

#include <dash/dart/if/dart.h>

#include <memory>
#include <vector>

#include "runtime/steps.h"

namespace dash::stress {
namespace {

/// A segment of the group and one of the same type, which may be equal.
ModelSegment& any_of(Group& group, Segments& segments)
{
  return *segments[group.random.below(segments.size())];
}

void random_step(Group& group, Segments& segments)
{
  ModelSegment& segment = any_of(group, segments);
  switch (group.random.below(12)) {
    case 0:
    case 1:
      return put_step(group, segment);
    case 2:
    case 3:
      return get_step(group, segment);
    case 4: {
      ModelSegment& from = any_of(group, segments);
      if (&from != &segment && from.type() == segment.type()) copy_step(group, segment, from);
      return;
    }
    case 5:
      return accumulate_step(group, segment);
    case 6:
      return ticket_step(group, segment);
    case 7:
      return lock_step(group, segment);
    case 8:
      return notify_step(group);
    case 9:
      return message_step(group);
    default:
      return collective_step(group);
  }
}

/// Segments come and go between the steps.
void run_steps(Group& group, std::size_t steps)
{
  Segments segments;
  for (std::size_t k = 0; k < steps; ++k) {
    if (segments.size() < 2 || group.random.one_in(4)) {
      begin_step("allocate");
      segments.push_back(std::make_unique<ModelSegment>(group));
    }
    if (segments.size() > 4) {
      begin_step("free");
      const std::size_t which = group.random.below(segments.size());
      segments[which]->free();
      segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(which));
    }
    random_step(group, segments);
  }
  begin_step("free all");
  for (const auto& segment : segments) segment->free();
}

/// Divides the units of a group at random, and lets each part do steps by itself.
void run_divided(Group& group)
{
  begin_step("divide the units");
  const std::size_t parts = group.random.between(1, group.size);
  std::vector<std::size_t> part_of(group.size);
  for (std::size_t& part : part_of) part = group.random.below(parts);
  const RandomOfUnits seeds(group.random);
  const std::size_t steps = group.random.below(8);
  dart_team_t mine = DART_TEAM_NULL;
  for (std::size_t part = 0; part < parts; ++part) {
    dart_group_t members = DART_GROUP_NULL;
    STRESS_OK(dart_group_create(&members));
    for (std::size_t unit = 0; unit < group.size; ++unit) {
      if (part_of[unit] != part) continue;
      STRESS_OK(dart_group_addmember(members, group.globals[unit]));
    }
    dart_team_t team = DART_TEAM_NULL;
    std::size_t count = 0;
    STRESS_OK(dart_group_size(members, &count));
    if (count > 0) STRESS_OK(dart_team_create(group.team, members, &team));
    STRESS_OK(dart_group_destroy(&members));
    if (part_of[group.me] == part) mine = team;
  }
  Group own(mine, seeds.of(part_of[group.me]));
  run_steps(own, steps);
  begin_step("join the units");
  STRESS_OK(dart_team_destroy(&mine));
  group.barrier();
}

void run_case(Random& random)
{
  Group all(DART_TEAM_ALL, random);
  run_steps(all, all.random.below(15));
  if (all.random.one_in(2)) run_divided(all);
}

void init(int* argc, char*** argv)
{
  require(dart_init(argc, argv) == DART_OK, "dart_init fails");
}

void finalize()
{
  dart_exit();
}

}  // namespace
}  // namespace dash::stress

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_cases(argc, argv, {init, finalize, run_case});
}
