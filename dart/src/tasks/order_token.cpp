#include "tasks/order_token.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.h"

namespace dart {
namespace {

/// A host may order tasks for so long before it has to give the token back: handing it over takes
/// as long.
constexpr std::int64_t least_tenure_ns = 200'000;
/// A host that wanted the token and has not come for it in this time has got it from elsewhere.
constexpr std::int64_t longest_wish_ns = 50'000'000;

}  // namespace

OrderToken::OrderToken(RemoteCalls& calls, const Hosts& hosts, SharedToken& shared, TaskMail& mail)
    : calls_(calls),
      hosts_(hosts),
      shared_(shared),
      mail_(mail)
{
  calls.serve(
      RemoteCalls::Kind::token, [this](dart_unit_t, RemoteCalls::Bytes bytes, ByteBuffer& reply) {
        const Answer given = answer(front_of<Request>(bytes));
        const RemoteCalls::Bytes raw = bytes_of(given);
        reply.insert(reply.end(), raw.begin(), raw.end());
        return DART_OK;
      });
}

OrderToken::Use::Use(OrderToken& token) : token_(token)
{
  token.shared_.turn.lock();
  taken_ = token.take();
}

OrderToken::Use::~Use()
{
  {
    std::lock_guard guard(token_.shared_.lock);
    token_.shared_.is_used = false;
  }
  token_.shared_.turn.unlock();
}

/// The caller has the turn. Asks the directory, then the holder, and so on, until the holder has
/// given the token back and the directory gives it to this host.
dart_ret_t OrderToken::take()
{
  constexpr std::chrono::microseconds longest(500);
  std::chrono::microseconds pause(5);
  std::uint64_t over = 0;  // the tenure that has ended
  for (;;) {
    bool may_claim = false;
    if (use_own(may_claim)) return DART_OK;
    Answer answer{};
    if (may_claim) {
      dart_ret_t asked = claim(over, answer);
      if (asked != DART_OK) return asked;
      if (answer.is_granted) continue;
      over = answer.tenure;
      asked = ask(answer.holder, {Request::Kind::give_back, hosts_.here(), over}, answer);
      if (asked != DART_OK) return asked;
      if (answer.is_granted) continue;
      over = 0;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
}

/// Uses the token if this host holds it. \param[out] may_claim whether it does not
bool OrderToken::use_own(bool& may_claim)
{
  std::lock_guard guard(shared_.lock);
  if (shared_.is_wanted && now_ns() - shared_.since_ns > longest_wish_ns) shared_.is_wanted = false;
  may_claim = !shared_.is_held;
  shared_.is_used = shared_.is_held && !shared_.is_wanted;
  return shared_.is_used;
}

/// The holder must not say that it has no token while the answer that gives it the token is on its
/// way.
dart_ret_t OrderToken::claim(std::uint64_t tenure, Answer& answer)
{
  {
    std::lock_guard guard(shared_.lock);
    shared_.is_claimed = true;
  }
  const dart_ret_t asked = ask(0, {Request::Kind::claim, hosts_.here(), tenure}, answer);
  std::lock_guard guard(shared_.lock);
  shared_.is_claimed = false;
  if (asked != DART_OK || !answer.is_granted) return asked;
  shared_.is_held = true;
  shared_.is_wanted = false;
  shared_.tenure = answer.tenure;
  shared_.since_ns = now_ns();
  return DART_OK;
}

dart_ret_t OrderToken::ask(std::uint32_t host, const Request& request, Answer& given)
{
  if (host == hosts_.here()) {
    given = answer(request);
    return DART_OK;
  }
  return calls_.call(
      hosts_.units_of(host).front(), RemoteCalls::Kind::token, {bytes_of(request)},
      reply_to(given));
}

OrderToken::Answer OrderToken::answer(const Request& request)
{
  std::lock_guard guard(shared_.lock);
  if (request.kind == Request::Kind::claim) return answer_claim(request);
  return {give_back(request.tenure), 0, 0};
}

/// The caller holds the lock.
OrderToken::Answer OrderToken::answer_claim(const Request& request)
{
  const bool is_free = shared_.holder == 0 || shared_.holder == request.host + 1;
  if (is_free || (request.tenure != 0 && request.tenure == shared_.tenures)) {
    shared_.holder = request.host + 1;
    return {true, request.host, ++shared_.tenures};
  }
  return {false, shared_.holder - 1, shared_.tenures};
}

/// The caller holds the lock. \return whether that tenure of this host is over
bool OrderToken::give_back(std::uint64_t tenure)
{
  if (!shared_.is_held) return !shared_.is_claimed;
  if (shared_.tenure != tenure) return true;
  if (!shared_.is_wanted) {
    if (now_ns() - shared_.since_ns < least_tenure_ns) return false;
    shared_.is_wanted = true;
    shared_.since_ns = now_ns();
  }
  if (shared_.is_used || !mail_.have_wide_starts_arrived()) return false;
  shared_.is_held = false;
  shared_.is_wanted = false;
  return true;
}

}  // namespace dart
