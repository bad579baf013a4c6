#include "team/team_ids.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "dash/dart/if/dart_team_group.h"

namespace dart {
namespace {

/// A request for a new id on behalf of some hosts, or the return of an id on behalf of one host.
struct Request {
  int give_back;  ///< -1: requests a new id
  std::uint32_t hosts;
};

}  // namespace

TeamIds::TeamIds(TeamIdTable& table, const Hosts& hosts, RemoteCalls* calls)
    : table_(table),
      hosts_(hosts),
      calls_(calls)
{
  if (calls == nullptr || !are_here()) return;
  calls->serve(
      RemoteCalls::Kind::team_id, [this](dart_unit_t, RemoteCalls::Bytes call, ByteBuffer& reply) {
        const auto request = front_of<Request>(call);
        if (request.give_back >= 0) {
          give_back_here(request.give_back);
        } else {
          const int id = take_here(request.hosts);
          const auto bytes = bytes_of(id);
          reply.insert(reply.end(), bytes.begin(), bytes.end());
        }
        return DART_OK;
      });
}

int TeamIds::take_here(std::uint32_t hosts)
{
  std::lock_guard guard(table_.lock);
  auto* const begin = std::begin(table_.users);
  auto* const middle = begin + table_.latest + 1;
  auto* const end = std::end(table_.users);
  auto* free = std::find(middle, end, std::uint16_t(0));
  if (free == end) {
    free = std::find(begin, middle, std::uint16_t(0));
    if (free == middle) return -1;
  }
  *free = static_cast<std::uint16_t>(hosts);
  table_.latest = static_cast<std::uint16_t>(free - begin);
  return table_.latest;
}

void TeamIds::give_back_here(int id)
{
  std::lock_guard guard(table_.lock);
  --table_.users[id];
}

int TeamIds::take(std::uint32_t hosts)
{
  if (are_here()) return take_here(hosts);
  int id = -1;
  const Request request{-1, hosts};
  calls_->call(0, RemoteCalls::Kind::team_id, {bytes_of(request)}, reply_to(id));
  return id;
}

void TeamIds::give_back(int id)
{
  if (id == DART_TEAM_ALL) return;
  if (are_here()) {
    give_back_here(id);
  } else if (!is_ending_) {
    const Request request{id, 1};
    calls_->call(0, RemoteCalls::Kind::team_id, {bytes_of(request)});
  }
}

}  // namespace dart
