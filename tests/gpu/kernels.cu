#include "kernels.h"

#include <cstdint>

namespace dash::test {
namespace {

__global__ void add_one_to_all(const int* from, int* to, std::size_t elements)
{
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < elements) to[i] = from[i] + 1;
}

__global__ void store(volatile int* to)
{
  *to = 1;
}

}  // namespace

cudaError_t add_one(const int* from, int* to, std::size_t elements, cudaStream_t stream)
{
  constexpr unsigned threads = 256;
  const auto blocks = static_cast<unsigned>((elements + threads - 1) / threads);
  add_one_to_all<<<blocks, threads, 0, stream>>>(from, to, elements);
  const cudaError_t launched = cudaGetLastError();
  return launched == cudaSuccess ? cudaStreamSynchronize(stream) : launched;
}

cudaError_t launch_bad_store(cudaStream_t stream)
{
  store<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(std::uintptr_t(16)));
  return cudaGetLastError();
}

}  // namespace dash::test
