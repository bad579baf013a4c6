#pragma once

/// \file
/// Exchange of bytes between the hosts of a team, in which one unit of each host takes part.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_buffer.h"
#include "job/hosts.h"
#include "net/remote_calls.h"
#include "types/mismatch.h"

namespace dart {

/// The hosts of a team from the point of view of one of its units. Units have team-relative ids.
/// The leader of a host is its first unit in the team.
class HostExchange {
 public:
  /// \param members  global ids of the team's units
  /// \param serial   of the team, the same on all units. Messages of an earlier team with this tag
  ///   may still be under way, if its units have called different collectives.
  HostExchange(
      RemoteCalls& calls, const Hosts& hosts, const std::vector<dart_unit_t>& members,
      dart_team_t team, std::uint64_t serial);

  /// An exchange between the same hosts beside this one, for collectives that are called in another
  /// way.
  /// \param limit  how long a unit waits for another one, in seconds; 0: as long as it takes
  std::unique_ptr<HostExchange> for_way(CallWay way, std::int64_t limit) const;

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
  /// host once. Large contributions follow their message, which tells how large they are, as hosts
  /// that are in different calls expect different sizes.
  /// \param call      that this host's units are in
  /// \param bytes_of  size of each host's contribution; the same on all hosts
  /// \param all       contributions of all hosts, one after the other, beginning with this host and
  ///   wrapping around; this host's own bytes are in it already
  /// \return the mismatch if hosts are in different calls, or one has called tell_all() or not come
  ///   in time; then all hosts get one, a late host in its next call, and nothing can be exchanged
  ///   any more
  std::optional<Mismatch> all_gather(
      const CollectiveCall& call, const std::vector<std::size_t>& bytes_of, std::byte* all);

  /// Called by a leader outside of all_gather(): the other leaders get this from theirs. Nothing
  /// can be exchanged any more.
  void tell_all(const Mismatch& mismatch);

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
  ByteBuffer& buffer(std::size_t number) { return buffers_[number]; }

 private:
  /// Contributions up to this size are in one message with what tells about them.
  static constexpr std::size_t most_inside = 2048;

  /// One of log2(hosts) rounds of all_gather(): each host passes on what it knows of the hosts from
  /// itself on. Hosts are counted from this one on.
  struct Round {
    std::size_t number;
    std::uint32_t known, blocks;  ///< so many hosts are known before it, and become known in it
    std::uint32_t to, from;
  };
  struct Head;

  template <class F>
  void for_each_round(F f) const;
  void send_known(
      const Round& round, const std::optional<Mismatch>& mismatch,
      std::span<const std::byte> contributions, Messages& sends);
  void receive_known(
      const Round& round, std::span<std::byte> contributions, std::optional<Mismatch>& mismatch);
  std::optional<Mismatch> find_mismatch(const Round& round) const;
  std::optional<Head> receive_head(const Round& round, std::size_t calls_bytes);
  template <class GivesUp>
  void wait(Messages& under_way, GivesUp gives_up);
  bool wait_in_time(Messages& under_way);
  Mismatch late(const Round& round) const;
  Mismatch::Caller this_caller() const;
  void leave_messages();
  ByteBuffer& message_of(const Round& round);

  RemoteCalls& calls_;
  std::vector<std::vector<std::uint32_t>> units_of_;  // for each host of the team
  std::vector<std::uint32_t> host_of_;                // for each unit
  std::vector<dart_unit_t> leader_id_;                // global id, for each host
  std::uint32_t here_ = 0;
  bool keeps_unit_order_;
  dart_team_t team_;
  int tag_;
  std::uint64_t serial_;
  std::int64_t limit_ = 0;
  std::map<std::size_t, ByteBuffer> buffers_;
  std::vector<CollectiveCall> calls_of_;  // calls of the hosts, counted from this one on
  std::vector<ByteBuffer> sent_;          // one for each round
  ByteBuffer received_;
  std::vector<ByteBuffer> left_;  // messages whose end nobody awaits
};

}  // namespace dart
