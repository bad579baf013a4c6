/// Measures copies between matrices with different patterns on several GPUs in comparison with a
/// copy of as many bytes as each GPU receives from others.

#include <dash/Matrix.h>

#include <optional>
#include <utility>

#include "gpu/gpu.h"

namespace {

using bench::require;

/// A copy from the last GPU to the first one.
class RawPeerCopy {
 public:
  explicit RawPeerCopy(std::size_t nbytes)
      : nbytes_(nbytes),
        to_gpu_(bench::gpu_of(0)),
        from_gpu_(bench::gpu_of(bench::last_unit())),
        to_(bench::RawMemory<char>::on_gpu(to_gpu_, nbytes)),
        from_(bench::RawMemory<char>::on_gpu(from_gpu_, nbytes))
  {
    bench::enable_peer_access(to_gpu_, from_gpu_);
  }

  void run()
  {
    require(cudaMemcpyPeerAsync(to_.data(), to_gpu_, from_.data(), from_gpu_, nbytes_, stream_));
    stream_.wait();
  }

 private:
  std::size_t nbytes_;
  int to_gpu_, from_gpu_;
  bench::RawStream stream_;
  bench::RawMemory<char> to_, from_;
};

using Grid = dash::NArray<double, 2>;

struct Ripple {
  __host__ __device__ double operator()(std::size_t i) const
  {
    return static_cast<double>(i * 7919 % 256);
  }
};

void measure(bench::Bench& bench)
{
  const std::size_t size = bench.sized(16384, 512);
  const auto gpus = static_cast<std::size_t>(bench::gpu_unit_count());
  if (gpus < 2) return;  // nothing is transferred
  const dash::SizeSpec<2> sizes(size, size);
  dash::Team& team = dash::Team::All();
  Grid by_rows(
      sizes, dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE), team,
      dash::TeamSpec<2>(gpus, 1));
  Grid by_columns(
      sizes, dash::DistributionSpec<2>(dash::NONE, dash::BLOCKED), team,
      dash::TeamSpec<2>(1, gpus));
  dash::generate_with_index(by_rows.begin(), by_rows.end(), Ripple{});
  const std::size_t received = size * size * sizeof(double) / gpus * (gpus - 1) / gpus;
  std::optional<RawPeerCopy> raw;
  if (bench::is_unit_0()) raw.emplace(received);

  const auto report = [&](const char* name, const bench::Body& body, bench::Reach reach) {
    const auto seconds = bench.duel(body, bench::by_one([&] { raw->run(); }));
    bench.report(
        name, {{"size", size}, bench::gpu_units()},
        seconds.rate(static_cast<double>(received), bench::giga), "GB/s",
        "cudaMemcpyPeerAsync of what a GPU gets", std::move(reach));
  };
  report(
      "rows to columns", bench::by_all([&] { dash::copy(by_rows, by_columns); }),
      bench::at_least_ratio(0.8));
  report(
      "columns to rows", bench::by_all([&] { dash::copy(by_columns, by_rows); }),
      bench::at_least_ratio(0.8));
  Grid transposed(by_rows.pattern());
  report("transpose", bench::by_all([&] { dash::transpose(by_rows, transposed); }), {});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("matrix", argc, argv, bench::Units::gpu_only, measure);
}
