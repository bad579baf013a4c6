#pragma once

/// \file
/// What the CUDA module can tell about a host's GPUs without using one: pure data.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dart {

/// A GPU, as CUDA counts and describes it.
struct GpuInfo {
  int number = 0;  ///< as in dartrun --gpu-map
  std::string name;
  std::string uuid;
  std::string pci_bus_id;
  int numa_node = -1;  ///< -1: not known
  std::uint64_t memory_bytes = 0;
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  bool virtual_memory = false;       ///< memory that other processes map at a given address (VMM)
  bool file_handles = false;         ///< such memory travels as a file descriptor
  bool rdma = false;                 ///< network adapters reach its memory (GPUDirect RDMA)
  bool host_native_atomics = false;  ///< atomics on host memory hold against those of the CPU
};

/// How kernels and copies of one GPU reach the memory of another.
struct GpuLink {
  enum Kind { self, nvlink, pcie, none };  ///< none: through host memory only
  Kind kind = none;
  bool peer_access = false;
  bool native_atomics = false;
  int performance_rank = 0;  ///< CUDA's order of links: 0 is the best
};

struct GpuSurvey {
  int driver_version = 0;  ///< newest CUDA version that the driver knows: 1000 * major + 10 * minor
  int runtime_version = 0;  ///< CUDA version of the module
  std::vector<GpuInfo> gpus;
  std::vector<GpuLink> links;  ///< of gpu i to gpu j: links[i * gpus.size() + j]
  std::string trouble;  ///< why there is no GPU to use, and the remedy; empty if there is one

  const GpuLink& link(std::size_t from, std::size_t to) const
  {
    return links[from * gpus.size() + to];
  }
};

/// Entry point of the module libdart-cuda.so. Creates no context; throws nothing.
inline constexpr char gpu_survey_entry[] = "dart_cuda_survey";
using GpuSurveyEntry = void (*)(GpuSurvey* survey);

}  // namespace dart
