#include "net/bootstrap.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/environment.h"
#include "base/module.h"
#include "job/job.h"
#include "net/launched_apart.h"

namespace dart {
namespace {

/// Start-up under dartrun, whose units inherit the job's file, or of a single process.
class JobBootstrap final : public Bootstrap {
 public:
  JobBootstrap(int fd, std::uint32_t units, dart_unit_t unit) : fd_(fd), hosts_(units, unit) {}

  const Hosts& hosts() const override { return hosts_; }
  int job_file() override { return fd_; }
  // The launcher ends the other units.
  [[noreturn]] void abort(int code) override { _exit(code); }

 private:
  int fd_;
  Hosts hosts_;
};

/// Whether the descriptor is the memory file of a run with \p units units.
bool is_job_of(int fd, std::int64_t units)
{
  struct stat file{};
  if (fstat(fd, &file) != 0 || file.st_size < off_t(job_block_bytes)) return false;
  JobBlock* job = job_map(fd);
  if (job == nullptr) return false;
  const bool matches = job->magic == JobBlock::magic_value && job->units == units;
  munmap(job, job_block_bytes);
  return matches;
}

std::unique_ptr<Bootstrap> bootstrap_from_launcher()
{
  const int fd = static_cast<int>(environment_integer(env_job_fd).value());
  const auto units = environment_integer(env_units);
  if (!units)
    throw std::runtime_error("DART_JOB_FD is set but DART_UNITS is not; start by dartrun");
  const auto unit = environment_integer(env_unit, *units - 1);
  if (!unit) throw std::runtime_error("DART_JOB_FD is set but DART_UNIT is not; start by dartrun");
  if (!is_job_of(fd, *units)) {
    throw std::runtime_error(
        "DART_JOB_FD=" + std::to_string(fd) + " is no memory file of a run of " +
        std::to_string(*units) + " units; start by dartrun, or unset DART_JOB_FD to run alone");
  }
  // Programs that this unit starts are not part of the job.
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  return std::make_unique<JobBootstrap>(fd, *units, *unit);
}

std::unique_ptr<Bootstrap> bootstrap_alone()
{
  const auto units = environment_integer(env_units);
  if (units && *units > 1) {
    throw std::runtime_error(
        "DART_UNITS=" + std::to_string(*units) +
        " but the program was started alone; start it by dartrun -n " + std::to_string(*units));
  }
  const int fd = job_create(1);
  if (fd < 0) throw std::runtime_error(std::string("memfd_create: ") + std::strerror(errno));
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  return std::make_unique<JobBootstrap>(fd, 1, 0);
}

std::unique_ptr<Bootstrap> bootstrap_from_mpi()
{
  const auto entry = reinterpret_cast<MpiModuleEntry>(module_entry(
      "libdart-mpi.so", mpi_module_entry,
      "the program was started by an MPI launcher: build with -DDASH_WITH_MPI=ON, set "
      "DART_MODULE_PATH, or start by dartrun"));
  return std::unique_ptr<Bootstrap>(entry({&job_create, emulated_hosts(), &log_for_module}));
}

/// Without MPI, a run is restricted to one host.
void require_one_host()
{
  if (emulated_hosts() == 1) return;
  throw std::runtime_error(
      "DART_HOSTS_EMULATED=" + std::to_string(emulated_hosts()) +
      " but the program was not started by MPI; start it by dartrun --hosts-emulated or mpirun");
}

std::unique_ptr<Bootstrap> bootstrap_without_launcher()
{
  require_one_host();
  return bootstrap_alone();
}

/// The variable by which an MPI launcher shows that it has started this process; nullptr if none.
const char* sign_of_mpi()
{
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return name;
  }
  return nullptr;
}

/// A process that has more privileges than its caller must not take the caller's word for what it
/// maps and loads. It does not run alone either, which would look like a run of several units.
void require_equal_privileges(const char* sign)
{
  if (sign == nullptr || !has_raised_privileges()) return;
  throw std::runtime_error(
      std::string(sign) +
      " is not honoured by a program with raised privileges (set-user-ID, set-group-ID, file "
      "capabilities); start the launcher with these privileges instead");
}

}  // namespace

std::unique_ptr<Bootstrap> make_bootstrap()
{
  const char* job_fd = std::getenv(env_job_fd);
  const bool by_launcher = job_fd != nullptr && *job_fd != '\0';
  const char* sign = by_launcher ? env_job_fd : sign_of_mpi();
  require_equal_privileges(sign);
  if (by_launcher) {
    require_one_host();
    return bootstrap_from_launcher();
  }
  auto bootstrap = sign != nullptr ? bootstrap_from_mpi() : bootstrap_without_launcher();
  if (bootstrap->hosts().units() == 1) warn_if_launched_apart();
  return bootstrap;
}

}  // namespace dart
