#pragma once

/// \file
/// What the CUDA module can report about a host's GPUs without using one.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dart {

/// A GPU, with CUDA's number and properties.
struct GpuInfo {
  int number = 0;  ///< number that dartrun --gpu-map takes
  std::string name;
  std::string uuid;
  std::string pci_bus_id;
  int numa_node = -1;  ///< -1 if unknown
  std::uint64_t memory_bytes = 0;
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  /// whether other processes can map its memory at a given address (VMM)
  bool virtual_memory = false;
  bool file_handles = false;  ///< whether such memory can be passed as a file descriptor
  bool rdma = false;          ///< whether network adapters can access its memory (GPUDirect RDMA)
  /// whether its atomics on host memory and those of the CPU exclude each other
  bool host_native_atomics = false;
};

/// How kernels and copies of one GPU access the memory of another one.
struct GpuLink {
  enum Kind { self, nvlink, pcie, none };  ///< none: only through host memory
  Kind kind = none;
  bool peer_access = false;
  bool native_atomics = false;
  int performance_rank = 0;  ///< CUDA's ranking of links; 0 is the best
};

struct GpuSurvey {
  /// newest CUDA version that the driver supports: 1000 * major + 10 * minor
  int driver_version = 0;
  int runtime_version = 0;  ///< CUDA version of the module
  std::vector<GpuInfo> gpus;
  std::vector<GpuLink> links;  ///< the link from gpu i to gpu j is links[i * gpus.size() + j]
  std::string trouble;         ///< why no GPU can be used, and the remedy; empty if one can

  const GpuLink& link(std::size_t from, std::size_t to) const
  {
    return links[from * gpus.size() + to];
  }
};

/// Entry point of the module libdart-cuda.so. It creates no context and throws no exceptions.
inline constexpr char gpu_survey_entry[] = "dart_cuda_survey";
using GpuSurveyEntry = void (*)(GpuSurvey* survey);

}  // namespace dart
