#pragma once

/// \file
/// The job: what the launcher and all units of a host share from their first moment.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/wait.h"

namespace dart {

/// Where a unit stands; written by the unit, read by the launcher to judge an exit.
enum class UnitState : std::uint32_t {
  starting,   ///< process exists, dart_init not reached (or dart_init in progress)
  running,    ///< between dart_init and dart_exit
  finalized,  ///< after dart_exit; may initialise again
};

/// Most units that one host can carry.
inline constexpr std::uint32_t max_units_per_host = 4096;

/// Start of the job's memory file. Zero-filled by the kernel, then set up by job_create().
struct JobBlock {
  static constexpr std::uint64_t magic_value = 0x3142'4f4a'5452'4144;  // "DARTJOB1"

  std::uint64_t magic;
  std::uint32_t units;
  std::atomic<std::uint32_t> arena_refusals;  ///< bit k: a unit could not map candidate address k
  alignas(64) WaitWord arrivals;              ///< of the job-wide barrier
  struct alignas(64) Unit {
    std::atomic<UnitState> state;
    std::atomic<std::int32_t> pid;
    std::atomic<std::uint32_t> inits;  ///< number of dart_init calls so far
  } unit[max_units_per_host];
};

/// Bytes at the start of the memory file that belong to the JobBlock.
inline constexpr std::size_t job_block_bytes = 512 * 1024;
static_assert(sizeof(JobBlock) <= job_block_bytes);

/// Creates the memory file (memfd, close-on-exec off) of a run with \c units units.
/// \return the descriptor, or -1 with errno set
int job_create(std::uint32_t units);

/// Maps the JobBlock of a memory file. \return nullptr with errno set on failure
JobBlock* job_map(int fd);

/// Environment by which the launcher tells a unit of its job.
inline constexpr char env_job_fd[] = "DART_JOB_FD";        ///< descriptor of the memory file
inline constexpr char env_unit[] = "DART_UNIT";            ///< id of this unit
inline constexpr char env_units[] = "DART_UNITS";          ///< number of units
inline constexpr char env_cpu_units[] = "DART_CPU_UNITS";  ///< number of CPU units among them
inline constexpr char env_gpu_units[] = "DART_GPU_UNITS";  ///< number of GPU units, the last ones
inline constexpr char env_gpu_backend[] = "DART_GPU_BACKEND";  ///< cuda or emulated
inline constexpr char env_gpu_map[] =
    "DART_GPU_MAP";  ///< GPU of each GPU unit: 0,1,1; empty: in turn
/// Of a run on several hosts:
inline constexpr char env_hosts_emulated[] =
    "DART_HOSTS_EMULATED";                                 ///< hosts to cut a machine into
inline constexpr char env_transport[] = "DART_TRANSPORT";  ///< auto, verbs, mpi or messages
inline constexpr char env_atomics[] = "DART_ATOMICS";      ///< owner or adapter
inline constexpr char env_network_timeout[] = "DART_NETWORK_TIMEOUT";  ///< seconds
inline constexpr char env_service_poll[] = "DART_SERVICE_POLL_US";  ///< of the service thread, idle

inline constexpr char env_heap[] = "DART_HEAP";  ///< limit of a unit's global memory, e.g. 512M, 4G

}  // namespace dart
