#include "mpi_hosts.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "mpi_check.h"

namespace dart {
namespace {

int rank_in(MPI_Comm comm)
{
  int rank = 0;
  DART_MPI(MPI_Comm_rank, comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm)
{
  int size = 0;
  DART_MPI(MPI_Comm_size, comm, &size);
  return size;
}

/// A communicator of the units on this host, which share memory, in the order of their ids.
MPI_Comm split_by_host(MPI_Comm world, std::uint32_t emulated_hosts)
{
  MPI_Comm shared = MPI_COMM_NULL;
  DART_MPI(
      MPI_Comm_split_type, world, MPI_COMM_TYPE_SHARED, rank_in(world), MPI_INFO_NULL, &shared);
  const std::uint64_t units = size_of(shared), unit = rank_in(shared);
  require_all(
      world, emulated_hosts <= units,
      "a host with " + std::to_string(units) + " units cannot stand for " +
          std::to_string(emulated_hosts) + " hosts");
  MPI_Comm host = MPI_COMM_NULL;
  const int group = static_cast<int>(unit * emulated_hosts / units);
  DART_MPI(MPI_Comm_split, shared, group, static_cast<int>(unit), &host);
  DART_MPI(MPI_Comm_free, &shared);
  DART_MPI(MPI_Comm_set_errhandler, host, MPI_ERRORS_RETURN);
  return host;
}

/// Numbers the hosts in the order of their first units.
std::vector<std::uint32_t> number_hosts(const std::vector<int>& first_of)
{
  std::vector<std::uint32_t> host_of(first_of.size());
  std::uint32_t hosts = 0;
  for (std::size_t unit = 0; unit < first_of.size(); ++unit) {
    const auto first = static_cast<std::size_t>(first_of[unit]);
    host_of[unit] = first == unit ? hosts++ : host_of[first];
  }
  return host_of;
}

}  // namespace

void require_all(MPI_Comm world, bool mine, const std::string& error)
{
  const int units = size_of(world), me = rank_in(world);
  const int failed_here = mine ? units : me;
  int failed = units;  // the first unit that failed
  DART_MPI(MPI_Allreduce, &failed_here, &failed, 1, MPI_INT, MPI_MIN, world);
  if (failed == units) return;
  throw std::runtime_error(
      mine ? "unit " + std::to_string(failed) + " could not start, see its message" : error);
}

Hosts find_hosts(MPI_Comm world, std::uint32_t emulated_hosts, MPI_Comm* host_units)
{
  *host_units = split_by_host(world, emulated_hosts);
  int first = rank_in(world);
  DART_MPI(MPI_Bcast, &first, 1, MPI_INT, 0, *host_units);
  std::vector<int> first_of(size_of(world));
  DART_MPI(MPI_Allgather, &first, 1, MPI_INT, first_of.data(), 1, MPI_INT, world);
  return Hosts(number_hosts(first_of), rank_in(world));
}

}  // namespace dart
