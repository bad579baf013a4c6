#include "net/remote_calls.h"

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "base/log.h"
#include "base/thread.h"
#include "base/wait.h"

namespace dart {
namespace {

using Clock = std::chrono::steady_clock;

/// Precedes the bytes of a reply.
struct ReplyHeader {
  std::int64_t result;
};

/// Cancels a message. If that is not possible, the bytes stay for good, because the network still
/// reads or writes them; the buffer is empty then.
void cancel(Network& network, Network::Ticket ticket, std::vector<std::byte>& buffer)
{
  if (network.cancel(ticket)) return;
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::vector<std::byte>>;
  std::lock_guard guard(mutex);
  kept.push_back(std::move(buffer));
  buffer.clear();
}

}  // namespace

RemoteCalls::RemoteCalls(Network& network, Knobs knobs)
    : network_(network),
      knobs_(knobs),
      thread_(start_thread("serves calls of other hosts", [this] { run(); }))
{}

RemoteCalls::~RemoteCalls()
{
  stopping_ = true;
  thread_.join();
  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  for (int polls = 0; !posts_.empty() && Clock::now() < end; ++polls) {
    forget_sent_posts();
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
  // Reused, because allocating large buffers costs more than their transfer.
  thread_local std::vector<std::byte> answer, message;
  std::size_t bytes = sizeof(Header);
  for (const Bytes piece : pieces) bytes += piece.size();
  // All memory is allocated before the other unit can write to it.
  answer.resize(sizeof(ReplyHeader) + reply.size());
  message.resize(bytes);
  const int tag = take_reply_tag();
  DART_REQUIRE(
      tag >= 0, DART_ERR_OTHER, "unit %d cannot be called: %u calls were not answered in time",
      unit, reply_tags);
  const Network::Ticket received = network_.start_receive(unit, tag, answer.data(), answer.size());

  const Header header{kind, tag, reply.size()};
  std::memcpy(message.data(), &header, sizeof header);
  std::byte* next = message.data() + sizeof header;
  for (const Bytes piece : pieces) next = std::copy(piece.begin(), piece.end(), next);
  const Network::Ticket sent = network_.start_send(unit, call_tag, message.data(), message.size());

  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  bool is_sent = false, is_answered = false;
  wait([&] {
    is_sent = is_sent || network_.test(sent);
    is_answered = is_answered || network_.test(received);
    return (is_sent && is_answered) || Clock::now() > end;
  });
  if (!is_sent) cancel(network_, sent, message);
  if (is_answered) {
    taken_tags_[tag - first_reply_tag] = false;
  } else {
    cancel(network_, received, answer);
  }
  DART_REQUIRE(
      is_sent && is_answered, DART_ERR_OTHER,
      "unit %d does not answer within %u s (DART_NETWORK_TIMEOUT): its host is down, or its "
      "process "
      "is stopped",
      unit, knobs_.timeout_s);
  std::copy(answer.begin() + sizeof(ReplyHeader), answer.end(), reply.begin());
  return static_cast<dart_ret_t>(front_of<ReplyHeader>(answer).result);
}

void RemoteCalls::post(dart_unit_t unit, Kind kind, Bytes bytes)
{
  const Header header{kind, no_reply, 0};
  std::vector<std::byte> message(sizeof header + bytes.size());
  std::memcpy(message.data(), &header, sizeof header);
  std::copy(bytes.begin(), bytes.end(), message.begin() + sizeof header);
  forget_sent_posts();
  std::lock_guard guard(posting_);
  posts_.push_back({std::move(message), 0});
  Post& last = posts_.back();
  last.sent = network_.start_send(unit, call_tag, last.message.data(), last.message.size());
}

void RemoteCalls::forget_sent_posts()
{
  std::lock_guard guard(posting_);
  std::erase_if(posts_, [this](const Post& post) { return network_.test(post.sent); });
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
  const int yields_until = SpinPolicy::current.shares_cores() ? 1'000 : 100'000;
  if (polls < 100) return;
  if (polls < yields_until) {
    sched_yield();
  } else {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
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
    forget_sent_posts();
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
    early_.emplace_back(from, message_);
    return;
  }
  ReplyHeader result{DART_ERR_OTHER};
  reply_.resize(sizeof result);
  if (const Handler& handler = handlers_[std::size_t(header.kind)]) {
    try {
      result.result = handler(from, Bytes(message_).subspan(sizeof header), reply_);
    } catch (const std::bad_alloc&) {
      // this is an error of the calling unit, not of the unit that serves it
      result.result = DART_ERR_NOMEM;
    }
  }
  if (header.reply_tag == no_reply) return;
  reply_.resize(sizeof result + header.reply_bytes);
  std::memcpy(reply_.data(), &result, sizeof result);
  const Network::Ticket sent =
      network_.start_send(from, header.reply_tag, reply_.data(), reply_.size());
  const auto end = Clock::now() + std::chrono::seconds(knobs_.timeout_s);
  int polls = 0;
  while (!network_.test(sent)) {
    if (Clock::now() > end) {
      return cancel(network_, sent, reply_);
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
