/// Measures steps of dash::halo::Stencil, with the norm of the change of each step, in comparison
/// with the time in which the GPUs copy all cells once. Both kinds of kernels are measured, too:
/// one for each step, and one for all steps.

#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/util/Config.h>

#include <optional>
#include <string>
#include <utility>

#include "gpu/gpu.h"

namespace {

using bench::require;

/// The mean of four neighbours.
struct Jacobi {
  template <class Cell>
  __host__ __device__ float operator()(const Cell& c) const
  {
    return 0.25F * (c(-1, 0) + c(1, 0) + c(0, -1) + c(0, 1));
  }
};

/// Copies as much as a step on one GPU has to move at least: each cell is read and written once.
class RawCopy {
 public:
  RawCopy(int gpu, std::size_t nbytes)
      : nbytes_(nbytes),
        from_(bench::RawMemory<char>::on_gpu(gpu, nbytes)),
        to_(bench::RawMemory<char>::on_gpu(gpu, nbytes))
  {
    require(cudaMemset(from_.data(), 0, nbytes));
  }

  void run(std::size_t times)
  {
    for (std::size_t i = 0; i < times; ++i) {
      require(
          cudaMemcpyAsync(to_.data(), from_.data(), nbytes_, cudaMemcpyDeviceToDevice, stream_));
    }
    stream_.wait();
  }

 private:
  std::size_t nbytes_;
  bench::RawStream stream_;
  bench::RawMemory<char> from_, to_;
};

/// Microseconds that a step may take, by size of the field and number of GPUs; 0 means no bound.
double bound_of(std::size_t size, int gpus)
{
  if (size == 16384) return gpus == 1 ? 560 : gpus == 2 ? 275 : 0;
  if (size == 4096) return gpus == 2 ? 20 : 0;
  return gpus == 1 ? 4 : gpus == 2 ? 5 : 0;
}

/// Until the end of the scope, one kernel executes many steps if a unit's part of a matrix has at
/// most this size.
class ResidentLimit {
 public:
  explicit ResidentLimit(const std::string& size)
      : before_(std::to_string(dash::halo::detail::resident_limit()))
  {
    dash::util::Config::set(key, size);
  }
  ~ResidentLimit() { dash::util::Config::set(key, before_); }
  ResidentLimit(const ResidentLimit&) = delete;
  ResidentLimit& operator=(const ResidentLimit&) = delete;

 private:
  static constexpr auto key = "DASH_STENCIL_RESIDENT_SIZE";

  std::string before_;
};

void measure_size(bench::Bench& bench, std::size_t size, std::size_t steps)
{
  const int gpus = bench::gpu_unit_count();
  const dash::SizeSpec<2> sizes(size, size);
  const dash::DistributionSpec<2> rows(dash::BLOCKED, dash::NONE);
  dash::NArray<float, 2> a(sizes, rows), b(sizes, rows);
  dash::fill(a.begin(), a.end(), 1.0F);
  dash::fill(b.begin(), b.end(), 1.0F);
  const dash::halo::Boundary<float, 2> boundary{
      dash::halo::sides(0.0F, 1.0F), dash::halo::periodic};
  dash::halo::Stencil jacobi(a, boundary, Jacobi{});
  std::optional<RawCopy> raw;
  if (bench::is_unit_0()) raw.emplace(bench::gpu_of(0), size * size * sizeof(float));

  const auto report = [&](const char* name, const bench::Body& body, bench::Reach reach) {
    const auto seconds = bench.duel(body, bench::by_one([&] { raw->run(steps); }));
    bench.report(
        name, {{"size", size}, {"steps at once", steps}, bench::gpu_units()},
        bench::Duel{seconds.dash, seconds.raw / gpus}.time(
            static_cast<double>(steps), bench::micro),
        "us", "limit: cudaMemcpyAsync of all cells by the GPUs", std::move(reach));
  };
  const double bound = bound_of(size, gpus);
  const auto with_norm =
      bench::by_all([&] { jacobi.iterate(a, b, steps, dash::halo::squared_change); });
  report(
      "5 points, float, L2 norm", with_norm,
      bound > 0 ? bench::at_most(bound, "us") : bench::Reach{});
  for (const auto& [name, limit] :
       {std::pair("5 points, float, L2 norm, one kernel for a step", "0"),
        std::pair("5 points, float, L2 norm, one kernel for all steps", "1024G")}) {
    const ResidentLimit limited(limit);
    report(name, with_norm, {});
  }
  report("5 points, float", bench::by_all([&] { jacobi.iterate(a, b, steps); }), {});
  report(
      "5 points, float, step by step", bench::by_all([&] {
        for (std::size_t i = 0; i < steps; ++i) i % 2 == 0 ? jacobi(a, b) : jacobi(b, a);
      }),
      {});
}

void measure(bench::Bench& bench)
{
  measure_size(bench, 1024, 200);
  if (bench.quick()) return;
  measure_size(bench, 4096, 100);
  measure_size(bench, 16384, 20);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("stencil", argc, argv, bench::Units::gpu_only, measure);
}
