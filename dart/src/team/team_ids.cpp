#include "team/team_ids.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "runtime/runtime.h"

namespace dart {
namespace {

/// A request for a new id on behalf of some hosts, or the return of an id on behalf of one host.
struct Request {
  int give_back;  ///< -1: requests a new id
  std::uint32_t hosts;
};

int take(Control& control, std::uint32_t hosts)
{
  std::lock_guard guard(control.team_ids_lock);
  const auto free = std::find(
      std::begin(control.team_id_users), std::end(control.team_id_users), std::uint16_t(0));
  if (free == std::end(control.team_id_users)) return -1;
  *free = static_cast<std::uint16_t>(hosts);
  return static_cast<int>(free - std::begin(control.team_id_users));
}

void give_back(Control& control, int id)
{
  std::lock_guard guard(control.team_ids_lock);
  --control.team_id_users[id];
}

bool keeps_ids(const Runtime& rt)
{
  return rt.hosts().is_here(0);
}

}  // namespace

int take_team_id(Runtime& rt, std::uint32_t hosts)
{
  if (keeps_ids(rt)) return take(rt.control(), hosts);
  int id = -1;
  const Request request{-1, hosts};
  rt.calls()->call(0, RemoteCalls::Kind::team_id, {bytes_of(request)}, reply_to(id));
  return id;
}

void give_team_id_back(Runtime& rt, int id)
{
  if (id == DART_TEAM_ALL) return;
  if (keeps_ids(rt)) {
    give_back(rt.control(), id);
  } else if (!rt.is_ending()) {
    const Request request{id, 1};
    rt.calls()->call(0, RemoteCalls::Kind::team_id, {bytes_of(request)});
  }
}

void serve_team_ids(Runtime& rt)
{
  if (!keeps_ids(rt)) return;
  rt.calls()->serve(
      RemoteCalls::Kind::team_id,
      [&rt](dart_unit_t, RemoteCalls::Bytes call, std::vector<std::byte>& reply) {
        const auto request = front_of<Request>(call);
        if (request.give_back >= 0) {
          give_back(rt.control(), request.give_back);
        } else {
          const int id = take(rt.control(), request.hosts);
          const auto bytes = bytes_of(id);
          reply.insert(reply.end(), bytes.begin(), bytes.end());
        }
        return DART_OK;
      });
}

}  // namespace dart
