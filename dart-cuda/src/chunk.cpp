#include "chunk.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/log.h"
#include "cuda_check.h"
#include "driver.h"
#include "page_set.h"

namespace dart::cuda {
namespace {

CUdeviceptr device_pointer(const std::byte* address)
{
  return reinterpret_cast<CUdeviceptr>(address);
}

/// Owns a reference to an allocation. Mappings and exported descriptors keep the memory alive after
/// it is released.
class AllocationHandle {
 public:
  AllocationHandle() = default;
  ~AllocationHandle()
  {
    if (value != 0) driver().cuMemRelease(value);
  }
  AllocationHandle(const AllocationHandle&) = delete;
  AllocationHandle& operator=(const AllocationHandle&) = delete;

  CUmemGenericAllocationHandle value = 0;
};

CUmemAllocationProp properties_of(const Gpu& gpu)
{
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = gpu.ordinal();
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  properties.allocFlags.gpuDirectRDMACapable =
      gpu.attribute(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED) != 0;
  return properties;
}

/// Maps an allocation and gives access to all GPUs that can reach its GPU.
void map(
    const AllocationHandle& handle, std::byte* address, std::uint64_t bytes, const Gpu& gpu,
    const Gpus& gpus)
{
  const auto accessors = gpus.accessors_of(gpu);
  DART_CUDA(driver().cuMemMap(device_pointer(address), bytes, 0, handle.value, 0));
  try {
    DART_CUDA(driver().cuMemSetAccess(
        device_pointer(address), bytes, accessors.data(), accessors.size()));
  } catch (const CudaError&) {
    driver().cuMemUnmap(device_pointer(address), bytes);
    throw;
  }
}

/// Raises the limit of open descriptors: each chunk keeps one open, so the usual soft limit of 1024
/// would soon be reached.
void raise_descriptor_limit()
{
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::optional<Chunk> make_vmm_chunk(
    Gpu& gpu, const Gpus& gpus, std::byte* address, std::uint64_t bytes, ChunkRecord& record)
{
  [[maybe_unused]] static const bool raised = (raise_descriptor_limit(), true);
  const CUmemAllocationProp properties = properties_of(gpu);
  AllocationHandle handle;
  const CUresult created = driver().cuMemCreate(&handle.value, bytes, &properties, 0);
  if (created == CUDA_ERROR_OUT_OF_MEMORY) return std::nullopt;
  check(created, "cuMemCreate");
  map(handle, address, bytes, gpu, gpus);
  const CUresult exported = driver().cuMemExportToShareableHandle(
      &record.fd, handle.value, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
  if (exported != CUDA_SUCCESS) {
    driver().cuMemUnmap(device_pointer(address), bytes);
    check(exported, "cuMemExportToShareableHandle (are all file descriptors in use, ulimit -n?)");
  }
  return Chunk{address, bytes, Export::vmm};
}

std::optional<Chunk> make_ipc_chunk(std::uint64_t bytes, ChunkRecord& record)
{
  void* address = nullptr;
  if (!is_allocated(cudaMalloc(&address, bytes), "cudaMalloc")) return std::nullopt;
  const cudaError_t exported = cudaIpcGetMemHandle(&record.ipc_handle, address);
  if (exported != cudaSuccess) {
    cudaFree(address);
    check(exported, "cudaIpcGetMemHandle");
  }
  return Chunk{static_cast<std::byte*>(address), bytes, Export::ipc};
}

}  // namespace

Reservation::Reservation(std::byte* wanted, std::size_t bytes) : bytes_(bytes)
{
  CUdeviceptr granted = 0;
  DART_CUDA(driver().cuMemAddressReserve(&granted, bytes, page_bytes, device_pointer(wanted), 0));
  address_ = reinterpret_cast<std::byte*>(granted);
  if (address_ == wanted) return;
  log(LogLevel::warn,
      "the CUDA driver does not grant the addresses at %p for device memory; this process sees it "
      "at %p, so addresses of device memory differ between processes",
      static_cast<void*>(wanted), static_cast<void*>(address_));
}

Reservation::~Reservation()
{
  driver().cuMemAddressFree(device_pointer(address_), bytes_);
}

bool can_export_vmm(const Gpu& gpu)
{
  if (gpu.attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) == 0 ||
      gpu.attribute(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED) == 0) {
    return false;
  }
  // Containers may forbid the system call that copies a descriptor from another process.
  const int copy = fetch_descriptor(getpid(), STDERR_FILENO);
  if (copy < 0) return errno == EBADF;  // the call is permitted, but standard error is closed
  close(copy);
  CUmemAllocationProp properties = properties_of(gpu);
  std::size_t granularity = 0;
  DART_CUDA(driver().cuMemGetAllocationGranularity(
      &granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  return page_bytes % granularity == 0;
}

std::optional<Chunk> make_chunk(
    Gpu& gpu, const Gpus& gpus, Export how, std::byte* address, std::uint64_t bytes,
    ChunkRecord& record)
{
  OnGpu on(gpu);
  record.how = how;
  return how == Export::vmm ? make_vmm_chunk(gpu, gpus, address, bytes, record)
                            : make_ipc_chunk(bytes, record);
}

void free_chunk(const Chunk& chunk, const ChunkRecord& record)
{
  if (chunk.how == Export::ipc) {
    DART_CUDA(cudaFree(chunk.address));
    return;
  }
  DART_CUDA(driver().cuMemUnmap(device_pointer(chunk.address), chunk.bytes));
  close(record.fd);
}

int fetch_descriptor(int pid, int fd)
{
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return -1;
  const int copy = static_cast<int>(syscall(SYS_pidfd_getfd, process, fd, 0));
  const int error = errno;
  close(process);
  errno = error;
  return copy;
}

Chunk open_chunk(
    const ChunkOffer& offer, int fd, std::byte* address, const Gpu& owner, const Gpus& gpus)
{
  const std::uint64_t bytes = offer.end - offer.begin;
  if (offer.how == Export::ipc) {
    void* opened = nullptr;
    DART_CUDA(cudaIpcOpenMemHandle(&opened, offer.ipc_handle, cudaIpcMemLazyEnablePeerAccess));
    return {static_cast<std::byte*>(opened), bytes, Export::ipc};
  }
  AllocationHandle handle;
  DART_CUDA(driver().cuMemImportFromShareableHandle(
      &handle.value, reinterpret_cast<void*>(static_cast<std::uintptr_t>(fd)),
      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  map(handle, address, bytes, owner, gpus);
  return {address, bytes, Export::vmm};
}

void close_chunk(const Chunk& chunk)
{
  if (chunk.how == Export::ipc) {
    DART_CUDA(cudaIpcCloseMemHandle(chunk.address));
  } else {
    DART_CUDA(driver().cuMemUnmap(device_pointer(chunk.address), chunk.bytes));
  }
}

}  // namespace dart::cuda
