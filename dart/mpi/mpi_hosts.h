#pragma once

/// \file
/// Which units of an MPI run share memory.

#include <mpi.h>

#include <cstdint>
#include <string>

#include "job/hosts.h"

namespace dart {

/// Checks that \c mine holds on all units of \c world. Collective.
/// \throws std::runtime_error on all units otherwise, so that none waits for another; with \c error
///   on those where \c mine does not hold
void require_all(MPI_Comm world, bool mine, const std::string& error);

/// Determines the hosts of the units. Collective over \c world.
/// \param emulated_hosts  number of groups of consecutive units into which each host is divided
/// \param host_units  receives a communicator of the units of this host, in the order of their
///   indices
/// \throws std::runtime_error on all units if a host has fewer units than groups
Hosts find_hosts(MPI_Comm world, std::uint32_t emulated_hosts, MPI_Comm* host_units);

}  // namespace dart
