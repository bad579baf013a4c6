#pragma once

/// \file
/// Exchange of bytes between the hosts of a team, in which one unit of each host takes part.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "job/hosts.h"
#include "net/remote_calls.h"

namespace dart {

/// The hosts of a team from the point of view of one of its units. Units have team-relative ids.
/// The leader of a host is its first unit in the team.
class HostExchange {
 public:
  /// \param members  global ids of the team's units
  HostExchange(
      RemoteCalls& calls, const Hosts& hosts, const std::vector<dart_unit_t>& members, int tag);

  std::uint32_t hosts() const { return static_cast<std::uint32_t>(units_of_.size()); }
  std::uint32_t here() const { return here_; }
  const std::vector<std::uint32_t>& units_of(std::uint32_t host) const { return units_of_[host]; }
  const std::vector<std::uint32_t>& units_here() const { return units_of_[here_]; }
  std::uint32_t leader_of(std::uint32_t host) const { return units_of_[host].front(); }
  bool is_here(std::uint32_t unit) const { return host_of_[unit] == here_; }
  bool is_leader(std::uint32_t unit) const { return leader_of(host_of_[unit]) == unit; }

  /// Whether the units of each host are consecutive, so that results combined on hosts are in unit
  /// order.
  bool keeps_unit_order() const { return keeps_unit_order_; }

  /// Called by the leaders of all hosts: exchanges the contribution of each host. The algorithm is
  /// that of Bruck (IEEE TPDS 8(11), 1997): it has log2(hosts) rounds, and each byte reaches each
  /// host once.
  /// \param bytes_of  size of each host's contribution; the same on all hosts
  /// \param all       contributions of all hosts, one after the other, beginning with this host and
  ///   wrapping around; this host's own bytes are in it already
  void all_gather(const std::vector<std::size_t>& bytes_of, std::byte* all);

  /// Messages in progress that were not waited for yet.
  using Messages = std::vector<Network::Ticket>;
  /// Called by leaders: start a message to or from the leader of another host. Messages between two
  /// hosts arrive in order.
  void send(std::uint32_t host, const std::byte* data, std::size_t bytes, Messages& under_way);
  void receive(std::uint32_t host, std::byte* data, std::size_t bytes, Messages& under_way);
  /// Waits until all messages are sent and received, and empties the list.
  void wait(Messages& under_way);

  /// A buffer for the caller of exchanges, which is reused because allocating large buffers costs
  /// more than their transfer.
  std::vector<std::byte>& buffer(std::size_t number) { return buffers_[number]; }

 private:
  RemoteCalls& calls_;
  std::vector<std::vector<std::uint32_t>> units_of_;  // for each host of the team
  std::vector<std::uint32_t> host_of_;                // for each unit
  std::vector<dart_unit_t> leader_id_;                // global id, for each host
  std::uint32_t here_ = 0;
  bool keeps_unit_order_;
  int tag_;
  std::map<std::size_t, std::vector<std::byte>> buffers_;
};

}  // namespace dart
