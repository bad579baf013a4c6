/// Measures a step of examples/05-heat on all GPUs in comparison with the limit set by the memory
/// bandwidth, and with the same hand-written stencil on one GPU.

#include <optional>
#include <utility>

#include "../examples/05-heat/field.h"
#include "../examples/05-heat/stencil.h"
#include "gpu/gpu.h"

namespace {

using bench::require;

constexpr int steps = 10;  // steps per batch

struct Ripple {
  __host__ __device__ double operator()(std::size_t i) const
  {
    return static_cast<double>(i * 7919 % 256);
  }
};

/// Each thread computes some rows of a column and keeps the values that the next row needs.
__global__ void step_by_hand(
    const double* __restrict__ cells, double* __restrict__ out, std::size_t size, double dt)
{
  constexpr std::size_t rows = 16;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = blockIdx.y * rows;
  if (column >= size) return;
  const std::size_t west = column == 0 ? 0 : column - 1;
  const std::size_t east = column + 1 == size ? column : column + 1;
  double north = cells[(first == 0 ? 0 : first - 1) * size + column];
  double here = cells[first * size + column];
  for (std::size_t r = first; r < first + rows && r < size; ++r) {
    const double* row = cells + r * size;
    const double south = r + 1 == size ? here : row[size + column];
    out[r * size + column] = here + dt * (north + south + row[west] + row[east] - 4 * here);
    north = here;
    here = south;
  }
}

/// The picture in the memory of one GPU, without DASH.
class RawField {
 public:
  RawField(int gpu, std::size_t size)
      : size_(size),
        cells_(bench::RawMemory<double>::on_gpu(gpu, size * size)),
        next_(bench::RawMemory<double>::on_gpu(gpu, size * size))
  {
    require(cudaMemset(cells_.data(), 0, bytes()));
  }

  void run_steps(const stencil::Diffusion& diffusion)
  {
    const dim3 threads(256);
    const dim3 blocks((size_ + 255) / 256, (size_ + 15) / 16);
    for (int i = 0; i < steps; ++i) {
      step_by_hand<<<blocks, threads, 0, stream_>>>(
          cells_.data(), next_.data(), size_, diffusion.dt);
      require(cudaGetLastError());
      std::swap(cells_, next_);
    }
    stream_.wait();
  }

  /// Copies as much as a step has to move at least: each cell is read and written once.
  void run_copies()
  {
    for (int i = 0; i < steps; ++i) {
      require(
          cudaMemcpyAsync(next_.data(), cells_.data(), bytes(), cudaMemcpyDeviceToDevice, stream_));
    }
    stream_.wait();
  }

 private:
  std::size_t bytes() const { return size_ * size_ * sizeof(double); }

  std::size_t size_;
  bench::RawStream stream_;
  bench::RawMemory<double> cells_;
  bench::RawMemory<double> next_;
};

void measure(bench::Bench& bench)
{
  const std::size_t size = bench.sized(16384, 256);
  const int gpus = bench::gpu_unit_count();
  stencil::Diffusion diffusion;
  diffusion.model = stencil::Model::heat;
  HeatField field(size, size);
  dash::generate_with_index(field.cells().begin(), field.cells().end(), Ripple{});
  field.cells().barrier();
  std::optional<RawField> raw;
  if (bench::is_unit_0()) raw.emplace(bench::gpu_of(0), size);

  const auto step_field = bench::by_all([&] {
    for (int i = 0; i < steps; ++i) field.step(diffusion);
  });
  // The time of one GPU is divided by the number of GPUs.
  const auto compare = [&](const char* baseline, const bench::Body& one_gpu, bench::Reach reach) {
    const auto seconds = bench.duel(step_field, one_gpu);
    const auto cells = static_cast<double>(steps * size * size);
    bench.report(
        "heat", {{"size", size}, bench::gpu_units()},
        bench::Duel{seconds.dash, seconds.raw / gpus}.rate(cells, bench::giga), "Gcells/s",
        baseline, std::move(reach));
  };
  compare(
      "limit: cudaMemcpyAsync of all cells", bench::by_one([&] { raw->run_copies(); }),
      gpus == 1 ? bench::at_least_ratio(0.9) : bench::Reach{});
  compare(
      "kernel by hand on one GPU, times GPUs", bench::by_one([&] { raw->run_steps(diffusion); }),
      gpus > 1 ? bench::at_least_ratio(0.95) : bench::Reach{});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("heat", argc, argv, bench::Units::gpu_only, measure);
}
