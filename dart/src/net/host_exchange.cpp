#include "net/host_exchange.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <utility>

#include "base/byte_buffer.h"
#include "base/copy_bytes.h"
#include "base/wait_place.h"
#include "dash/dart/if/dart_error.h"

namespace dart {

HostExchange::HostExchange(
    RemoteCalls& calls, const Hosts& hosts, const std::vector<dart_unit_t>& members,
    dart_team_t team, std::uint64_t serial)
    : calls_(calls),
      team_(team),
      tag_(exchange_tag(team, CallWay::now)),
      serial_(serial)
{
  std::map<std::uint32_t, std::uint32_t> number;  // number in the team of each host of the run
  for (std::uint32_t unit = 0; unit < members.size(); ++unit) {
    const std::uint32_t host = hosts.host_of(members[unit]);
    const auto [known, is_new] = number.try_emplace(host, units_of_.size());
    if (is_new) {
      units_of_.emplace_back();
      leader_id_.push_back(members[unit]);
    }
    units_of_[known->second].push_back(unit);
    host_of_.push_back(known->second);
  }
  if (const auto found = number.find(hosts.here()); found != number.end()) here_ = found->second;
  keeps_unit_order_ = std::is_sorted(host_of_.begin(), host_of_.end());
}

std::unique_ptr<HostExchange> HostExchange::for_way(CallWay way, std::int64_t limit) const
{
  auto exchange = std::make_unique<HostExchange>(*this);
  exchange->tag_ = exchange_tag(team_, way);
  exchange->limit_ = limit;
  return exchange;
}

/// Begins each message of a round; behind it are the mismatch if there is one, or the calls of the
/// hosts that it is about, then their contributions unless these follow.
struct HostExchange::Head {
  std::uint64_t serial;     ///< the team's serial number
  std::uint64_t following;  ///< bytes of the message that follows
  bool has_mismatch;
};

template <class F>
void HostExchange::for_each_round(F f) const
{
  std::size_t number = 0;
  for (std::uint32_t known = 1; known < hosts(); known *= 2) {
    f(Round{
        number++, known, std::min(known, hosts() - known), (here_ + hosts() - known) % hosts(),
        (here_ + known) % hosts()});
  }
}

std::optional<Mismatch> HostExchange::all_gather(
    const CollectiveCall& call, const std::vector<std::size_t>& bytes_of, std::byte* all)
{
  // start[k] is the offset of the bytes of the k-th host, counted from this host on.
  std::vector<std::size_t> start{0};
  for (std::uint32_t k = 0; k < hosts(); ++k) {
    start.push_back(start.back() + bytes_of[(here_ + k) % hosts()]);
  }
  calls_of_.assign(hosts(), call);
  std::optional<Mismatch> mismatch;
  Messages sends;
  for_each_round([&](const Round& round) {
    send_known(round, mismatch, {all, start[round.blocks]}, sends);
    const std::size_t end = start[round.known + round.blocks];
    receive_known(round, {all + start[round.known], all + end}, mismatch);
  });
  // Hosts that have stopped listening do not receive what was sent to them.
  if (!mismatch) wait(sends);
  // A late host may find all that it needs in what was sent to it before.
  if (mismatch && mismatch->kind == Mismatch::Kind::late) {
    leave_messages();
    tell_all(*mismatch);
  }
  return mismatch;
}

void HostExchange::send_known(
    const Round& round, const std::optional<Mismatch>& mismatch,
    std::span<const std::byte> contributions, Messages& sends)
{
  const bool follows = !mismatch && contributions.size() > most_inside;
  const Head head{serial_, follows ? contributions.size() : 0, mismatch.has_value()};
  ByteBuffer& message = message_of(round);
  const auto append = [&](std::span<const std::byte> bytes) {
    copy_bytes(grow(message, bytes.size()), bytes.data(), bytes.size());
  };
  append(bytes_of(head));
  if (mismatch) {
    append(bytes_of(*mismatch));
  } else {
    append(std::as_bytes(std::span(calls_of_).first(round.blocks)));
    if (!follows) append(contributions);
  }
  send(round.to, message.data(), message.size(), sends);
  if (follows) send(round.to, contributions.data(), contributions.size(), sends);
}

/// Receives into \c received_ what begins a round of this team. \return nullopt if it does not come
/// in time
std::optional<HostExchange::Head> HostExchange::receive_head(
    const Round& round, std::size_t calls_bytes)
{
  Messages under_way;
  for (;;) {
    received_.resize(sizeof(Head) + calls_bytes + most_inside);
    receive(round.from, received_.data(), received_.size(), under_way);
    if (!wait_in_time(under_way)) return std::nullopt;
    const Head head = front_of<Head>(received_);
    if (head.serial == serial_) return head;
    // The message belongs to a team that ended before.
    received_.resize(head.following);
    if (head.following > 0) receive(round.from, received_.data(), head.following, under_way);
    wait(under_way);
  }
}

/// \param contributions  where those of the hosts that become known belong, if there is no mismatch
void HostExchange::receive_known(
    const Round& round, std::span<std::byte> contributions, std::optional<Mismatch>& mismatch)
{
  const std::size_t calls_bytes = round.blocks * sizeof(CollectiveCall);
  const std::optional<Head> begun = receive_head(round, calls_bytes);
  if (!begun) {
    leave_messages();
    if (!mismatch) mismatch = late(round);
    return;
  }
  const Head head = *begun;
  const std::byte* next = received_.data() + sizeof head;
  static_assert(sizeof(Mismatch) <= most_inside);
  if (!mismatch && head.has_mismatch)
    mismatch = front_of<Mismatch>(std::span(received_).subspan(sizeof head));
  if (!mismatch) {
    std::memcpy(&calls_of_[round.known], next, calls_bytes);
    mismatch = find_mismatch(round);
  }
  if (!mismatch && head.following == 0)
    copy_bytes(contributions.data(), next + calls_bytes, contributions.size());
  if (head.following == 0) return;
  // What nobody needs is received, too, as its sender waits.
  Messages under_way;
  ByteBuffer unneeded(mismatch ? head.following : 0);
  receive(round.from, mismatch ? unneeded.data() : contributions.data(), head.following, under_way);
  wait(under_way);
}

/// This host's leader, in the call that its units are in.
Mismatch::Caller HostExchange::this_caller() const
{
  Mismatch::Caller caller{leader_id_[here_], team_, calls_of_[0]};
  copy_text(caller.user_call, dart_current_call);
  return caller;
}

/// Compares the call of this host with those that have become known in a round.
std::optional<Mismatch> HostExchange::find_mismatch(const Round& round) const
{
  for (std::uint32_t k = round.known; k < round.known + round.blocks; ++k) {
    if (calls_of_[k] == calls_of_[0]) continue;
    const std::uint32_t there = (here_ + k) % hosts();
    const Mismatch::Caller mine = this_caller();
    const Mismatch::Caller theirs{leader_id_[there], team_, calls_of_[k]};
    const bool is_mine_first = leader_of(here_) < leader_of(there);
    Mismatch mismatch;
    mismatch.add(is_mine_first ? mine : theirs);
    mismatch.add(is_mine_first ? theirs : mine);
    return mismatch;
  }
  return std::nullopt;
}

/// Waits as long as a unit may wait for another one. \return whether all messages have come
bool HostExchange::wait_in_time(Messages& under_way)
{
  using Clock = std::chrono::steady_clock;
  // Another host whose units wait for each other, too, is to tell which of them has not come.
  constexpr std::chrono::seconds time_to_tell(1);
  const auto end = Clock::now() + std::chrono::seconds(limit_) + time_to_tell;
  wait(under_way, [&] { return limit_ > 0 && Clock::now() > end; });
  return under_way.empty();
}

/// The mismatch if the host from which a round receives has not come in time.
Mismatch HostExchange::late(const Round& round) const
{
  Mismatch late;
  late.kind = Mismatch::Kind::late;
  late.add(this_caller());
  late.awaited = leader_id_[round.from];
  late.limit = limit_;
  return late;
}

/// Keeps the memory of messages that may still be under way, as others will be.
void HostExchange::leave_messages()
{
  left_.push_back(std::exchange(received_, {}));
  for (ByteBuffer& message : sent_) left_.push_back(std::exchange(message, {}));
}

void HostExchange::tell_all(const Mismatch& mismatch)
{
  calls_of_.resize(hosts());
  Messages unobserved;
  for_each_round([&](const Round& round) { send_known(round, mismatch, {}, unobserved); });
}

/// The memory for the message that is sent in a round, empty.
ByteBuffer& HostExchange::message_of(const Round& round)
{
  if (sent_.size() <= round.number) sent_.resize(round.number + 1);
  sent_[round.number].clear();
  return sent_[round.number];
}

void HostExchange::send(
    std::uint32_t host, const std::byte* data, std::size_t bytes, Messages& under_way)
{
  calls_.fence().pass();
  under_way.push_back(calls_.network().start_send(leader_id_[host], tag_, data, bytes));
}

void HostExchange::receive(
    std::uint32_t host, std::byte* data, std::size_t bytes, Messages& under_way)
{
  under_way.push_back(calls_.network().start_receive(leader_id_[host], tag_, data, bytes));
}

void HostExchange::wait(Messages& under_way)
{
  wait(under_way, [] { return false; });
}

template <class GivesUp>
void HostExchange::wait(Messages& under_way, GivesUp gives_up)
{
  calls_.wait([&] {
    std::erase_if(under_way, [&](Network::Ticket ticket) { return calls_.network().test(ticket); });
    return under_way.empty() || gives_up();
  });
}

}  // namespace dart
