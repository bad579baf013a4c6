#pragma once

/// \file
/// Ids of teams, unique in the run.

#include <cstdint>

#include "base/wait.h"
#include "job/hosts.h"
#include "net/network_tags.h"
#include "net/remote_calls.h"

namespace dart {

/// Which ids are in use; lies in shared memory, and counts on the host of unit 0. An id is given
/// again only after all others, so that the id of a team that has ended is not soon that of another
/// one.
struct TeamIdTable {
  SpinLock lock;
  std::uint16_t latest = 0;  ///< the id that was given last
  /// Hosts on which a team with this id exists; team 0 is DART_TEAM_ALL.
  std::uint16_t users[most_teams] = {1};
};

/// Takes ids and gives them back. Unit 0's process keeps them for the run, and serves other hosts.
class TeamIds {
 public:
  /// \param calls to other hosts; nullptr in a run on one host
  TeamIds(TeamIdTable& table, const Hosts& hosts, RemoteCalls* calls);
  TeamIds(const TeamIds&) = delete;
  TeamIds& operator=(const TeamIds&) = delete;

  /// New id for a team that will exist on so many hosts; -1 when all are in use.
  int take(std::uint32_t hosts);
  /// The team exists no longer on this host. The id is free when no host has the team.
  void give_back(int id);
  /// The run ends, and with it all ids: other hosts are called no more.
  void end() { is_ending_ = true; }

 private:
  int take_here(std::uint32_t hosts);
  void give_back_here(int id);
  bool are_here() const { return hosts_.is_here(0); }

  TeamIdTable& table_;
  const Hosts& hosts_;
  RemoteCalls* calls_;
  bool is_ending_ = false;
};

}  // namespace dart
