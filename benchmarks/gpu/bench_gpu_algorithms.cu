/// Algorithms over a whole array on all GPUs, against CUB and Thrust on the part of one GPU: each
/// GPU has as many bytes as the one of raw code, so the ratio is the parallel efficiency, too.

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
  {
  }

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

/// The algorithms on arrays that have \p elements on each unit.
template <class T>
struct Algorithms {
  Algorithms(bench::Bench& bench, std::string type, std::size_t elements)
      : _bench(bench),
        _type(std::move(type)),
        _elements(elements),
        _gpu(bench::gpu_of(dash::myid().id)),
        _in(elements * dash::size()),
        _other(elements * dash::size()),
        _out(elements * dash::size()),
        _raw(_gpu, elements)
  {
    for (T* part : {_in.lbegin(), _other.lbegin(), _raw.in.data(), _raw.other.data()}) {
      thrust::tabulate(policy(), part, part + elements, Ripple{});
    }
    _stream.wait();
    dash::barrier();
  }

  void fill()
  {
    compare(
        "fill", "thrust::fill", [&] { dash::fill(_out.begin(), _out.end(), T{3}); },
        [&] { thrust::fill(policy(), _raw.out.data(), _raw.out.data() + _elements, T{3}); });
  }

  void copy()
  {
    const auto first = static_cast<std::size_t>(dash::myid().id) * _elements;
    compare(
        "copy", "thrust::copy",
        [&, first] {
          dash::copy(_in.begin() + first, _in.begin() + (first + _elements), _out.begin() + first);
        },
        [&] {
          thrust::copy(policy(), _raw.in.data(), _raw.in.data() + _elements, _raw.out.data());
        });
  }

  void transform()
  {
    const auto scale = [] __host__ __device__(T x) { return x * T{3} + T{1}; };
    compare(
        "transform, lambda", "thrust::transform",
        [&] { dash::transform(_in.begin(), _in.end(), _out.begin(), scale); },
        [&] {
          thrust::transform(
              policy(), _raw.in.data(), _raw.in.data() + _elements, _raw.out.data(), scale);
        });
    compare(
        "transform, plus", "thrust::transform",
        [&] {
          dash::transform(_in.begin(), _in.end(), _other.begin(), _out.begin(), dash::plus<T>{});
        },
        [&] {
          thrust::transform(
              policy(), _raw.in.data(), _raw.in.data() + _elements, _raw.other.data(),
              _raw.out.data(), thrust::plus<T>{});
        });
  }

  void reduce()
  {
    bench::CubCall sum(_gpu, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceReduce::Sum(
          storage, bytes, _raw.in.data(), _raw.result.data(), _elements, _stream);
    });
    compare(
        "reduce", "cub::DeviceReduce::Sum",
        [&] { dash::prevent_opt_elimination(dash::reduce(_in.begin(), _in.end())); },
        [&] {
          sum();
          fetch(_raw.host_result, _raw.result, _stream);
        });
  }

  void min_element()
  {
    bench::CubCall smallest(_gpu, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceReduce::ArgMin(
          storage, bytes, _raw.in.data(), _raw.result.data(), _raw.position.data(),
          static_cast<std::int64_t>(_elements), _stream);
    });
    compare(
        "min_element", "cub::DeviceReduce::ArgMin",
        [&] { dash::prevent_opt_elimination(dash::min_element(_in.begin(), _in.end()).gpos()); },
        [&] {
          smallest();
          fetch(_raw.host_result, _raw.result, _stream);
          fetch(_raw.host_position, _raw.position, _stream);
        });
  }

  void inclusive_scan()
  {
    bench::CubCall scan(_gpu, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(
          storage, bytes, _raw.in.data(), _raw.out.data(), static_cast<int>(_elements), _stream);
    });
    compare(
        "inclusive_scan", "cub::DeviceScan::InclusiveSum",
        [&] { dash::inclusive_scan(_in.begin(), _in.end(), _out.begin()); }, [&] { scan(); });
  }

  /// Latency, of arrays that are small. Raw code reduces one part by Thrust and combines parts by
  /// the runtime.
  void reduce_few()
  {
    constexpr int calls = 100;
    bench::ThrustMemory memory(_gpu, 1 << 20);
    const auto seconds = _bench.duel(
        bench::repeated(
            bench::Who::all, calls,
            [&] { dash::prevent_opt_elimination(dash::reduce(_in.begin(), _in.end())); }),
        bench::repeated(bench::Who::one, calls, [&] {
          dash::prevent_opt_elimination(thrust::reduce(
              thrust::cuda::par(memory).on(_stream), _raw.in.data(), _raw.in.data() + _elements,
              T{}, thrust::plus<T>{}));
        }));
    const double combining = _bench.best(bench::repeated(bench::Who::all, calls, [] {
      std::int64_t mine = 1;
      std::int64_t all = 0;
      require(dart_allreduce(&mine, &all, 1, DART_TYPE_LONGLONG, DART_OP_SUM, DART_TEAM_ALL));
    }));
    _bench.report(
        "reduce, latency", {{"type", _type}, {"elements a GPU", _elements}, bench::gpu_units()},
        bench::Duel{seconds.dash, seconds.raw + combining}.time(calls, bench::micro), "us",
        "thrust::reduce + dart_allreduce", bench::at_most_ratio(1.2));
  }

 private:
  auto policy() const { return thrust::cuda::par_nosync.on(_stream); }

  /// Bandwidths are of one input or output and one GPU.
  template <class Dash, class Raw>
  void compare(const char* name, const char* raw_name, Dash dash, Raw raw)
  {
    const auto seconds = _bench.duel(by_all(dash), by_one([&] {
                                       raw();
                                       _stream.wait();
                                     }));
    const std::size_t bytes = _elements * sizeof(T);
    _bench.report(
        name, {{"type", _type}, {"bytes a GPU", bytes}, bench::gpu_units()},
        seconds.rate(static_cast<double>(bytes), bench::giga), "GB/s", raw_name,
        bench::at_least_ratio(0.95));
  }

  bench::Bench& _bench;
  std::string _type;
  std::size_t _elements;
  int _gpu;
  bench::RawStream _stream;
  dash::Array<T> _in;
  dash::Array<T> _other;
  dash::Array<T> _out;
  RawArrays<T> _raw;
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
