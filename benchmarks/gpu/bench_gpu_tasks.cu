/// Measures tasks on GPUs: their cost in comparison with raw launches, the stencil of
/// examples/13-stencil-tasks in comparison with raw launches of its kernels, a load that is
/// balanced over GPUs, and transfers that overlap with computation.

#include <dash/Tasks.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "../examples/support/five_point.h"
#include "gpu/gpu.h"

namespace {

using bench::require;
using dash::tasks::Span;

std::size_t units()
{
  return dash::size();
}

/* ---- empty tasks ----------------------------------------------------------------------------- */

__global__ void nothing() {}

void measure_empty(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(2000, 20);
  const bench::RawStream stream;
  const auto launch = dash::tasks::kernel<nothing>(dim3(1), dim3(1));
  const auto here = dash::tasks::at(dash::global_unit_t(0));
  const dash::tasks::Options sync{dash::launch::sync, here}, async{dash::launch::async, here};
  const auto report = [&](const char* name, const bench::Body& tasks, const bench::Body& raw,
                          const char* baseline, double reach) {
    bench.report(
        name, {bench::gpu_units()},
        bench.duel(tasks, raw).time(static_cast<double>(calls), bench::micro), "us", baseline,
        bench::at_most_ratio(reach));
  };
  const auto launch_raw = [&] {
    nothing<<<1, 1, 0, stream>>>();
    require(cudaGetLastError());
  };
  report(
      "empty kernel, waited for", bench::repeated(bench::Who::one, calls, [=] { launch(sync); }),
      bench::repeated(
          bench::Who::one, calls,
          [&] {
            launch_raw();
            stream.wait();
          }),
      "launch, cudaStreamSynchronize", 1.3);
  report(
      "empty kernel, one of many", bench::by_one([=] {
        dash::tasks::task_group group;
        for (std::size_t i = 0; i < calls; ++i) group += launch(async);
        group.wait();
      }),
      bench::by_one([&] {
        for (std::size_t i = 0; i < calls; ++i) launch_raw();
        stream.wait();
      }),
      "launch", 1.5);
}

/* ---- stencil --------------------------------------------------------------------------------- */

/// A square field whose rows are divided as given.
class Field {
 public:
  /// Collective. \param rows  number of rows of each unit
  explicit Field(const std::vector<std::size_t>& rows)
  {
    std::vector<dash::default_size_t> sizes;
    for (const std::size_t n : rows) columns += n;
    for (const std::size_t n : rows) sizes.push_back(n * columns);
    from.allocate(CellPattern(sizes));
    to.allocate(CellPattern(sizes));
    start_cells(from);
    dash::barrier();
  }

  std::size_t columns = 0;
  Cells from, to;
};

std::vector<std::size_t> equal_rows(std::size_t size)
{
  std::vector<std::size_t> rows;
  for (std::size_t unit = 0; unit < units(); ++unit) {
    rows.push_back(size * (unit + 1) / units() - size * unit / units());
  }
  return rows;
}

/// The calling unit's rows as kernels access them, with the neighbours' rows.
class RawRows {
 public:
  RawRows(Field& field, std::size_t first, std::size_t last)
      : columns_(field.columns),
        rows_(last - first)
  {
    const std::size_t north = first == 0 ? 0 : first - 1;
    const std::size_t south = last == field.columns ? last - 1 : last;
    for (Cells* cells : {&field.from, &field.to}) {
      fields_[cells == &field.to] = {
          rows_of(*cells, north, 1), rows_of(*cells, first, rows_), rows_of(*cells, south, 1)};
    }
  }

  void launch(const FivePoint& stencil, std::size_t step, cudaStream_t stream) const
  {
    const auto& from = fields_[step % 2];
    const auto& to = fields_[1 - step % 2];
    dash::detail::device::enqueue_for_coords(
        stream, std::array{rows_, columns_}, stencil, constant(from.north, 1),
        constant(from.cells, rows_), constant(from.south, 1),
        Span<double>(to.cells, rows_ * columns_));
  }

 private:
  struct Rows {
    double* north;
    double* cells;
    double* south;
  };

  double* rows_of(Cells& cells, std::size_t first, std::size_t n) const
  {
    const auto at = cells.begin() + static_cast<std::ptrdiff_t>(first * columns_);
    return static_cast<double*>(
        dash::detail::kernel_address(at.dart_gptr(), n * columns_ * sizeof(double)));
  }
  Span<const double> constant(const double* rows, std::size_t n) const
  {
    return {rows, n * columns_};
  }

  std::size_t columns_, rows_;
  std::array<Rows, 2> fields_{};
};

void measure_stencil(bench::Bench& bench, std::size_t size, std::size_t steps)
{
  Field field(equal_rows(size));
  const FivePoint stencil;
  const auto me = static_cast<std::size_t>(dash::myid().id);
  const std::size_t first = size * me / units(), last = size * (me + 1) / units();
  const RawRows rows(field, first, last);
  const cudaStream_t stream = bench::unit_stream();
  // Barriers separate the steps, because a unit reads its neighbours' rows of the preceding step.
  const auto raw = bench::by_all([&] {
    for (std::size_t step = 0; step < steps; ++step) {
      rows.launch(stencil, step, stream);
      if (units() == 1) continue;
      require(cudaStreamSynchronize(stream));
      dash::barrier();
    }
    require(cudaStreamSynchronize(stream));
  });
  const auto tasks = bench::by_all([&] {
    dash::tasks::task_group group;
    for (std::size_t step = 0; step < steps; ++step) {
      group += start_rows(
          {}, stencil, step % 2 == 0 ? field.from : field.to, step % 2 == 0 ? field.to : field.from,
          size, first, last);
      dash::barrier();
    }
    group.wait();
  });
  bench.report(
      "five-point stencil", {{"size", size}, bench::gpu_units()},
      bench.duel(tasks, raw).time(static_cast<double>(steps), bench::micro), "us",
      "the same kernels launched raw", size >= 4096 ? bench::at_most_ratio(1.05) : bench::Reach{});
}

/* ---- balance --------------------------------------------------------------------------------- */

/// Unit 0 has all rows and starts all tasks, which are bound to it or may move.
void measure_balance(bench::Bench& bench, std::size_t size, std::size_t blocks, bool is_large)
{
  constexpr std::size_t steps = 4;
  std::vector<std::size_t> rows(units(), 0);
  rows[0] = size;
  Field field(rows);
  const FivePoint stencil{.newton = 64};
  const auto step_all = [&](const dash::tasks::Affinity& affinity) {
    return bench::by_one([&, affinity] {
      dash::tasks::task_group group;
      for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t k = 0; k < blocks; ++k) {
          group += start_rows(
              {.affinity = affinity}, stencil, step % 2 == 0 ? field.from : field.to,
              step % 2 == 0 ? field.to : field.from, size, size * k / blocks,
              size * (k + 1) / blocks);
        }
      }
      group.wait();
    });
  };
  const auto seconds = bench.duel(
      step_all(dash::tasks::near_data), step_all(dash::tasks::at(dash::global_unit_t(0))));
  const auto figures = seconds.time(static_cast<double>(steps), bench::micro);
  const std::vector<bench::Param> params{{"size", size}, {"blocks", blocks}, bench::gpu_units()};
  bench.report(
      "all work at one GPU, balanced", params, figures, "us", "not balanced",
      is_large ? bench::Reach{} : bench::at_most_ratio(1.05));
  if (!is_large) return;
  const bench::Duel ideal{figures.dash, figures.raw / bench::gpu_unit_count()};
  // With few blocks, GPUs get unequal numbers of them.
  bench.report(
      "all work at one GPU, balanced", params, ideal, "us", "ideal: the time of one GPU, divided",
      blocks >= 20 ? bench::at_most_ratio(1.1) : bench::Reach{});
}

/* ---- overlap --------------------------------------------------------------------------------- */

/// Computes for a while on each element.
struct Compute {
  int rounds;

  __host__ __device__ void operator()(std::size_t i, Span<const double> from, Span<double> to) const
  {
    double value = from[i];
    for (int k = 0; k < rounds; ++k) value = value * 0.999 + 1e-3;
    to[i] = value;
  }
};

/// Pieces of memory that tasks of unit 0's GPU work on.
class Chunks {
 public:
  static constexpr std::size_t count = 16;

  /// Collective.
  explicit Chunks(std::size_t size)
      : size_(size),
        host_(size * count * units()),
        from_(host_.size()),
        to_(host_.size())
  {
    if (bench::is_unit_0()) std::fill(host_.lbegin(), host_.lend(), 1.0);
    dash::fill(from_.begin(), from_.end(), 1.0);
    dash::fill(to_.begin(), to_.end(), 0.0);
    dash::barrier();
  }

  /// Tasks on data that the runtime transfers from the host.
  bench::Body from_host(int rounds) { return from(host_, rounds); }
  bench::Body from_gpu(int rounds) { return from(from_, rounds); }

 private:
  template <class Source>
  bench::Body from(Source& source, int rounds)
  {
    return bench::by_one([this, &source, rounds] {
      const dash::tasks::Options here{.affinity = dash::tasks::at(dash::global_unit_t(0))};
      dash::tasks::task_group group;
      for (std::size_t k = 0; k < count; ++k) {
        const auto at = [&](auto& array, std::size_t chunk) {
          return array.begin() + static_cast<std::ptrdiff_t>(chunk * size_);
        };
        group += dash::tasks::parallel_for(
            here, size_, dash::in(at(source, k), at(source, k + 1)),
            dash::out(at(to_, k), at(to_, k + 1)), Compute{rounds});
      }
      group.wait();
    });
  }

  std::size_t size_;
  dash::Array<double, dash::default_index_t, dash::BlockPattern<1>, dash::HostSpace> host_;
  dash::Array<double> from_, to_;
};

void measure_overlap(bench::Bench& bench)
{
  const std::size_t size = bench.sized(std::size_t(1) << 22, 1 << 14);
  Chunks chunks(size);
  constexpr int probe = 1000;
  const double transferring = bench.best(chunks.from_host(0));
  const double probed = bench.best(chunks.from_gpu(probe));
  const int rounds = std::max(1, static_cast<int>(probe * transferring / probed));
  const double computing = bench.best(chunks.from_gpu(rounds));
  const bench::Duel seconds{
      bench.best(chunks.from_host(rounds)), std::max(transferring, computing)};
  bench.report(
      "transfers below computation",
      {{"chunks", Chunks::count}, {"bytes of one", size * sizeof(double)}},
      seconds.time(1, bench::milli), "ms", "the longer one alone", bench::at_most_ratio(1 / 0.9));
}

void measure(bench::Bench& bench)
{
  measure_empty(bench);
  measure_stencil(bench, 1024, bench.sized(100, 4));
  if (!bench.quick()) {
    measure_stencil(bench, 4096, 40);
    measure_stencil(bench, 16384, 10);
    measure_stencil(bench, 32768, 6);
  }
  if (bench::gpu_unit_count() > 1) {
    measure_balance(bench, 512, 5, false);
    for (const std::size_t blocks : {5, 10, 20}) {
      measure_balance(bench, bench.sized(8192, 512), blocks, true);
    }
  }
  measure_overlap(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("tasks", argc, argv, bench::Units::gpu_only, measure);
}
