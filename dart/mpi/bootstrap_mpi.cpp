// Start-up under an MPI launcher: the module libdart-mpi.so, the only code that calls MPI.

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "bootstrap.h"
#include "job.h"

namespace dart {
namespace {

void check(int code, const char* call)
{
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw std::runtime_error(std::string(call) + ": " + std::string(text, length));
}

/// Ends MPI with the process if this module started it: MPI cannot be started twice.
void finalize_mpi()
{
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) MPI_Finalize();
}

class MpiBootstrap final : public Bootstrap {
public:
  explicit MpiBootstrap(int (*job_create)(unsigned)) : job_create_(job_create)
  {
    int initialized = 0;
    check(MPI_Initialized(&initialized), "MPI_Initialized");
    if (initialized == 0) {
      int provided = 0;
      check(
          MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided), "MPI_Init_thread");
      std::atexit(finalize_mpi);
    }
    check(MPI_Comm_dup(MPI_COMM_WORLD, &world_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
    check(MPI_Comm_rank(world_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(world_, &size_), "MPI_Comm_size");
  }

  int rank() const override { return rank_; }

  int job_file() override
  {
    require_one_host();
    if (size_ > static_cast<int>(max_units_per_host)) {
      throw std::runtime_error(
          std::to_string(size_) + " units on one host, at most " +
          std::to_string(max_units_per_host) + " are possible");
    }
    struct {
      int pid, fd, error;
    } leader{};
    if (rank_ == 0) {
      leader = {getpid(), job_create_(size_), errno};
    }
    check(MPI_Bcast(&leader, 3, MPI_INT, 0, world_), "MPI_Bcast");
    if (leader.fd < 0) {
      throw std::runtime_error(std::string("memfd_create: ") + std::strerror(leader.error));
    }
    int fd = leader.fd;
    if (rank_ != 0) {
      const std::string path =
          "/proc/" + std::to_string(leader.pid) + "/fd/" + std::to_string(leader.fd);
      fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    } else {
      fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    require_all(fd >= 0, std::string("cannot open the memory file of unit 0: ") +
                             std::strerror(errno) + "; units need one user and PID namespace");
    return fd;
  }

  [[noreturn]] void abort(int code) override
  {
    MPI_Abort(world_, code);
    _exit(code);
  }

private:
  /// Throws on all units unless \c mine holds on each, so that none waits for another.
  void require_all(bool mine, const std::string& error)
  {
    const int ok = mine;
    int all_ok = 0;
    check(MPI_Allreduce(&ok, &all_ok, 1, MPI_INT, MPI_MIN, world_), "MPI_Allreduce");
    if (all_ok == 0) throw std::runtime_error(mine ? "another unit could not start" : error);
  }

  void require_one_host()
  {
    MPI_Comm host = MPI_COMM_NULL;
    check(
        MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
        "MPI_Comm_split_type");
    int on_host = 0;
    check(MPI_Comm_size(host, &on_host), "MPI_Comm_size");
    MPI_Comm_free(&host);
    if (on_host != size_) {
      throw std::runtime_error(
          "the " + std::to_string(size_) + " units run on several hosts (" +
          std::to_string(on_host) +
          " on this one), which this version does not connect; start all units on one host");
    }
  }

  int (*job_create_)(unsigned);
  MPI_Comm world_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 0;
};

}  // namespace
}  // namespace dart

extern "C" __attribute__((visibility("default"))) dart::Bootstrap* dart_make_mpi_bootstrap(
    int (*job_create)(unsigned units))
{
  return new dart::MpiBootstrap(job_create);
}
