#include "team/team.h"

#include <algorithm>
#include <utility>

#include "team/lock.h"

namespace dart {

Team::Team(
    SharedTeams& all_shared, TeamShared& shared, const Hosts& hosts,
    std::vector<dart_unit_t> members, std::unique_ptr<HostExchange> between)
    : all_shared_(all_shared),
      shared_(shared),
      members_(std::move(members)),
      local_ids_(hosts.units(), -1),
      board_(
          shared.board, {shared.id, members_, all_shared.waits()},
          std::find(members_.begin(), members_.end(), hosts.me()) - members_.begin(),
          std::move(between))
{
  for (std::uint32_t unit = 0; unit < size(); ++unit) local_ids_[members_[unit]] = unit;
}

Team::~Team()
{
  for (const Lock* lock : locks_) end_lock(*lock);
  all_shared_.detach(shared_);
}

std::int16_t Team::add_segment(std::unique_ptr<Segment> segment)
{
  const bool registered = segment->registered;
  const int id = (registered ? registered_ : aligned_).add(std::move(segment));
  if (id < 0) return 0;
  return static_cast<std::int16_t>(registered ? -id : id);
}

std::unique_ptr<Segment> Team::remove_segment(std::int16_t id)
{
  return id > 0 ? aligned_.remove(id) : registered_.remove(-id);
}

}  // namespace dart
