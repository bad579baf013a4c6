#include "job/job.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "base/file_limit.h"

namespace dart {

JobBlock* job_map(int fd)
{
  void* address =
      mmap(nullptr, job_block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return address == MAP_FAILED ? nullptr : static_cast<JobBlock*>(address);
}

int job_create(std::uint32_t units)
{
  const int fd = memfd_create(job_file_name, 0);
  if (fd < 0) return -1;
  JobBlock* job = nullptr;
  if (!file_limit_permits(job_block_bytes)) {
    close(fd);
    errno = EFBIG;
    return -1;
  }
  if (ftruncate(fd, job_block_bytes) != 0 || (job = job_map(fd)) == nullptr) {
    close(fd);
    return -1;
  }
  job->units = units;
  for (std::uint32_t unit = 0; unit < units && unit < max_units_per_host; ++unit)
    job->unit[unit].id = static_cast<std::int32_t>(unit);
  job->magic = JobBlock::magic_value;
  munmap(job, job_block_bytes);
  return fd;
}

namespace {

/// The lock that stands for a unit: a byte of the memory file. The kernel releases it when the
/// process ends; unlike a process id, it means no other process later.
struct flock lock_of(std::uint32_t unit, int type)
{
  struct flock lock{};
  lock.l_type = static_cast<short>(type);
  lock.l_whence = SEEK_SET;
  lock.l_start = unit;
  lock.l_len = 1;
  return lock;
}

}  // namespace

std::int32_t job_claim(int fd, std::uint32_t unit)
{
  for (;;) {
    struct flock lock = lock_of(unit, F_WRLCK);
    if (fcntl(fd, F_SETLK, &lock) == 0) return 0;
    if (errno != EAGAIN && errno != EACCES) return 0;  // there are no locks here
    if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
      return lock.l_pid > 0 ? lock.l_pid : -1;  // a process of another namespace has no id here
    }
  }
}

void job_give_up(int fd, std::uint32_t unit)
{
  struct flock lock = lock_of(unit, F_UNLCK);
  fcntl(fd, F_SETLK, &lock);
}

bool job_is_claimed(int fd, std::uint32_t unit)
{
  struct flock lock = lock_of(unit, F_WRLCK);
  return fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

}  // namespace dart
