#include "survey.h"

#include <cuda_runtime_api.h>

#include <cctype>
#include <fstream>
#include <string>

#include "cuda_check.h"
#include "gpu.h"

namespace dart::cuda {
namespace {

std::string hexadecimal(const CUuuid& uuid)
{
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "GPU-";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

/// The NUMA node that the kernel reports; -1 if it reports none.
int numa_node_of(std::string pci_bus_id)
{
  for (char& c : pci_bus_id) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  int node = -1;
  std::ifstream("/sys/bus/pci/devices/" + pci_bus_id + "/numa_node") >> node;
  return node;
}

GpuInfo info_of(const Gpu& gpu)
{
  cudaDeviceProp properties{};
  DART_CUDA(cudaGetDeviceProperties(&properties, gpu.ordinal()));
  char bus_id[32] = "";
  DART_CUDA(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, gpu.ordinal()));
  const auto has = [&](CUdevice_attribute attribute) { return gpu.attribute(attribute) != 0; };
  GpuInfo info;
  info.number = gpu.ordinal();
  info.name = properties.name;
  info.uuid = hexadecimal(gpu.uuid());
  info.pci_bus_id = bus_id;
  info.numa_node = numa_node_of(bus_id);
  info.memory_bytes = gpu.memory_bytes();
  info.compute_major = properties.major;
  info.compute_minor = properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.virtual_memory = has(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
  info.file_handles = has(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED);
  info.rdma = has(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED);
  info.host_native_atomics = has(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED);
  return info;
}

GpuLink link_between(const Gpu& from, const Gpu& to)
{
  GpuLink link;
  link.peer_access = from.reaches(to);
  link.native_atomics = from.updates(to);
  if (from.ordinal() == to.ordinal()) {
    link.kind = GpuLink::self;
    return link;
  }
  DART_CUDA(cudaDeviceGetP2PAttribute(
      &link.performance_rank, cudaDevP2PAttrPerformanceRank, from.ordinal(), to.ordinal()));
  // CUDA does not tell the kind of a link. Native atomics distinguish NVLink from PCIe.
  if (link.peer_access) link.kind = link.native_atomics ? GpuLink::nvlink : GpuLink::pcie;
  return link;
}

}  // namespace

GpuSurvey take_survey()
{
  const Gpus gpus;
  GpuSurvey survey;
  DART_CUDA(cudaDriverGetVersion(&survey.driver_version));
  DART_CUDA(cudaRuntimeGetVersion(&survey.runtime_version));
  for (int from = 0; from < gpus.count(); ++from) {
    survey.gpus.push_back(info_of(gpus[from]));
    for (int to = 0; to < gpus.count(); ++to) {
      survey.links.push_back(link_between(gpus[from], gpus[to]));
    }
  }
  return survey;
}

}  // namespace dart::cuda
