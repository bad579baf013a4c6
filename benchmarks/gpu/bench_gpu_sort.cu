/// Measures dash::sort on all GPUs in comparison with CUB's radix sort of the same number of keys
/// on one GPU.

#include <thrust/execution_policy.h>
#include <thrust/tabulate.h>

#include <cub/device/device_radix_sort.cuh>
#include <optional>

#include "gpu/cub_call.h"
#include "gpu/gpu.h"

namespace {

using bench::require;

/// The key at a position: SplitMix64 of the position.
template <class Key>
struct RandomKey {
  std::uint64_t first;

  __host__ __device__ Key operator()(std::size_t i) const
  {
    std::uint64_t x = (first + i) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return static_cast<Key>(x ^ (x >> 31));
  }
};

/// All keys on one GPU, in one of two arrays: CUB sorts from one into the other and back.
template <class Key>
class RawKeys {
 public:
  RawKeys(int gpu, std::size_t size)
      : size_(size),
        front_(bench::RawMemory<Key>::on_gpu(gpu, size)),
        back_(bench::RawMemory<Key>::on_gpu(gpu, size)),
        keys_(front_.data(), back_.data()),
        sort_(gpu, Sort{&keys_, size, stream_})
  {}

  void shuffle()
  {
    Key* const keys = keys_.Current();
    const auto policy = thrust::cuda::par_nosync.on(stream_);
    thrust::tabulate(policy, keys, keys + size_, RandomKey<Key>{0});
    stream_.wait();
  }

  void sort()
  {
    sort_();
    stream_.wait();
  }

 private:
  struct Sort {
    cub::DoubleBuffer<Key>* keys;
    std::size_t size;
    cudaStream_t stream;

    cudaError_t operator()(void* storage, std::size_t& bytes) const
    {
      return cub::DeviceRadixSort::SortKeys(
          storage, bytes, *keys, static_cast<int>(size), 0, 8 * sizeof(Key), stream);
    }
  };

  std::size_t size_;
  bench::RawStream stream_;
  bench::RawMemory<Key> front_;
  bench::RawMemory<Key> back_;
  cub::DoubleBuffer<Key> keys_;
  bench::CubCall<Sort> sort_;
};

template <class Key>
void shuffle(dash::Array<Key>& keys)
{
  const cudaStream_t stream = bench::unit_stream();
  const auto first = static_cast<std::uint64_t>(keys.pattern().lbegin());
  thrust::tabulate(
      thrust::cuda::par_nosync.on(stream), keys.lbegin(), keys.lend(), RandomKey<Key>{first});
  require(cudaStreamSynchronize(stream));
}

/// The least speedup over one GPU.
bench::Reach reach_on(int gpus)
{
  switch (gpus) {
    case 1:
      return bench::at_least_ratio(0.95);
    case 2:
      return bench::at_least_ratio(1.6);
    case 4:
      return bench::at_least_ratio(2.8);
    default:
      return {};
  }
}

template <class Key>
void measure(bench::Bench& bench, const std::string& type)
{
  const std::size_t size = bench.sized(1 << 28, 1 << 16);
  dash::Array<Key> keys(size);
  std::optional<RawKeys<Key>> raw;
  if (bench::is_unit_0()) raw.emplace(bench::gpu_of(0), size);
  const auto seconds = bench.duel(
      {bench::Who::all, [&] { dash::sort(keys.begin(), keys.end()); }, [&] { shuffle(keys); }},
      {bench::Who::one, [&] { raw->sort(); },
       [&] {
         if (raw) raw->shuffle();
       }});
  bench.report(
      "dash::sort", {{"type", type}, {"keys", size}, bench::gpu_units()},
      seconds.rate(static_cast<double>(size), bench::giga), "G/s", "cub::DeviceRadixSort, one GPU",
      reach_on(bench::gpu_unit_count()));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("sort", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
    measure<std::uint32_t>(bench, "uint32");
    measure<std::uint64_t>(bench, "uint64");
  });
}
