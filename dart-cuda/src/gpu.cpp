#include "gpu.h"

#include <cuda_runtime_api.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "cuda_check.h"
#include "driver.h"

namespace dart::cuda {
namespace {

thread_local int selected = -1;

}  // namespace

int count_gpus()
{
  constexpr char remedy[] = ", or run with --gpu-backend emulated";
  int driver_version = 0;
  cudaDriverGetVersion(&driver_version);
  if (driver_version == 0) {
    throw std::runtime_error(
        std::string("no CUDA driver on this machine; install the driver of its GPU") + remedy);
  }
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  const auto number = [](int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  };
  if (code == cudaErrorInsufficientDriver) {
    throw std::runtime_error(
        "the CUDA driver is too old: it supports CUDA " + number(driver_version) +
        ", the library was built with " + number(CUDART_VERSION) + "; install a newer driver" +
        remedy);
  }
  if (code == cudaErrorNoDevice || (code == cudaSuccess && count == 0)) {
    throw std::runtime_error(
        std::string("no GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES") + remedy);
  }
  if (code != cudaSuccess) {
    throw std::runtime_error(
        std::string("CUDA does not start: ") + cudaGetErrorString(code) + "; check nvidia-smi" +
        remedy);
  }
  return count;
}

Gpu::Gpu(int ordinal, int count) : ordinal_(ordinal)
{
  DART_CUDA(driver().cuDeviceGet(&device_, ordinal));
  for (int other = 0; other < count; ++other) {
    int reaches = 1;
    if (other != ordinal) DART_CUDA(cudaDeviceCanAccessPeer(&reaches, ordinal, other));
    reached_.push_back(reaches != 0);
  }
}

CUuuid Gpu::uuid() const
{
  CUuuid uuid{};
  DART_CUDA(driver().cuDeviceGetUuid(&uuid, device_));
  return uuid;
}

std::uint64_t Gpu::memory_bytes() const
{
  std::size_t bytes = 0;
  DART_CUDA(driver().cuDeviceTotalMem(&bytes, device_));
  return bytes;
}

int Gpu::attribute(CUdevice_attribute attribute) const
{
  int value = 0;
  DART_CUDA(driver().cuDeviceGetAttribute(&value, attribute, device_));
  return value;
}

CUcontext Gpu::context()
{
  std::call_once(
      once_, [this] { DART_CUDA(driver().cuDevicePrimaryCtxRetain(&context_, device_)); });
  return context_;
}

void Gpu::select()
{
  CUcontext current = nullptr;
  DART_CUDA(driver().cuCtxGetCurrent(&current));
  if (current != context()) DART_CUDA(driver().cuCtxSetCurrent(context()));
}

bool Gpu::updates(const Gpu& other) const
{
  if (ordinal_ == other.ordinal_) return true;
  int native = 0;
  DART_CUDA(cudaDeviceGetP2PAttribute(
      &native, cudaDevP2PAttrNativeAtomicSupported, ordinal_, other.ordinal_));
  return native != 0 && reaches(other);
}

Gpus::Gpus()
{
  const int count = count_gpus();
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    gpus_.push_back(std::make_unique<Gpu>(ordinal, count));
  }
}

int Gpus::find(const CUuuid& uuid) const
{
  for (const auto& gpu : gpus_) {
    const CUuuid mine = gpu->uuid();
    if (std::memcmp(&mine, &uuid, sizeof uuid) == 0) return gpu->ordinal();
  }
  return -1;
}

std::vector<CUmemAccessDesc> Gpus::accessors_of(const Gpu& gpu) const
{
  std::vector<CUmemAccessDesc> accessors;
  for (const auto& other : gpus_) {
    if (!other->reaches(gpu)) continue;
    CUmemAccessDesc access{};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = other->ordinal();
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    accessors.push_back(access);
  }
  return accessors;
}

int selected_gpu()
{
  return selected;
}

OnGpu::OnGpu(Gpu& gpu) : outer_(std::exchange(selected, gpu.ordinal()))
{
  try {
    const CUcontext wanted = gpu.context();
    CUcontext current = nullptr;
    DART_CUDA(driver().cuCtxGetCurrent(&current));
    if (current == wanted) return;
    DART_CUDA(driver().cuCtxPushCurrent(wanted));
    pushed_ = true;
  } catch (...) {
    selected = outer_;
    throw;
  }
}

OnGpu::~OnGpu()
{
  selected = outer_;
  CUcontext popped = nullptr;
  if (pushed_) driver().cuCtxPopCurrent(&popped);
}

}  // namespace dart::cuda
