#include "job/job.h"

#include <sys/mman.h>
#include <unistd.h>

namespace dart {

JobBlock* job_map(int fd)
{
  void* address =
      mmap(nullptr, job_block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return address == MAP_FAILED ? nullptr : static_cast<JobBlock*>(address);
}

int job_create(std::uint32_t units)
{
  const int fd = memfd_create("dart-job", 0);
  if (fd < 0) return -1;
  JobBlock* job = nullptr;
  if (ftruncate(fd, job_block_bytes) != 0 || (job = job_map(fd)) == nullptr) {
    close(fd);
    return -1;
  }
  job->units = units;
  job->magic = JobBlock::magic_value;
  munmap(job, job_block_bytes);
  return fd;
}

}  // namespace dart
