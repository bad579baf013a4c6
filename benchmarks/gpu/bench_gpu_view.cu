/// Measures kernels that read and write memory of a peer and of their own unit through
/// dash::DeviceView in comparison with the same kernel with raw pointers.

#include "gpu/gpu.h"

namespace {

using bench::require;

template <class To, class From>
__global__ void stream(To to, From from, std::size_t size)
{
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    to[i] = from[i];
  }
}

/// Accesses a unit's elements by their indices in the whole array.
template <class View>
struct ByGlobalIndex {
  View view;
  typename View::index_type first;

  __device__ auto& operator[](std::size_t i) const { return view[first + i]; }
};

/// Accesses a unit's elements by their indices in its part.
template <class View>
struct ByLocalIndex {
  View view;
  dash::team_unit_t unit;

  __device__ auto& operator[](std::size_t i) const { return view.at(unit, i); }
};

class Streaming {
 public:
  Streaming(bench::Bench& bench, std::size_t elements)
      : bench_(bench),
        elements_(elements),
        repeats_(bench.sized(8, 1)),
        array_(elements * dash::size()),
        gpu_(bench::gpu_of(dash::myid().id)),
        raw_own_(bench::RawMemory<double>::on_gpu(gpu_, elements)),
        raw_other_(bench::RawMemory<double>::on_gpu(gpu_, elements))
  {
    dash::fill(array_.begin(), array_.end(), 1.0);
    array_.barrier();
  }

  void measure_own()
  {
    const auto view = array_.device_view();
    const auto own = view.local;
    const auto global = ByGlobalIndex<decltype(view)>{view, view.local_begin()};
    double* const to = raw_own_.data();
    const auto raw = launching(to, raw_other_.data());
    report("own part, local[i]", launching(to, own), raw);
    report("own part, [i]", launching(to, global), raw);
  }

  void measure_peer()
  {
    const int unit = bench::last_unit();
    const int peer = bench::gpu_of(unit);
    bench::RawMemory<double> raw_peer;
    if (bench::is_unit_0()) {
      bench::enable_peer_access(gpu_, peer);
      raw_peer = bench::RawMemory<double>::on_gpu(peer, elements_);
    }
    const auto view = array_.device_view();
    const auto first = static_cast<decltype(view)::index_type>(unit * elements_);
    const ByGlobalIndex<decltype(view)> global{view, first};
    const ByLocalIndex<decltype(view)> local{view, dash::team_unit_t{unit}};
    double* const own = raw_own_.data();
    double* const other = raw_peer.data();
    const auto bound = bench::at_least_ratio(0.98);
    const auto read = launching(own, other);
    report("read peer, [i]", launching(own, global), read, bound);
    report("read peer, at(unit, i)", launching(own, local), read, bound);
    const auto write = launching(other, own);
    report("write peer, [i]", launching(global, own), write, bound);
    report("write peer, at(unit, i)", launching(local, own), write, bound);
  }

 private:
  template <class To, class From>
  bench::Body launching(To to, From from) const
  {
    return bench::by_one([to, from, repeats = repeats_, elements = elements_] {
      const cudaStream_t on = bench::unit_stream();
      const bench::FullGrid grid;
      for (std::size_t i = 0; i < repeats; ++i) {
        stream<<<grid.blocks(), grid.threads, 0, on>>>(to, from, elements);
        require(cudaGetLastError());
      }
      require(cudaStreamSynchronize(on));
    });
  }

  void report(
      const std::string& name, const bench::Body& dash, const bench::Body& raw,
      bench::Reach reach = {})
  {
    const std::size_t bytes = elements_ * sizeof(double);
    const auto seconds = bench_.duel(dash, raw);
    bench_.report(
        name, {{"bytes", bytes}, bench::gpu_units()},
        seconds.rate(static_cast<double>(repeats_ * bytes), bench::giga), "GB/s", "raw pointer",
        std::move(reach));
  }

  bench::Bench& bench_;
  std::size_t elements_;
  std::size_t repeats_;
  dash::Array<double> array_;
  int gpu_;
  bench::RawMemory<double> raw_own_;
  bench::RawMemory<double> raw_other_;
};

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("view", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
    Streaming streaming(bench, bench.sized((256 << 20) / sizeof(double), 1 << 16));
    streaming.measure_own();
    if (dash::size() > 1) streaming.measure_peer();
  });
}
