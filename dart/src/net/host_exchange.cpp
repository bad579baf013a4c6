#include "net/host_exchange.h"

#include <algorithm>

namespace dart {

HostExchange::HostExchange(
    RemoteCalls& calls, const Hosts& hosts, const std::vector<dart_unit_t>& members, int tag)
    : calls_(calls),
      tag_(tag)
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

void HostExchange::all_gather(const std::vector<std::size_t>& bytes_of, std::byte* all)
{
  // start[k] is the offset of the bytes of the k-th host, counted from this host on.
  std::vector<std::size_t> start{0};
  for (std::uint32_t k = 0; k < hosts(); ++k) {
    start.push_back(start.back() + bytes_of[(here_ + k) % hosts()]);
  }
  const auto start_at = [&](std::uint32_t host, std::uint32_t blocks) {
    std::size_t bytes = 0;
    for (std::uint32_t k = 0; k < blocks; ++k) bytes += bytes_of[(host + k) % hosts()];
    return bytes;
  };
  Messages round;
  for (std::uint32_t known = 1; known < hosts(); known *= 2) {
    const std::uint32_t blocks = std::min(known, hosts() - known);
    const std::uint32_t to = (here_ + hosts() - known) % hosts();
    const std::uint32_t from = (here_ + known) % hosts();
    receive(from, all + start[known], start_at(from, blocks), round);
    send(to, all, start_at(here_, blocks), round);
    wait(round);
  }
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
  calls_.wait([&] {
    std::erase_if(under_way, [&](Network::Ticket ticket) { return calls_.network().test(ticket); });
    return under_way.empty();
  });
}

}  // namespace dart
