#include "device_atomics.h"

#include <algorithm>
#include <cstring>

#include "atomic_kernel.h"
#include "cuda_check.h"
#include "host_waits.h"
#include "load_kernels.h"
#include "types/datatype.h"
#include "types/exclusive_update.h"

namespace dart::cuda {
namespace {

/// Size of the buffers for operands, compare values and results, each.
constexpr std::size_t batch_bytes = std::size_t(256) << 10;

const std::byte* at(const void* buffer, std::size_t offset)
{
  return buffer == nullptr ? nullptr : static_cast<const std::byte*>(buffer) + offset;
}

}  // namespace

DeviceAtomics::Lane::Lane(Gpu& its_gpu) : gpu(its_gpu)
{
  OnGpu on(gpu);
  const UncapturedCalls uncaptured;
  load_kernels();
  DART_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  void* memory = nullptr;
  DART_CUDA(cudaHostAlloc(&memory, 3 * batch_bytes, cudaHostAllocPortable | cudaHostAllocMapped));
  pinned = static_cast<std::byte*>(memory);
}

DeviceAtomics::Lane::~Lane()
{
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

DeviceAtomics::DeviceAtomics(Gpus& gpus, Buffers buffers)
    : buffers_(std::move(buffers)),
      lanes_(gpus.count())
{}

DeviceAtomics::~DeviceAtomics() = default;

DeviceAtomics::Lane& DeviceAtomics::lane(Gpu& gpu)
{
  std::lock_guard guard(mutex_);
  auto& found = lanes_[gpu.ordinal()];
  if (!found) found = std::make_unique<Lane>(gpu);
  return *found;
}

void DeviceAtomics::perform(
    Gpu& executor, std::byte* target, const AtomicRequest& request, SpinLock& lock)
{
  if (!has_atomic_kernel(request.type, reinterpret_cast<std::uintptr_t>(target))) {
    std::lock_guard guard(lock);
    apply_on_host(target, request);
    return;
  }
  Lane& lane = this->lane(executor);
  if (!launch_in_place(lane, target, request)) launch_in_batches(lane, target, request);
}

/// Launches kernels that access the caller's buffers directly. \return false if they cannot access
/// them
bool DeviceAtomics::launch_in_place(Lane& lane, std::byte* target, const AtomicRequest& request)
{
  const std::size_t width = basic_type_bytes[request.type];
  const std::size_t bytes = request.elements * width;
  bool reachable = true;
  const auto reach = [&](const void* buffer) -> std::byte* {
    if (buffer == nullptr || !reachable) return nullptr;
    const bool aligned = reinterpret_cast<std::uintptr_t>(buffer) % width == 0;
    std::byte* reached = aligned ? buffers_.for_kernels(lane.gpu, buffer, bytes) : nullptr;
    reachable = reached != nullptr;
    return reached;
  };
  const AtomicLaunch launch{request.type,           request.operation,      target,
                            reach(request.operand), reach(request.compare), reach(request.result),
                            request.elements};
  if (!reachable) return false;
  OnGpu on(lane.gpu);
  DART_CUDA(launch_atomic(launch, lane.stream));
  wait_for(lane.stream);
  return true;
}

void DeviceAtomics::launch_in_batches(Lane& lane, std::byte* target, const AtomicRequest& request)
{
  const std::size_t width = basic_type_bytes[request.type];
  std::lock_guard guard(lane.mutex);
  OnGpu on(lane.gpu);
  std::byte* const operand = lane.pinned;
  std::byte* const compare = operand + batch_bytes;
  std::byte* const result = compare + batch_bytes;
  for (std::size_t done = 0; done < request.elements;) {
    const std::size_t elements = std::min(request.elements - done, batch_bytes / width);
    const std::size_t offset = done * width, bytes = elements * width;
    if (request.operand != nullptr) buffers_.copy(operand, at(request.operand, offset), bytes);
    if (request.compare != nullptr) buffers_.copy(compare, at(request.compare, offset), bytes);
    const AtomicLaunch launch{
        request.type,
        request.operation,
        target + offset,
        request.operand != nullptr ? operand : nullptr,
        request.compare != nullptr ? compare : nullptr,
        request.result != nullptr ? result : nullptr,
        elements};
    DART_CUDA(launch_atomic(launch, lane.stream));
    wait_for(lane.stream);
    if (request.result != nullptr) {
      buffers_.copy(static_cast<std::byte*>(request.result) + offset, result, bytes);
    }
    done += elements;
  }
}

void DeviceAtomics::apply_on_host(std::byte* target, const AtomicRequest& request)
{
  const std::size_t bytes = request.elements * basic_type_bytes[request.type];
  const auto copy_of = [&](const void* buffer) {
    std::vector<std::byte> copy(buffer == nullptr ? 0 : bytes);
    if (buffer != nullptr) buffers_.copy(copy.data(), buffer, bytes);
    return copy;
  };
  const auto data_or_null = [](std::vector<std::byte>& values) {
    return values.empty() ? nullptr : values.data();
  };
  std::vector<std::byte> values = copy_of(target), operand = copy_of(request.operand),
                         compare = copy_of(request.compare),
                         result(request.result == nullptr ? 0 : bytes);
  AtomicRequest on_host = request;
  on_host.operand = data_or_null(operand);
  on_host.compare = data_or_null(compare);
  on_host.result = data_or_null(result);
  apply_exclusively(values.data(), on_host);
  buffers_.copy(target, values.data(), bytes);
  if (request.result != nullptr) buffers_.copy(request.result, result.data(), bytes);
}

}  // namespace dart::cuda
