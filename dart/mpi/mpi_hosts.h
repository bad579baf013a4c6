#pragma once

/// \file
/// Which units of an MPI run share memory.

#include <mpi.h>

#include <cstdint>
#include <string>

#include "job/hosts.h"

namespace dart {

/// Collective over \c world.
/// \throws std::runtime_error on all units unless \c mine holds on each, so that none waits for
///         another: with \c error where it does not hold
void require_all(MPI_Comm world, bool mine, const std::string& error);

/// Collective over \c world.
/// \param emulated_hosts cuts each host into so many groups of consecutive units
/// \param host_units the units of this host, by their indices
/// \throws std::runtime_error on all units if a host has fewer units than groups
Hosts find_hosts(MPI_Comm world, std::uint32_t emulated_hosts, MPI_Comm* host_units);

}  // namespace dart
