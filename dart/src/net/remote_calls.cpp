#include "net/remote_calls.h"

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "base/copy_bytes.h"
#include "base/log.h"
#include "base/thread.h"
#include "base/wait.h"

namespace dart {
namespace {

using Clock = std::chrono::steady_clock;

/// What a slow network transfers for one of several units at least; it is the same as megabytes per
/// second.
constexpr std::size_t least_bytes_per_us = 10;

}  // namespace

RemoteCalls::RemoteCalls(Network& network, Knobs knobs)
    : network_(network),
      knobs_(knobs),
      outbox_(network),
      thread_(start_thread("serves calls of other hosts", [this] { run(); }))
{}

RemoteCalls::~RemoteCalls()
{
  stopping_ = true;
  thread_.join();
  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  for (int polls = 0; !outbox_.is_empty() && Clock::now() < end; ++polls) {
    outbox_.forget_sent();
    pause_after(polls);
  }
}

void RemoteCalls::serve(Kind kind, Handler handler)
{
  std::lock_guard guard(serving_);
  handlers_[std::size_t(kind)] = std::move(handler);
  if (!std::exchange(are_served_[std::size_t(kind)], true)) answer_early(kind);
}

/// The caller holds the lock.
void RemoteCalls::answer_early(Kind kind)
{
  for (auto at = early_.begin(); at != early_.end();) {
    if (front_of<Header>(at->second).kind != kind) {
      ++at;
      continue;
    }
    message_ = std::move(at->second);
    answer(at->first);
    at = early_.erase(at);
  }
}

dart_ret_t RemoteCalls::call(
    dart_unit_t unit, Kind kind, std::initializer_list<Bytes> pieces, std::span<std::byte> reply)
{
  thread_local PendingCall call;
  std::size_t bytes = 0;
  for (const Bytes piece : pieces) bytes += piece.size();
  std::byte* next = prepare(call, kind, bytes, reply.size()).data();
  for (const Bytes piece : pieces) {
    copy_bytes(next, piece.data(), piece.size());
    next += piece.size();
  }
  const dart_ret_t started = start(call, unit);
  if (started != DART_OK) return started;
  const dart_ret_t result = finish(call);
  if (result == DART_OK) copy_bytes(reply.data(), call.reply().data(), reply.size());
  call.free_if_large();
  return result;
}

std::span<std::byte> RemoteCalls::prepare(
    PendingCall& call, Kind kind, std::size_t bytes, std::size_t reply_bytes)
{
  call.cancel();
  // All memory is allocated before the other unit can write to it.
  call.answer_.resize(sizeof(PendingCall::ReplyHeader) + reply_bytes);
  call.message_.resize(sizeof(Header) + bytes);
  const Header header{kind, no_reply, reply_bytes};
  std::memcpy(call.message_.data(), &header, sizeof header);
  return std::span(call.message_).subspan(sizeof header);
}

dart_ret_t RemoteCalls::start(PendingCall& call, dart_unit_t unit)
{
  call.network_ = &network_;
  call.unit_ = unit;
  call.tag_ = take_reply_tag();
  DART_REQUIRE(
      call.tag_ >= 0, DART_ERR_OTHER,
      "unit %d cannot be called: %u calls were not answered in time", unit, reply_tags);
  std::memcpy(call.message_.data() + offsetof(Header, reply_tag), &call.tag_, sizeof call.tag_);
  call.received_ =
      network_.start_receive(unit, call.tag_, call.answer_.data(), call.answer_.size());
  call.sent_ = network_.start_send(unit, call_tag, call.message_.data(), call.message_.size());
  call.limit_ = limit_for(call.message_.size() + call.answer_.size());
  call.end_ = Clock::now() + call.limit_;
  return DART_OK;
}

dart_ret_t RemoteCalls::finish(PendingCall& call)
{
  wait([&] { return call.test() || Clock::now() > call.end_; });
  // Otherwise the answer may still come, and must not be mistaken for that of another call.
  if (call.received_ == 0) taken_tags_[call.tag_ - first_reply_tag] = false;
  const bool is_answered = call.is_answered();
  call.cancel();
  DART_REQUIRE(
      is_answered, DART_ERR_OTHER,
      "unit %d does not answer within %lld s (DART_NETWORK_TIMEOUT): its host is down, or its "
      "process "
      "is stopped",
      call.unit_,
      static_cast<long long>(
          std::chrono::duration_cast<std::chrono::seconds>(call.limit_).count()));
  return static_cast<dart_ret_t>(front_of<PendingCall::ReplyHeader>(call.answer_).result);
}

void RemoteCalls::post(dart_unit_t unit, Kind kind, Bytes bytes)
{
  outbox_.forget_sent();
  const Header header{kind, no_reply, 0};
  ByteBuffer message = outbox_.buffer();
  message.resize(sizeof header + bytes.size());
  std::memcpy(message.data(), &header, sizeof header);
  copy_bytes(message.data() + sizeof header, bytes.data(), bytes.size());
  outbox_.send(unit, call_tag, std::move(message));
}

/// The time after which a call or a reply of so many bytes fails. A message is late only if it took
/// longer than its bytes can explain.
std::chrono::microseconds RemoteCalls::limit_for(std::size_t bytes) const
{
  return std::chrono::seconds(knobs_.timeout_s) +
         std::chrono::microseconds(bytes / least_bytes_per_us);
}

/// \return -1 if no tag is free
int RemoteCalls::take_reply_tag()
{
  for (std::uint32_t look = 0; look < reply_tags; ++look) {
    const std::uint32_t number = calls_.fetch_add(1) % reply_tags;
    if (!taken_tags_[number].exchange(true)) return static_cast<int>(first_reply_tag + number);
  }
  return -1;
}

/// The longer nothing happens, the more a waiting thread yields its core: soon if units share
/// cores, otherwise after a fraction of a second, because naps delay what MPI does for one-sided
/// operations of others.
void RemoteCalls::pause_after(int polls)
{
  const int yields_until = SpinPolicy::current.shares_cores() ? 120 : 100'000;
  if (polls < 100) return;
  if (polls < yields_until && yield_core()) return;
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

void RemoteCalls::run()
{
  prctl(PR_SET_TIMERSLACK, 1000ul);  // in ns; with the default, naps take 50 us longer
  std::uint32_t looks = 0;
  int idle = 0, disturbing = 0;
  while (!stopping_) {
    const std::uint32_t looks_before = std::exchange(looks, looks_by_waiters_.load());
    if (looks != looks_before) {
      ++disturbing;
    } else {
      disturbing = 0;
      idle = serve_one() ? 0 : idle + 1;
    }
    outbox_.forget_sent();
    std::this_thread::sleep_for(nap(idle, disturbing));
  }
}

/// The thread naps instead of calling sched_yield(): if the unit computes on the same core, a
/// thread that yields gets the core back after milliseconds, but one that wakes up gets it
/// immediately.
/// \param idle        number of looks since the last request
/// \param disturbing  number of consecutive times that waiting threads were found to look more
///   often themselves
std::chrono::microseconds RemoteCalls::nap(int idle, int disturbing) const
{
  constexpr int stays_alert_for = 50, most_doublings = 4;
  if (disturbing > 0) {
    return std::chrono::microseconds(knobs_.poll_us << std::min(disturbing, most_doublings));
  }
  return std::chrono::microseconds(idle < stays_alert_for ? 1 : knobs_.poll_us);
}

/// \return whether there was a request
bool RemoteCalls::serve_one()
{
  std::unique_lock guard(serving_, std::try_to_lock);
  if (!guard.owns_lock()) return false;
  dart_unit_t from = 0;
  if (!network_.take(call_tag, &from, &message_)) return false;
  answer(from);
  return true;
}

void RemoteCalls::answer(dart_unit_t from)
{
  const auto header = front_of<Header>(message_);
  if (!are_served_[std::size_t(header.kind)]) {
    early_.emplace_back(from, std::move(message_));
    return;
  }
  outbox_.forget_sent();
  const bool replies = header.reply_tag != no_reply;
  PendingCall::ReplyHeader result{DART_ERR_OTHER};
  ByteBuffer reply = replies ? outbox_.buffer() : ByteBuffer();
  reply.resize(sizeof result);
  if (const Handler& handler = handlers_[std::size_t(header.kind)]) {
    try {
      result.result = handler(from, Bytes(message_).subspan(sizeof header), reply);
      if (replies) reply.resize(sizeof result + header.reply_bytes, std::byte{0});
    } catch (const std::bad_alloc&) {
      // this is an error of the calling unit, not of the unit that serves it
      result.result = DART_ERR_NOMEM;
      reply.resize(sizeof result);
    }
  }
  free_if_large(message_);
  if (!replies) return;
  std::memcpy(reply.data(), &result, sizeof result);
  const auto end = Clock::now() + limit_for(reply.size());
  outbox_.send(from, header.reply_tag, std::move(reply), end);
}

void TransportPeers::answer(Handler handler)
{
  calls_.serve(RemoteCalls::Kind::transport, std::move(handler));
}

dart_ret_t TransportPeers::ask(
    dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply)
{
  return calls_.call(unit, RemoteCalls::Kind::transport, {request}, reply);
}

}  // namespace dart
