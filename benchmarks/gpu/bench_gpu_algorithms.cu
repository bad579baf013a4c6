/// Measures algorithms over a whole array on all GPUs in comparison with CUB and Thrust on the part
/// of one GPU. Each GPU has as many bytes as the one of the raw code, so the ratio is also the
/// parallel efficiency.

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "gpu/cub_call.h"
#include "gpu/gpu.h"

namespace {

using bench::by_all;
using bench::by_one;
using bench::require;

struct Ripple {
  __host__ __device__ unsigned operator()(std::size_t i) const
  {
    return static_cast<unsigned>(i) * 2654435761U % 65521;
  }
};

/// Raw arrays of unit 0, as large as each unit's part.
template <class T>
struct RawArrays {
  RawArrays(int gpu, std::size_t elements)
      : in(bench::RawMemory<T>::on_gpu(gpu, elements)),
        other(bench::RawMemory<T>::on_gpu(gpu, elements)),
        out(bench::RawMemory<T>::on_gpu(gpu, elements)),
        result(bench::RawMemory<T>::on_gpu(gpu, 1)),
        position(bench::RawMemory<std::int64_t>::on_gpu(gpu, 1)),
        host_result(bench::RawMemory<T>::pinned(1)),
        host_position(bench::RawMemory<std::int64_t>::pinned(1))
  {}

  bench::RawMemory<T> in;
  bench::RawMemory<T> other;
  bench::RawMemory<T> out;
  bench::RawMemory<T> result;
  bench::RawMemory<std::int64_t> position;
  bench::RawMemory<T> host_result;
  bench::RawMemory<std::int64_t> host_position;
};

template <class T>
void fetch(const bench::RawMemory<T>& to, const bench::RawMemory<T>& from, cudaStream_t stream)
{
  require(cudaMemcpyAsync(to.data(), from.data(), sizeof(T), cudaMemcpyDeviceToHost, stream));
}

/// Algorithms on arrays with \p elements elements on each unit.
template <class T>
struct Algorithms {
  Algorithms(bench::Bench& bench, std::string type, std::size_t elements)
      : bench_(bench),
        type_(std::move(type)),
        elements_(elements),
        gpu_(bench::gpu_of(dash::myid().id)),
        in_(elements * dash::size()),
        other_(elements * dash::size()),
        out_(elements * dash::size()),
        raw_(gpu_, elements)
  {
    for (T* part : {in_.lbegin(), other_.lbegin(), raw_.in.data(), raw_.other.data()}) {
      thrust::tabulate(policy(), part, part + elements, Ripple{});
    }
    stream_.wait();
    dash::barrier();
  }

  void fill()
  {
    compare(
        "fill", "thrust::fill", [&] { dash::fill(out_.begin(), out_.end(), T{3}); },
        [&] { thrust::fill(policy(), raw_.out.data(), raw_.out.data() + elements_, T{3}); });
  }

  void copy()
  {
    const auto first = static_cast<std::size_t>(dash::myid().id) * elements_;
    compare(
        "copy", "thrust::copy",
        [&, first] {
          dash::copy(in_.begin() + first, in_.begin() + (first + elements_), out_.begin() + first);
        },
        [&] {
          thrust::copy(policy(), raw_.in.data(), raw_.in.data() + elements_, raw_.out.data());
        });
  }

  void transform()
  {
    const auto scale = [] __host__ __device__(T x) { return x * T{3} + T{1}; };
    compare(
        "transform, lambda", "thrust::transform",
        [&] { dash::transform(in_.begin(), in_.end(), out_.begin(), scale); },
        [&] {
          thrust::transform(
              policy(), raw_.in.data(), raw_.in.data() + elements_, raw_.out.data(), scale);
        });
    compare(
        "transform, plus", "thrust::transform",
        [&] {
          dash::transform(in_.begin(), in_.end(), other_.begin(), out_.begin(), dash::plus<T>{});
        },
        [&] {
          thrust::transform(
              policy(), raw_.in.data(), raw_.in.data() + elements_, raw_.other.data(),
              raw_.out.data(), thrust::plus<T>{});
        });
  }

  void reduce()
  {
    bench::CubCall sum(gpu_, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceReduce::Sum(
          storage, bytes, raw_.in.data(), raw_.result.data(), elements_, stream_);
    });
    compare(
        "reduce", "cub::DeviceReduce::Sum",
        [&] { bench::do_not_optimize(dash::reduce(in_.begin(), in_.end())); },
        [&] {
          sum();
          fetch(raw_.host_result, raw_.result, stream_);
        });
  }

  void min_element()
  {
    bench::CubCall smallest(gpu_, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceReduce::ArgMin(
          storage, bytes, raw_.in.data(), raw_.result.data(), raw_.position.data(),
          static_cast<std::int64_t>(elements_), stream_);
    });
    compare(
        "min_element", "cub::DeviceReduce::ArgMin",
        [&] { bench::do_not_optimize(dash::min_element(in_.begin(), in_.end()).gpos()); },
        [&] {
          smallest();
          fetch(raw_.host_result, raw_.result, stream_);
          fetch(raw_.host_position, raw_.position, stream_);
        });
  }

  void inclusive_scan()
  {
    bench::CubCall scan(gpu_, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(
          storage, bytes, raw_.in.data(), raw_.out.data(), static_cast<int>(elements_), stream_);
    });
    compare(
        "inclusive_scan", "cub::DeviceScan::InclusiveSum",
        [&] { dash::inclusive_scan(in_.begin(), in_.end(), out_.begin()); }, [&] { scan(); });
  }

  /// Measures the latency with small arrays. The raw code reduces one part by Thrust and combines
  /// the parts by the runtime.
  void reduce_few()
  {
    constexpr int calls = 100;
    bench::ThrustMemory memory(gpu_, 1 << 20);
    const auto seconds = bench_.duel(
        bench::repeated(
            bench::Who::all, calls,
            [&] { bench::do_not_optimize(dash::reduce(in_.begin(), in_.end())); }),
        bench::repeated(bench::Who::one, calls, [&] {
          bench::do_not_optimize(thrust::reduce(
              thrust::cuda::par(memory).on(stream_), raw_.in.data(), raw_.in.data() + elements_,
              T{}, thrust::plus<T>{}));
        }));
    const double combining = bench_.best(bench::repeated(bench::Who::all, calls, [] {
      std::int64_t mine = 1;
      std::int64_t all = 0;
      require(dart_allreduce(&mine, &all, 1, DART_TYPE_LONGLONG, DART_OP_SUM, DART_TEAM_ALL));
    }));
    bench_.report(
        "reduce, latency", {{"type", type_}, {"elements a GPU", elements_}, bench::gpu_units()},
        bench::Duel{seconds.dash, seconds.raw + combining}.time(calls, bench::micro), "us",
        "thrust::reduce + dart_allreduce", bench::at_most_ratio(1.2));
  }

 private:
  auto policy() const { return thrust::cuda::par_nosync.on(stream_); }

  /// Bandwidths refer to one input or output and to one GPU.
  template <class Dash, class Raw>
  void compare(const char* name, const char* raw_name, Dash dash, Raw raw)
  {
    const auto seconds = bench_.duel(by_all(dash), by_one([&] {
                                       raw();
                                       stream_.wait();
                                     }));
    const std::size_t bytes = elements_ * sizeof(T);
    bench_.report(
        name, {{"type", type_}, {"bytes a GPU", bytes}, bench::gpu_units()},
        seconds.rate(static_cast<double>(bytes), bench::giga), "GB/s", raw_name,
        bench::at_least_ratio(0.95));
  }

  bench::Bench& bench_;
  std::string type_;
  std::size_t elements_;
  int gpu_;
  bench::RawStream stream_;
  dash::Array<T> in_;
  dash::Array<T> other_;
  dash::Array<T> out_;
  RawArrays<T> raw_;
};

template <class T>
void measure_type(bench::Bench& bench, const std::string& type)
{
  {
    Algorithms<T> large(bench, type, bench.sized(1 << 30, 1 << 20) / sizeof(T));
    large.fill();
    large.copy();
    large.transform();
    large.reduce();
    large.min_element();
    large.inclusive_scan();
  }
  Algorithms<T> small(bench, type, 1 << 10);
  small.reduce_few();
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units(
      "algorithms", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
        measure_type<float>(bench, "float");
        measure_type<double>(bench, "double");
      });
}
