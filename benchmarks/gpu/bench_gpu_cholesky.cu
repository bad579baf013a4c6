/// Measures the Cholesky factorisation of examples/15-cholesky on all GPUs in comparison with
/// cuSOLVER on one of them.

#include <dash/Tasks.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../examples/15-cholesky/factorisation.h"
#include "../examples/15-cholesky/gpu_tiles.h"
#include "../examples/15-cholesky/tiled_matrix.h"
#include "gpu/gpu.h"

namespace {

using bench::require;

/// Bodies of tasks for GPUs only.
struct GpuOperations {
  static auto factor(int n) { return dash::tasks::on_gpu(gpu::Factor{n}); }
  static auto solve(int n) { return dash::tasks::on_gpu(gpu::Solve{n}); }
  static auto update(int n) { return dash::tasks::on_gpu(gpu::Update{n}); }
  static auto update_diagonal(int n) { return dash::tasks::on_gpu(gpu::UpdateDiagonal{n}); }
  static auto copy() { return dash::tasks::on_gpu(gpu::Copy{}); }
};

/// Sets all elements of a contiguous matrix in column-major order.
__global__ void generate(double* matrix, Elements elements)
{
  const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= elements.tile) return;
  for (std::size_t column = blockIdx.y; column < elements.tile; column += gridDim.y) {
    elements(column, row, {matrix, elements.tile * elements.tile});
  }
}

/// The same matrix in the memory of one GPU, which one call factorises.
class RawMatrix {
 public:
  explicit RawMatrix(std::size_t size)
      : size_(size),
        cells_(bench::RawMemory<double>::on_gpu(bench::gpu_of(0), size * size)),
        info_(bench::RawMemory<int>::on_gpu(bench::gpu_of(0), 1))
  {}

  void generate_elements()
  {
    const Elements elements{size_, 0, 0, static_cast<double>(size_)};
    const dim3 grid(static_cast<unsigned>((size_ + 255) / 256), 1024);
    generate<<<grid, 256, 0, stream_>>>(cells_.data(), elements);
    require(cudaGetLastError());
    stream_.wait();
  }
  void factorise()
  {
    gpu::Factor{static_cast<int>(size_)}(
        dash::tasks::Stream{stream_}, {cells_.data(), size_ * size_}, {info_.data(), 1});
    stream_.wait();
  }

  double element(std::size_t row, std::size_t column) const
  {
    double value = 0;
    const double* from = cells_.data() + column * size_ + row;
    require(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDefault));
    return value;
  }

 private:
  std::size_t size_;
  bench::RawStream stream_;
  bench::RawMemory<double> cells_;
  bench::RawMemory<int> info_;
};

template <class Start>
void run_tasks(Start start)
{
  dash::tasks::task_group group;
  start(group);
  group.wait();
}

/// \throws std::runtime_error unless the last tiles of both, which depend on all others, agree
void require_same(const TiledMatrix& tiles, const RawMatrix& raw)
{
  const std::size_t tile = tiles.tile(), last = tiles.tiles() - 1;
  std::vector<double> computed(tile * tile);
  tiles.fetch(last, last, computed.data());
  for (std::size_t i = 0; i < tile; i += tile / 8) {
    const double expected = raw.element(last * tile + i, last * tile + i);
    if (!(std::abs(computed[i * tile + i] - expected) <= 1e-9 * std::abs(expected))) {
      throw std::runtime_error("the factor by tasks is not that of cuSOLVER");
    }
  }
}

void measure_size(bench::Bench& bench, std::size_t tiles, std::size_t tile)
{
  TiledMatrix matrix(tiles, tile);
  std::optional<RawMatrix> raw;
  if (bench::is_unit_0()) raw.emplace(matrix.size());
  const double n = static_cast<double>(matrix.size());
  auto by_tasks = bench::by_one(
      [&] { run_tasks([&](auto& group) { Factorisation<GpuOperations>(matrix).start(group); }); });
  by_tasks.prepare = [&] {
    if (bench::is_unit_0()) run_tasks([&](auto& group) { matrix.generate(n, group); });
  };
  auto by_cusolver = bench::by_one([&] { raw->factorise(); });
  by_cusolver.prepare = [&] {
    if (bench::is_unit_0()) raw->generate_elements();
  };
  const auto seconds = bench.duel(by_tasks, by_cusolver);
  if (bench::is_unit_0()) require_same(matrix, *raw);
  bench.report(
      "Cholesky factorisation", {{"size", matrix.size()}, {"tile", tile}, bench::gpu_units()},
      seconds.rate(n * n * n / 3, bench::giga), "GFlop/s", "cusolverDnDpotrf on one GPU");
  dash::barrier();
}

void measure(bench::Bench& bench)
{
  if (bench.quick()) return measure_size(bench, 4, 64);
  measure_size(bench, 16, 512);
  measure_size(bench, 16, 1024);
  measure_size(bench, 16, 2048);
  measure_size(bench, 32, 1024);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("cholesky", argc, argv, bench::Units::gpu_only, measure);
}
