/// Measures dash::sort and dash::sort_by_key on all GPUs in comparison with CUB's radix sorts of
/// the same numbers of keys, and of keys and values, on one GPU.

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

/// What moves.
enum class Moved { keys, keys_and_values };

/// Elements in one of two arrays on a GPU: CUB sorts from one into the other and back.
template <class T>
class RawBuffers {
 public:
  RawBuffers(int gpu, std::size_t size)
      : front_(bench::RawMemory<T>::on_gpu(gpu, size)),
        back_(bench::RawMemory<T>::on_gpu(gpu, size)),
        buffers_(front_.data(), back_.data())
  {}
  RawBuffers(const RawBuffers&) = delete;
  RawBuffers& operator=(const RawBuffers&) = delete;

  cub::DoubleBuffer<T>& operator*() { return buffers_; }

 private:
  bench::RawMemory<T> front_;
  bench::RawMemory<T> back_;
  cub::DoubleBuffer<T> buffers_;
};

/// All keys on one GPU, and values of the same type.
template <class Key, Moved moved>
class RawKeys {
 public:
  RawKeys(int gpu, std::size_t size)
      : size_(size),
        keys_(gpu, size),
        values_(gpu, moved == Moved::keys ? 1 : size),
        sort_(gpu, Sort{&*keys_, &*values_, size, stream_})
  {}

  void shuffle()
  {
    Key* const keys = (*keys_).Current();
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
    cub::DoubleBuffer<Key>* values;
    std::size_t size;
    cudaStream_t stream;

    cudaError_t operator()(void* storage, std::size_t& bytes) const
    {
      const int n = static_cast<int>(size), bits = 8 * sizeof(Key);
      using cub::DeviceRadixSort;
      if constexpr (moved == Moved::keys) {
        return DeviceRadixSort::SortKeys(storage, bytes, *keys, n, 0, bits, stream);
      } else {
        return DeviceRadixSort::SortPairs(storage, bytes, *keys, *values, n, 0, bits, stream);
      }
    }
  };

  std::size_t size_;
  bench::RawStream stream_;
  RawBuffers<Key> keys_, values_;
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

template <class Key, Moved moved>
void measure(bench::Bench& bench, const std::string& type)
{
  const std::size_t size = bench.sized(1 << 28, 1 << 16);
  dash::Array<Key> keys(size), values(moved == Moved::keys ? dash::size() : size);
  std::optional<RawKeys<Key, moved>> raw;
  if (bench::is_unit_0()) raw.emplace(bench::gpu_of(0), size);
  const auto sort = [&] {
    if constexpr (moved == Moved::keys) {
      dash::sort(keys.begin(), keys.end());
    } else {
      dash::sort_by_key(keys.begin(), keys.end(), values.begin());
    }
  };
  const auto seconds = bench.duel(
      {bench::Who::all, sort, [&] { shuffle(keys); }}, {bench::Who::one, [&] { raw->sort(); },
                                                        [&] {
                                                          if (raw) raw->shuffle();
                                                        }});
  bench.report(
      moved == Moved::keys ? "dash::sort" : "dash::sort_by_key",
      {{"type", type}, {"keys", size}, bench::gpu_units()},
      seconds.rate(static_cast<double>(size), bench::giga), "G/s", "cub::DeviceRadixSort, one GPU",
      moved == Moved::keys ? reach_on(bench::gpu_unit_count()) : bench::Reach{});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("sort", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
    measure<std::uint32_t, Moved::keys>(bench, "uint32");
    measure<std::uint64_t, Moved::keys>(bench, "uint64");
    measure<std::uint32_t, Moved::keys_and_values>(bench, "uint32");
    measure<std::uint64_t, Moved::keys_and_values>(bench, "uint64");
  });
}
