#include "stream_kernels.h"

#include <algorithm>

#include "kernel_waits.h"

namespace dart::cuda {
namespace {

__global__ void add_to_flag(FlagWord* flag, FlagWord value)
{
  __threadfence_system();
  atomicAdd_system(reinterpret_cast<unsigned long long*>(flag), value);
}

__global__ void await_flag(const FlagWord* flag, FlagCondition condition, FaultPlace place)
{
  if (place.time_limit != 0 && is_broken(place)) return;
  // A switch as in FlagCondition::holds, which host code uses.
  const FlagWord value = condition.value;
  switch (condition.comparison) {
    case DART_FLAG_EQUAL:
      await(flag, place, 0, [=](FlagWord seen) { return seen == value; });
      break;
    case DART_FLAG_DIFFERENT:
      await(flag, place, 0, [=](FlagWord seen) { return seen != value; });
      break;
    case DART_FLAG_REACHED:
      await_number(flag, place, 0, value);
      break;
    case DART_FLAG_ANY_BIT:
      await(flag, place, 0, [=](FlagWord seen) { return (seen & value) != 0; });
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
  const auto is_aligned =
      (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(source)) %
          sizeof(uint4) ==
      0;
  const std::size_t words = is_aligned ? put.nbytes / sizeof(uint4) : 0;
#pragma unroll 4
  for (std::size_t i = self; i < words; i += stride)
    reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(source)[i];
  for (std::size_t i = words * sizeof(uint4) + self; i < put.nbytes; i += stride) to[i] = source[i];
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
/// the meeting is in memory, so that the same launch can be executed again.
__global__ void meet(const __grid_constant__ Places places, FaultPlace place)
{
  if (place.time_limit != 0 && is_broken(place)) return;
  const FlagWord number = *places.count + 1;
  __syncthreads();
  const unsigned unit = threadIdx.x;
  if (unit < places.units && unit != places.me) {
    store_release(places.at[unit], number);
    await_number(places.arrived + unit, place, unit, number);
  }
  if (unit == places.me) *places.count = number;
}

}  // namespace

cudaError_t launch_add_to_flag(FlagWord* flag, FlagWord value, cudaStream_t stream)
{
  add_to_flag<<<1, 1, 0, stream>>>(flag, value);
  return cudaGetLastError();
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
  cudaError_t loaded = cudaFuncGetAttributes(&attributes, add_to_flag);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, await_flag);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, copy_described);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, set_described_flag);
  return loaded == cudaSuccess ? cudaFuncGetAttributes(&attributes, meet) : loaded;
}

}  // namespace dart::cuda
