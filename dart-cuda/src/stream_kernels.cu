#include "stream_kernels.h"

#include <algorithm>

#include "kernel_code.h"
#include "kernel_launch.h"
#include "kernel_waits.h"
#include "move_words.h"

namespace dart::cuda {
namespace {

constexpr unsigned warp = 32, most_threads = 512;
/// A cluster that copies has so many blocks: as many as all GPUs with clusters support.
constexpr unsigned portable_blocks = 8;
/// A thread that copies loads so many words before it stores the first one.
constexpr std::size_t most_words_of_thread = 4;
/// Copies from or to host memory, for which kernels have far less bandwidth than copy engines.
constexpr std::size_t most_host_bytes = 4096;

/// Waits for all threads of a cluster. Without clusters, kernels that need it have one block.
__device__ void sync_cluster()
{
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
#else
  __syncthreads();
#endif
}

/// One cluster.
__global__ void __launch_bounds__(most_threads)
    copy_flagged(const __grid_constant__ FlaggedCopy copy)
{
  const unsigned self = blockIdx.x * blockDim.x + threadIdx.x;
  move_words({copy.to, copy.from, copy.bytes}, self, gridDim.x * blockDim.x);
  sync_cluster();
  if (self != 0) return;
  if (copy.update == FlagUpdate::set) return store_release(copy.flag, copy.value);
  __threadfence_system();
  atomicAdd_system(reinterpret_cast<unsigned long long*>(copy.flag), copy.value);
}

__global__ void await_flag(const FlagWord* flag, FlagCondition condition, FaultPlace place)
{
  if (place.time_limit != 0 && is_broken(place)) return;
  // A switch as in FlagCondition::holds, which host code uses.
  const FlagWord value = condition.value;
  const Patience patience(place);
  switch (condition.comparison) {
    case DART_FLAG_EQUAL:
      await(flag, patience, 0, [=](FlagWord seen) { return seen == value; });
      break;
    case DART_FLAG_DIFFERENT:
      await(flag, patience, 0, [=](FlagWord seen) { return seen != value; });
      break;
    case DART_FLAG_REACHED:
      await_number(flag, patience, 0, value);
      break;
    case DART_FLAG_ANY_BIT:
      await(flag, patience, 0, [=](FlagWord seen) { return (seen & value) != 0; });
      break;
  }
}

struct Parts {
  unsigned units;
  DescribedCopy::Part of[DescribedCopy::most_units];
};

/// Whether bytes at an offset lie in a part of a unit.
__device__ bool has(const Parts& parts, dart_unit_t unit, std::uint64_t offset, std::uint64_t bytes)
{
  if (unit < 0 || static_cast<unsigned>(unit) >= parts.units) return false;
  const std::uint64_t room = parts.of[unit].bytes;
  return offset <= room && bytes <= room - offset;
}

__device__ bool is_valid(const Parts& parts, const dart_put_description_t& put)
{
  const bool has_flag =
      put.value == 0 || (has(parts, put.unit, put.flag_offset, sizeof(FlagWord)) &&
                         put.flag_offset % sizeof(FlagWord) == 0);
  return has_flag && has(parts, put.unit, put.offset, put.nbytes);
}

__global__ void copy_described(
    const dart_put_description_t* description, const std::byte* source,
    const __grid_constant__ Parts parts)
{
  const dart_put_description_t put = *description;
  if (!is_valid(parts, put)) return;
  std::byte* const to = parts.of[put.unit].begin + put.offset;
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  const std::size_t self = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  move_words({to, source, put.nbytes}, self, stride);
}

__global__ void set_described_flag(
    const dart_put_description_t* description, const __grid_constant__ Parts parts,
    FaultPlace place)
{
  const dart_put_description_t put = *description;
  if (!is_valid(parts, put)) return report(place, put.unit, put.offset);
  if (put.value == 0) return;
  std::byte* const flag = parts.of[put.unit].begin + put.flag_offset;
  store_release(reinterpret_cast<FlagWord*>(flag), put.value);
}

struct Places {
  unsigned units, me;
  FlagWord* count;
  const FlagWord* arrived;
  FlagWord* at[QueueMeeting::most_units];
};

/// A thread for each unit tells that unit that this one has come, and waits for it. The number of
/// the meeting is in memory, so that the same launch can be executed again. A meeting that is left
/// out counts, so that later ones of all units still belong together.
__global__ void meet(const __grid_constant__ Places places, FaultPlace place)
{
  const FlagWord number = *places.count + 1;
  const bool is_held = !is_left_out(place);
  const unsigned unit = threadIdx.x;
  if (is_held && unit < places.units && unit != places.me) {
    store_release(places.at[unit], number);
    await_number(places.arrived + unit, Patience(place), unit, number);
  }
  if (unit == places.me) *places.count = number;
}

/// Number of the words that threads copy.
std::size_t words_of(const FlaggedCopy& copy)
{
  return copy.bytes / word_bytes({copy.to, copy.from, copy.bytes});
}

}  // namespace

unsigned blocks_of_cluster()
{
  return is_compiled_for(&copy_flagged, 90) ? portable_blocks : 1;
}

bool is_small_for_kernel(const FlaggedCopy& copy, unsigned most_blocks)
{
  if (!copy.is_of_gpus) return copy.bytes <= most_host_bytes;
  return words_of(copy) <= most_blocks * most_threads * most_words_of_thread;
}

cudaError_t launch_flagged_copy(const FlaggedCopy& copy, unsigned most_blocks, cudaStream_t stream)
{
  const std::size_t words = std::max<std::size_t>(words_of(copy), 1);
  const auto parts_of = [&](std::size_t size) { return (words + size - 1) / size; };
  const unsigned blocks = std::min<unsigned>(parts_of(most_threads), most_blocks);
  const unsigned threads = std::min<unsigned>(parts_of(warp) * warp, most_threads);
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {blocks, 1, 1};
  const auto config = launch_config(blocks, threads, stream, blocks > 1 ? &cluster : nullptr);
  return cudaLaunchKernelEx(&config, copy_flagged, copy);
}

cudaError_t launch_await_flag(
    const FlagWord* flag, const FlagCondition& condition, const FaultPlace& place,
    cudaStream_t stream)
{
  await_flag<<<1, 1, 0, stream>>>(flag, condition, place);
  return cudaGetLastError();
}

cudaError_t launch_put_described(
    const DescribedCopy& copy, const FaultPlace& place, cudaStream_t stream)
{
  constexpr unsigned blocks = 64, threads = 512;  // the size is not known here
  Parts parts{static_cast<unsigned>(copy.parts.size()), {}};
  std::copy(copy.parts.begin(), copy.parts.end(), parts.of);
  copy_described<<<blocks, threads, 0, stream>>>(copy.description, copy.source, parts);
  const cudaError_t launched = cudaGetLastError();
  if (launched != cudaSuccess) return launched;
  set_described_flag<<<1, 1, 0, stream>>>(copy.description, parts, place);
  return cudaGetLastError();
}

cudaError_t launch_meet(const QueueMeeting& meeting, const FaultPlace& place, cudaStream_t stream)
{
  Places places{
      static_cast<unsigned>(meeting.places.size()), meeting.me, meeting.count, meeting.arrived, {}};
  std::copy(meeting.places.begin(), meeting.places.end(), places.at);
  const unsigned threads = (places.units + 31) / 32 * 32;
  meet<<<1, threads, 0, stream>>>(places, place);
  return cudaGetLastError();
}

cudaError_t load_stream_kernels()
{
  cudaFuncAttributes attributes;
  cudaError_t loaded = cudaFuncGetAttributes(&attributes, copy_flagged);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, await_flag);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, copy_described);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, set_described_flag);
  return loaded == cudaSuccess ? cudaFuncGetAttributes(&attributes, meet) : loaded;
}

}  // namespace dart::cuda
