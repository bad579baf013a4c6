#include "transport/transport_table.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "job/job.h"

namespace dart {
namespace {

TransportVerdict always_works(const TransportRow& row, const HostFacts&)
{
  return {true, row.serves};
}

TransportVerdict probe_shared_memory(const TransportRow& row, const HostFacts&)
{
  const int fd = job_create(1);
  JobBlock* const job = fd >= 0 ? job_map(fd) : nullptr;
  TransportVerdict verdict{job != nullptr, row.serves};
  if (!verdict.works) verdict.detail = std::string("no memory file: ") + std::strerror(errno);
  if (job != nullptr) munmap(job, job_block_bytes);
  if (fd >= 0) close(fd);
  return verdict;
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

TransportVerdict probe_cross_memory_attach(const TransportRow& row, const HostFacts&)
{
  const int error = read_from_child();
  if (error == 0) return {true, row.serves};
  return {
      false, std::string(std::strerror(error)) +
                 "; allow ptrace among a user's processes (kernel.yama.ptrace_scope 0 or 1; in "
                 "containers also the seccomp profile)"};
}

TransportVerdict probe_module(const TransportRow& row, const HostFacts& facts)
{
  const std::string trouble = facts.module_trouble(row.module);
  if (trouble.empty()) return {true, row.serves};
  return {false, trouble + "; " + row.remedy};
}

TransportVerdict probe_verbs(const TransportRow& row, const HostFacts& facts)
{
  const TransportVerdict module = probe_module(row, facts);
  if (!module.works) return module;
  if (facts.adapters.empty()) return {false, "no adapter here"};
  if (facts.usable_adapters.empty()) {
    return {false, "no adapter with an active port that this process may use, see there"};
  }
  std::string names;
  for (const std::string& name : facts.usable_adapters) names += (names.empty() ? "" : ", ") + name;
  return {true, std::string(row.serves) + " by " + names};
}

constexpr char no_gpu[] = "no GPU to use, see there";

bool all_gpus(const GpuSurvey& survey, bool GpuInfo::* property)
{
  return std::all_of(survey.gpus.begin(), survey.gpus.end(), [property](const GpuInfo& gpu) {
    return gpu.*property;
  });
}

TransportVerdict probe_cuda_virtual_memory(const TransportRow& row, const HostFacts& facts)
{
  if (facts.gpus.gpus.empty()) return {false, no_gpu};
  if (all_gpus(facts.gpus, &GpuInfo::virtual_memory) &&
      all_gpus(facts.gpus, &GpuInfo::file_handles)) {
    return {true, row.serves};
  }
  return {false, "a GPU cannot export memory as a file; DART_GPU_EXPORT=ipc takes its place"};
}

TransportVerdict probe_cuda_ipc(const TransportRow& row, const HostFacts& facts)
{
  if (facts.gpus.gpus.empty()) return {false, no_gpu};
  return {true, row.serves};
}

constexpr char mpi_module[] = "libdart-mpi.so";
constexpr char mpi_remedy[] = "build with -DDASH_WITH_MPI=ON to start by mpirun";

constexpr TransportRow table[] = {
    {"shared memory", nullptr, nullptr, nullptr, "global memory of the units of a host",
     probe_shared_memory},
    {"cross-memory attach", nullptr, nullptr, nullptr, "memory that units register",
     probe_cross_memory_attach},
    {"verbs", "verbs", "libdart-ib.so", "build with -DDASH_WITH_IB=ON, and install libibverbs1",
     "one-sided operations between hosts", probe_verbs},
    {"MPI", "mpi", mpi_module, mpi_remedy,
     "start by mpirun; messages and one-sided operations between hosts", probe_module},
    {"messages", "messages", mpi_module, mpi_remedy,
     "operations between hosts by a thread of the target", probe_module},
    {"CUDA virtual memory", nullptr, "libdart-cuda.so", nullptr,
     "device memory at the same address in each process", probe_cuda_virtual_memory},
    {"CUDA IPC", nullptr, "libdart-cuda.so", nullptr,
     "device memory where there is no virtual memory (DART_GPU_EXPORT=ipc)", probe_cuda_ipc},
    {"emulated GPU", nullptr, nullptr, nullptr,
     "device memory without a GPU (--gpu-backend emulated)", always_works},
};

}  // namespace

std::span<const TransportRow> transport_table()
{
  return table;
}

const TransportRow* find_transport(const std::string& choice)
{
  const auto* row = std::find_if(std::begin(table), std::end(table), [&](const TransportRow& row) {
    return row.is_between_hosts() && row.choice == choice;
  });
  return row == std::end(table) ? nullptr : row;
}

std::vector<std::string> transport_choices()
{
  std::vector<std::string> choices{"auto"};
  for (const TransportRow& row : table) {
    if (row.is_between_hosts()) choices.emplace_back(row.choice);
  }
  return choices;
}

std::string transport_choices_text()
{
  const std::vector<std::string> choices = transport_choices();
  std::string text = choices.front();
  for (std::size_t k = 1; k < choices.size(); ++k) {
    text += (k + 1 < choices.size() ? ", " : " or ") + choices[k];
  }
  return text;
}

}  // namespace dart
