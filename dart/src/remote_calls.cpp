#include "remote_calls.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "log.h"
#include "network_tags.h"

namespace dart {
namespace {

using Clock = std::chrono::steady_clock;

/// What stands before the bytes of a reply.
struct ReplyHeader {
  std::int64_t result;
};

}  // namespace

RemoteCalls::RemoteCalls(Network& network, Knobs knobs)
    : network_(network), knobs_(knobs), thread_([this] { run(); })
{
}

RemoteCalls::~RemoteCalls()
{
  stopping_ = true;
  thread_.join();
}

void RemoteCalls::serve(Kind kind, Handler handler)
{
  std::lock_guard guard(serving_);
  handlers_[std::size_t(kind)] = std::move(handler);
}

dart_ret_t RemoteCalls::call(
    dart_unit_t unit, Kind kind, std::initializer_list<Bytes> pieces, std::span<std::byte> reply)
{
  const int tag = reply_tag(calls_.fetch_add(1));
  std::vector<std::byte> answer(sizeof(ReplyHeader) + reply.size());
  const Network::Ticket received =
      network_.start_receive(unit, tag, answer.data(), answer.size());

  const Header header{kind, tag, reply.size()};
  std::vector<std::byte> message;
  const auto append = [&](Bytes piece) {
    message.insert(message.end(), piece.begin(), piece.end());
  };
  append(bytes_of(header));
  for (const Bytes piece : pieces) append(piece);
  const Network::Ticket sent = network_.start_send(unit, call_tag, message.data(), message.size());

  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  bool is_sent = false, is_answered = false;
  wait([&] {
    is_sent = is_sent || network_.test(sent);
    is_answered = is_answered || network_.test(received);
    return (is_sent && is_answered) || Clock::now() > end;
  });
  if (!is_sent) network_.cancel(sent);
  if (!is_answered) network_.cancel(received);
  DART_REQUIRE(
      is_sent && is_answered, DART_ERR_OTHER,
      "unit %d does not answer within %u s (DART_NETWORK_TIMEOUT): its host is down, or its process "
      "is stopped", unit, knobs_.timeout_s);
  std::copy(answer.begin() + sizeof(ReplyHeader), answer.end(), reply.begin());
  return static_cast<dart_ret_t>(front_of<ReplyHeader>(answer).result);
}

/// The longer nothing happens, the more of its core a waiter gives away.
void RemoteCalls::pause_after(int polls)
{
  if (polls < 100) return;
  if (polls < 1000) {
    sched_yield();
  } else {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

void RemoteCalls::run()
{
  constexpr int stays_alert_for = 50;
  for (int idle = 0; !stopping_; ++idle) {
    if (serve_one()) {
      idle = 0;
    } else if (idle < stays_alert_for) {
      sched_yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(knobs_.poll_us));
    }
  }
}

/// \return whether there was a call
bool RemoteCalls::serve_one()
{
  std::unique_lock guard(serving_, std::try_to_lock);
  if (!guard.owns_lock()) return false;
  dart_unit_t from = 0;
  std::vector<std::byte> message;
  if (!network_.take(call_tag, &from, &message)) return false;
  answer(from, message);
  return true;
}

void RemoteCalls::answer(dart_unit_t from, Bytes message)
{
  const auto header = front_of<Header>(message);
  ReplyHeader result{DART_ERR_OTHER};
  std::vector<std::byte> content;
  if (const Handler& handler = handlers_[std::size_t(header.kind)]) {
    result.result = handler(from, message.subspan(sizeof header), content);
  }
  content.resize(header.reply_bytes);
  const Bytes front = bytes_of(result);
  std::vector<std::byte> reply(front.begin(), front.end());
  reply.insert(reply.end(), content.begin(), content.end());
  const Network::Ticket sent =
      network_.start_send(from, header.reply_tag, reply.data(), reply.size());
  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  int polls = 0;
  while (!network_.test(sent)) {
    if (Clock::now() > end) {
      network_.cancel(sent);
      return;
    }
    pause_after(polls++);
  }
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
