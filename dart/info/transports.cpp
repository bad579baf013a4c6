#include "transports.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "job/job.h"
#include "modules.h"

namespace dart::info {
namespace {

TransportInfo shared_memory()
{
  TransportInfo info{"shared memory", false, "global memory of the units of a host"};
  const int fd = job_create(1);
  JobBlock* const job = fd >= 0 ? job_map(fd) : nullptr;
  info.available = job != nullptr;
  if (!info.available) info.detail = std::string("no memory file: ") + std::strerror(errno);
  if (job != nullptr) munmap(job, job_block_bytes);
  if (fd >= 0) close(fd);
  return info;
}

/// Reads a variable in the memory of a child process. \return errno, 0 on success
int read_from_child()
{
  int number = 1;
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    for (;;) pause();
  }
  int copy = 0;
  const iovec to{&copy, sizeof copy}, from{&number, sizeof number};
  const ssize_t read = process_vm_readv(child, &to, 1, &from, 1, 0);
  const int error = read == sizeof copy ? 0 : errno;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return error;
}

TransportInfo cross_memory_attach()
{
  TransportInfo info{"cross-memory attach", false, "memory that units register"};
  const int error = read_from_child();
  info.available = error == 0;
  if (error != 0) {
    info.detail = std::string(std::strerror(error)) +
                  "; allow ptrace among a user's processes (kernel.yama.ptrace_scope 0 or 1; in "
                  "containers also the seccomp profile)";
  }
  return info;
}

TransportInfo mpi()
{
  TransportInfo info{
      "MPI", true, "start by mpirun; messages and one-sided operations between hosts"};
  const std::string trouble = launcher::module_trouble("libdart-mpi.so");
  if (!trouble.empty()) {
    info.available = false;
    info.detail = trouble + "; build with -DDASH_WITH_MPI=ON to start by mpirun";
  }
  return info;
}

TransportInfo verbs(const std::vector<Adapter>& adapters)
{
  TransportInfo info{"verbs", false, ""};
  const std::string trouble = launcher::module_trouble("libdart-ib.so");
  std::string usable;
  for (const Adapter& adapter : adapters) {
    if (adapter.usable()) usable += (usable.empty() ? "" : ", ") + adapter.name;
  }
  if (!trouble.empty()) {
    info.detail = trouble + "; build with -DDASH_WITH_IB=ON, and install libibverbs1";
  } else if (adapters.empty()) {
    info.detail = "no adapter here";
  } else if (usable.empty()) {
    info.detail = "no adapter with an active port that this process may use, see there";
  } else {
    info.available = true;
    info.detail = "one-sided operations between hosts by " + usable;
  }
  return info;
}

bool all_gpus(const GpuSurvey& survey, bool GpuInfo::* property)
{
  return std::all_of(survey.gpus.begin(), survey.gpus.end(), [property](const GpuInfo& gpu) {
    return gpu.*property;
  });
}

constexpr char no_gpu[] = "no GPU to use, see there";

TransportInfo cuda_virtual_memory(const GpuSurvey& survey)
{
  TransportInfo info{"CUDA virtual memory", false, no_gpu};
  if (survey.gpus.empty()) return info;
  info.available =
      all_gpus(survey, &GpuInfo::virtual_memory) && all_gpus(survey, &GpuInfo::file_handles);
  info.detail = info.available
                    ? "device memory at the same address in each process"
                    : "a GPU cannot export memory as a file; DART_GPU_EXPORT=ipc takes its place";
  return info;
}

TransportInfo cuda_ipc(const GpuSurvey& survey)
{
  if (survey.gpus.empty()) return {"CUDA IPC", false, no_gpu};
  return {"CUDA IPC", true, "device memory where there is no virtual memory (DART_GPU_EXPORT=ipc)"};
}

}  // namespace

std::vector<TransportInfo> inspect_transports(
    const GpuSurvey& gpus, const std::vector<Adapter>& adapters)
{
  return {
      shared_memory(),
      cross_memory_attach(),
      mpi(),
      verbs(adapters),
      cuda_virtual_memory(gpus),
      cuda_ipc(gpus),
      {"emulated GPU", true, "device memory without a GPU (--gpu-backend emulated)"}};
}

}  // namespace dart::info
