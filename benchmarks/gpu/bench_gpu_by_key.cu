/// Measures algorithms on groups of neighbours with equal keys, over a whole array on all GPUs, in
/// comparison with Thrust on the part of one GPU. Each GPU has as many elements as the one of the
/// raw code, so the ratio is also the parallel efficiency.

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/tabulate.h>
#include <thrust/unique.h>

#include "gpu/cub_call.h"
#include "gpu/gpu.h"

namespace {

/// Keys of groups of 1, 2, …, 15, 16, 1, … elements.
struct KeyOfGroup {
  std::size_t first;

  __host__ __device__ int operator()(std::size_t i) const
  {
    constexpr std::size_t largest = 16, period = largest * (largest + 1) / 2;
    const std::size_t at = (first + i) % period;
    std::size_t group = 0;
    while ((group + 1) * (group + 2) / 2 <= at) ++group;
    return static_cast<int>((first + i) / period * largest + group);
  }
};

template <class T>
struct SmallValue {
  std::size_t first;

  __host__ __device__ T operator()(std::size_t i) const
  {
    return static_cast<T>((first + i) * 2654435761U % 7);
  }
};

template <class T>
class ByKey {
 public:
  ByKey(bench::Bench& bench, std::string type, std::size_t elements)
      : bench_(bench),
        type_(std::move(type)),
        elements_(elements),
        gpu_(bench::gpu_of(dash::myid().id)),
        keys_(elements * dash::size()),
        keys_out_(elements * dash::size()),
        values_(elements * dash::size()),
        out_(elements * dash::size()),
        raw_keys_(bench::RawMemory<int>::on_gpu(gpu_, elements)),
        raw_keys_out_(bench::RawMemory<int>::on_gpu(gpu_, elements)),
        raw_values_(bench::RawMemory<T>::on_gpu(gpu_, elements)),
        raw_out_(bench::RawMemory<T>::on_gpu(gpu_, elements)),
        memory_(gpu_, 32 * elements)
  {
    assign_raw();
  }

  void reduce()
  {
    assign();
    compare(
        "reduce_by_key",
        [&] { dash::reduce_by_key(keys_, values_, keys_out_.begin(), out_.begin()); }, [] {},
        [&] {
          thrust::reduce_by_key(
              policy(), raw_keys_.data(), raw_keys_.data() + elements_, raw_values_.data(),
              raw_keys_out_.data(), raw_out_.data());
        },
        [] {});
  }

  void scan()
  {
    assign();
    compare(
        "inclusive_scan_by_key", [&] { dash::inclusive_scan_by_key(keys_, values_, out_.begin()); },
        [] {},
        [&] {
          thrust::inclusive_scan_by_key(
              policy(), raw_keys_.data(), raw_keys_.data() + elements_, raw_values_.data(),
              raw_out_.data());
        },
        [] {});
  }

  void unique()
  {
    compare(
        "unique_by_key", [&] { dash::unique_by_key(keys_, values_); }, [&] { assign(); },
        [&] {
          thrust::unique_by_key(
              policy(), raw_keys_.data(), raw_keys_.data() + elements_, raw_values_.data());
        },
        [&] { assign_raw(); });
  }

 private:
  auto policy() { return thrust::cuda::par_nosync(memory_).on(stream_); }

  void assign_part(std::size_t first, int* keys, T* values)
  {
    thrust::tabulate(policy(), keys, keys + elements_, KeyOfGroup{first});
    thrust::tabulate(policy(), values, values + elements_, SmallValue<T>{first});
    stream_.wait();
  }
  void assign()
  {
    assign_part(
        elements_ * static_cast<std::size_t>(dash::myid().id), keys_.lbegin(), values_.lbegin());
  }
  void assign_raw() { assign_part(0, raw_keys_.data(), raw_values_.data()); }

  template <class Dash, class Before, class Raw, class BeforeRaw>
  void compare(const std::string& name, Dash dash, Before before, Raw raw, BeforeRaw before_raw)
  {
    const auto seconds = bench_.duel(
        {bench::Who::all, dash, before}, {bench::Who::one,
                                          [&] {
                                            raw();
                                            stream_.wait();
                                          },
                                          before_raw});
    bench_.report(
        name, {{"values", type_}, {"elements a GPU", elements_}, bench::gpu_units()},
        seconds.rate(static_cast<double>(elements_), bench::giga), "G/s", "thrust::" + name, {});
  }

  bench::Bench& bench_;
  std::string type_;
  std::size_t elements_;
  int gpu_;
  bench::RawStream stream_;
  dash::Array<int> keys_, keys_out_;
  dash::Array<T> values_, out_;
  bench::RawMemory<int> raw_keys_, raw_keys_out_;
  bench::RawMemory<T> raw_values_, raw_out_;
  bench::ThrustMemory memory_;
};

template <class T>
void measure(bench::Bench& bench, const std::string& type)
{
  ByKey<T> by_key(bench, type, bench.sized(1 << 27, 1 << 16));
  by_key.reduce();
  by_key.scan();
  by_key.unique();
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units(
      "by_key", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
        measure<float>(bench, "float");
        measure<std::int64_t>(bench, "int64");
      });
}
