#pragma once

/// \file
/// The job: the data that the launcher and all units of a host share from the beginning.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/wait.h"
#include "base/wait_place.h"

namespace dart {

/// State of a unit, which the unit writes and the launcher reads to judge its end.
enum class UnitState : std::uint32_t {
  starting,   ///< the process exists and has not completed dart_init
  running,    ///< between dart_init and dart_exit
  finalized,  ///< after dart_exit; the unit may initialise again
};

/// Largest number of units on one host.
inline constexpr std::uint32_t max_units_per_host = 4096;

/// Start of the job's memory file. The kernel fills it with zeros, then job_create() initialises
/// it.
struct JobBlock {
  static constexpr std::uint64_t magic_value = 0x3342'4f4a'5452'4144;  // "DARTJOB3"

  std::uint64_t magic;
  std::uint32_t units;
  /// bit k is set if a unit could not map candidate address k
  std::atomic<std::uint32_t> arena_refusals;
  /// descriptor of the file of reserved huge pages in unit 0's process; -1: there is none
  std::atomic<std::int32_t> reserved_pages_file;
  alignas(64) WaitWord arrivals;  ///< counter of the job-wide barrier
  struct alignas(64) Unit {
    std::atomic<UnitState> state;
    std::atomic<std::int32_t> pid;
    std::atomic<std::uint32_t> inits;  ///< number of dart_init calls so far
    /// how often this unit has arrived at the job-wide barrier; used by the unit alone, and kept
    /// for the next program of the run
    WaitWord::Count barriers;
    /// a process that wanted to be this unit while another one was
    std::atomic<std::int32_t> second_pid;
    std::int32_t id;  ///< in the run
  } unit[max_units_per_host];
  WaitPlace wait[max_units_per_host];  ///< one for each unit of the host, too
};

/// Number of bytes at the start of the memory file that are reserved for the JobBlock.
inline constexpr std::size_t job_block_bytes = 2 * 1024 * 1024;
static_assert(sizeof(JobBlock) <= job_block_bytes);

/// Creates the memory file (memfd, without close-on-exec) of a run with \c units units.
/// \return the descriptor, or -1 with errno set
int job_create(std::uint32_t units);

/// Name of the memory file, by which processes that have it can be found.
inline constexpr char job_file_name[] = "dart-job";

/// Maps the JobBlock of a memory file. \return nullptr with errno set on failure
JobBlock* job_map(int fd);

/// Makes the calling process the only one that is \c unit, until it gives that up or ends for any
/// reason. \return 0, or the id of the process that is the unit; -1 if it has no id here
std::int32_t job_claim(int fd, std::uint32_t unit);
void job_give_up(int fd, std::uint32_t unit);
/// Whether a process is \c unit; to be asked by other processes.
bool job_is_claimed(int fd, std::uint32_t unit);

/// Environment variables by which the launcher passes information on the job to a unit.
inline constexpr char env_job_fd[] = "DART_JOB_FD";        ///< file descriptor of the memory file
inline constexpr char env_unit[] = "DART_UNIT";            ///< id of this unit
inline constexpr char env_units[] = "DART_UNITS";          ///< number of units
inline constexpr char env_cpu_units[] = "DART_CPU_UNITS";  ///< number of CPU units among them
/// number of GPU units, which are the last ones
inline constexpr char env_gpu_units[] = "DART_GPU_UNITS";
inline constexpr char env_gpu_backend[] = "DART_GPU_BACKEND";  ///< cuda or emulated
inline constexpr char env_gpu_map[] =
    "DART_GPU_MAP";  ///< GPUs that GPU units take in turn: 0,1,1; empty for all
/// Variables of runs on several hosts:
inline constexpr char env_hosts_emulated[] =
    "DART_HOSTS_EMULATED";  ///< number of hosts into which a machine is divided
inline constexpr char env_transport[] = "DART_TRANSPORT";  ///< auto, verbs, mpi or messages
inline constexpr char env_atomics[] = "DART_ATOMICS";      ///< owner or adapter
inline constexpr char env_network_timeout[] = "DART_NETWORK_TIMEOUT";  ///< seconds
inline constexpr char env_kernel_timeout[] = "DART_KERNEL_TIMEOUT";    ///< seconds
/// poll interval of the idle service thread
inline constexpr char env_service_poll[] = "DART_SERVICE_POLL_US";

/// asks for a line about the energy of the run: 1 or 0
inline constexpr char env_energy[] = "DART_ENERGY";
/// limit of a unit's global memory, for example 512M or 4G
inline constexpr char env_heap[] = "DART_HEAP";
inline constexpr char env_huge_pages[] = "DART_HUGE_PAGES";  ///< advised or reserved

}  // namespace dart
