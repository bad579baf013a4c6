#include "team_ids.h"

#include <bit>
#include <mutex>

#include "runtime.h"

namespace dart {
namespace {

struct Request {
  int give_back;  ///< -1: asks for a new id
};

int take(Control& control)
{
  std::lock_guard guard(control.team_ids_lock);
  for (std::size_t word = 0; word < Control::team_id_words; ++word) {
    if (~control.team_ids[word] == 0) continue;
    const int bit = std::countr_one(control.team_ids[word]);
    control.team_ids[word] |= std::uint64_t(1) << bit;
    return static_cast<int>(64 * word) + bit;
  }
  return -1;
}

void give_back(Control& control, int id)
{
  std::lock_guard guard(control.team_ids_lock);
  control.team_ids[id / 64] &= ~(std::uint64_t(1) << id % 64);
}

bool keeps_ids(const Runtime& rt)
{
  return rt.hosts().is_here(0);
}

}  // namespace

int take_team_id(Runtime& rt)
{
  if (keeps_ids(rt)) return take(rt.control());
  int id = -1;
  const Request request{-1};
  rt.calls()->call(0, RemoteCalls::Kind::team_id, {bytes_of(request)}, reply_to(id));
  return id;
}

void give_team_id_back(Runtime& rt, int id)
{
  if (id == DART_TEAM_ALL) return;
  if (keeps_ids(rt)) {
    give_back(rt.control(), id);
  } else if (!rt.is_ending()) {
    const Request request{id};
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
          const int id = take(rt.control());
          const auto bytes = bytes_of(id);
          reply.assign(bytes.begin(), bytes.end());
        }
        return DART_OK;
      });
}

}  // namespace dart
