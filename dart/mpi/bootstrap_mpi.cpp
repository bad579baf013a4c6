// Start-up under an MPI launcher: the module libdart-mpi.so, which contains all code that calls
// MPI.

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "job/job.h"
#include "mpi_check.h"
#include "mpi_hosts.h"
#include "mpi_lock.h"
#include "mpi_network.h"
#include "net/bootstrap.h"

namespace dart {
namespace {

pid_t mpi_process = 0;  ///< in which this module has started MPI

/// Calls MPI_Finalize at the end of the process if this module has started MPI, because MPI cannot
/// be started twice. Processes that this one has forked have no MPI.
void finalize_mpi()
{
  if (getpid() == mpi_process && mpi_is_active()) MPI_Finalize();
}

/// Leaves out components of Open MPI for one-sided operations that do not suit the runtime:
/// osc/ucx, unless the user has chosen components, because it supports only 48 attached ranges; and
/// in any case osc/pt2pt, which serves TCP. A unit that completes its operations waits there for
/// other processes to enter MPI, which may wait in the same way for others (mpi_mutex).
void leave_out_components()
{
  const char* chosen = secure_getenv("OMPI_MCA_osc");
  std::string components = chosen != nullptr ? chosen : "^ucx";
  if (!components.starts_with('^') || components.find("pt2pt") != std::string::npos) return;
  setenv("OMPI_MCA_osc", (components += ",pt2pt").c_str(), 1);
}

/// Sets variables that Open MPI reads when it starts, unless the user has set them.
void prepare_open_mpi()
{
  leave_out_components();
  // Each allocation attaches a range. By default osc/rdma supports only 64.
  setenv("OMPI_MCA_osc_rdma_max_attach", "4096", 0);
}

/// Whether Open MPI's launcher reports that all processes run on this host.
bool is_one_host(std::uint32_t emulated_hosts)
{
  const char* here = secure_getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* all = secure_getenv("OMPI_COMM_WORLD_SIZE");
  return emulated_hosts == 1 && here != nullptr && all != nullptr && std::strcmp(here, all) == 0;
}

/// Throws if another program has been this unit before, or is it: MPI starts once in each process
/// that mpirun has started, and would end the process without naming that cause. The first program
/// leaves a mark in the folder that Open MPI has made for the run on this host, and removes at the
/// end of the run.
void require_first_program()
{
  const char* folder = secure_getenv("OMPI_FILE_LOCATION");
  const char* rank = secure_getenv("OMPI_COMM_WORLD_RANK");
  if (folder == nullptr || rank == nullptr) return;
  const std::string mark = std::string(folder) + "/dart-program-" + rank;
  const int file = open(mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) {
    close(file);
  } else if (errno == EEXIST) {
    throw std::runtime_error(
        "another program of this run has been the same unit: mpirun runs one program with MPI in "
        "each of its processes; start each program by an mpirun of its own, or by dartrun on one "
        "host");
  }
}

/// Starts MPI unless the program has done so. On several hosts, a program that calls MPI itself
/// concurrently with the runtime has to start MPI with MPI_THREAD_MULTIPLE, because the module's
/// lock does not protect the program's calls. On one host the runtime calls MPI only during its
/// start, so the thread level serves the program alone.
void start_mpi(std::uint32_t emulated_hosts)
{
  int initialized = 0;
  DART_MPI(MPI_Initialized, &initialized);
  if (initialized != 0) return;
  require_first_program();
  prepare_open_mpi();
  int provided = 0;
  const int level = is_one_host(emulated_hosts) ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
  DART_MPI(MPI_Init_thread, nullptr, nullptr, level, &provided);
  mpi_process = getpid();
  std::atexit(finalize_mpi);
}

class MpiBootstrap final : public Bootstrap {
 public:
  explicit MpiBootstrap(const MpiSetup& setup) : setup_(setup)
  {
    start_mpi(setup.emulated_hosts);
    DART_MPI(MPI_Comm_dup, MPI_COMM_WORLD, &world_);
    DART_MPI(MPI_Comm_set_errhandler, world_, MPI_ERRORS_RETURN);
    hosts_ = std::make_unique<Hosts>(find_hosts(world_, setup.emulated_hosts, &host_));
    if (hosts_->is_one()) return;
    require_threads();
    network_ = std::make_unique<MpiNetwork>(world_, setup.log);
  }

  const Hosts& hosts() const override { return *hosts_; }

  int job_file() override
  {
    const std::size_t units = hosts_->units_here().size();
    require_all(
        world_, units <= max_units_per_host,
        std::to_string(units) + " units on one host, at most " +
            std::to_string(max_units_per_host) + " are possible");
    JobFile file{};
    if (is_first_here()) file = create_job_file(units);
    DART_MPI(MPI_Bcast, &file, sizeof file, MPI_BYTE, 0, host_);
    if (file.fd >= 0 && !is_first_here()) file = open_job_file(file);
    require_all(world_, file.fd >= 0, std::string(file.step) + ": " + std::strerror(file.error));
    return file.fd;
  }

  Network* network() override { return network_.get(); }

  void show_waits(const WaitSight& sight) override { wait_sight = sight; }

  bool call_mpi(void (*function)(void*), void* argument) override
  {
    const MpiLock lock(mpi_mutex());
    if (!mpi_is_active()) return false;
    function(argument);
    return true;
  }

  [[noreturn]] void abort(int code) override
  {
    MPI_Abort(world_, code);
    _exit(code);
  }

 private:
  /// The memory file of a host as a descriptor in the process \c pid.
  struct JobFile {
    int pid, fd, error;
    char step[104];  ///< the step that failed, if fd is negative
  };

  bool is_first_here() const { return hosts_->index_of(hosts_->me()) == 0; }

  JobFile create_job_file(std::size_t units) const
  {
    const int fd = setup_.job_create(static_cast<unsigned>(units));
    const int error = errno;
    if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    return {getpid(), fd, error, "memfd_create"};
  }

  static JobFile open_job_file(const JobFile& first)
  {
    const std::string path =
        "/proc/" + std::to_string(first.pid) + "/fd/" + std::to_string(first.fd);
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    return {
        first.pid, fd, errno,
        "units of a host need one user and PID namespace; cannot open the memory file of its first "
        "unit"};
  }

  void require_threads() const
  {
    int level = MPI_THREAD_SINGLE;
    DART_MPI(MPI_Query_thread, &level);
    require_all(
        world_, level >= MPI_THREAD_SERIALIZED,
        "runs on several hosts call MPI from several threads, one at a time: start MPI by "
        "MPI_Init_thread with MPI_THREAD_SERIALIZED instead of MPI_Init, or leave that to "
        "dart_init");
  }

  MpiSetup setup_;
  MPI_Comm world_ = MPI_COMM_NULL;
  MPI_Comm host_ = MPI_COMM_NULL;  // units of this host, in the order of their indices
  std::unique_ptr<Hosts> hosts_;
  std::unique_ptr<MpiNetwork> network_;
};

}  // namespace
}  // namespace dart

extern "C" __attribute__((visibility("default"))) dart::Bootstrap* dart_make_mpi_bootstrap(
    const dart::MpiSetup& setup)
{
  return new dart::MpiBootstrap(setup);
}
