#include "team/team.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "base/collective_mismatch.h"
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
          shared.boards[std::size_t(CallWay::now)], {shared.id, members_, all_shared.waits()},
          std::find(members_.begin(), members_.end(), hosts.me()) - members_.begin(),
          std::move(between))
{
  for (std::uint32_t unit = 0; unit < size(); ++unit) local_ids_[members_[unit]] = unit;
}

Team::~Team()
{
  end_started();
  for (const Lock* lock : locks_) end_lock(*lock);
  all_shared_.detach(shared_);
}

StartedCollectives& Team::started()
{
  if (started_ == nullptr) {
    started_ = std::make_unique<StartedCollectives>(
        all_shared_.board(shared_, size(), CallWay::started),
        BoardOwner{shared_.id, members_, all_shared_.waits()}, me(), between(CallWay::started, 0));
  }
  return *started_;
}

Board& Team::board_of_streams(std::int64_t limit)
{
  // Circles of waits are not followed through streams, because they wait for other things, too.
  static const std::atomic<int> awaited_by_nobody{0};
  if (!board_of_streams_) {
    board_of_streams_.emplace(
        all_shared_.board(shared_, size(), CallWay::in_stream),
        BoardOwner{shared_.id, members_, all_shared_.waits(), &awaited_by_nobody, limit}, me(),
        between(CallWay::in_stream, limit));
  }
  return *board_of_streams_;
}

void Team::begin_call_log()
{
  void* const memory = all_shared_.call_log(shared_, size());
  if (memory != nullptr) call_log_.emplace(memory, size(), me());
}

/// The exchange with other hosts in collectives that are called in another way; nullptr if the team
/// is on one host.
std::unique_ptr<HostExchange> Team::between(CallWay way, std::int64_t limit) const
{
  return is_on_one_host() ? nullptr : board_.between()->for_way(way, limit);
}

void Team::complete_started(const char* function)
{
  struct Progress {
    std::uint64_t count = 0;
    CollectiveCall latest;
  };
  std::uint32_t most_at = 0, least_at = 0;
  Progress most, least;
  const Progress mine =
      started_ == nullptr ? Progress{} : Progress{started_->count(), started_->latest()};
  board_.exchange(mine, [&](std::uint32_t unit, const Progress& theirs) {
    if (unit == 0 || theirs.count > most.count) most = theirs, most_at = unit;
    if (unit == 0 || theirs.count < least.count) least = theirs, least_at = unit;
  });
  if (most.count != least.count) {
    throw CollectiveMismatch(
        "unit " + std::to_string(members_[most_at]) + " has started " + std::to_string(most.count) +
        " collectives on team " + std::to_string(id()) + ", at last " +
        most.latest.text(&members_) + ", but unit " + std::to_string(members_[least_at]) +
        " has started " + std::to_string(least.count) +
        "; all units have to start the same collectives in the same order");
  }
  if (started_ != nullptr) started_->complete_all(function);
}

std::unique_ptr<StartedCollectives> Team::end_started()
{
  if (started_ == nullptr) return nullptr;
  started_->end(board_.is_broken() ? &board_.mismatch() : nullptr);
  return started_->is_forgotten() ? nullptr : std::move(started_);
}

std::int16_t Team::add_segment(std::unique_ptr<Segment>& segment)
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
