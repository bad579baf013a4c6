/// Measures a five-point stencil by both interfaces of halos, in comparison with raw arrays without
/// exchange: each unit computes as many rows in its own memory.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Halo.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Generate.h>
#include <dash/halo/HaloMatrixWrapper.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_least_ratio;
using bench::by_all;
using Grid = dash::NArray<double, 2>;

double ripple(std::size_t i)
{
  return static_cast<double>(i * 7919 % 256);
}

double relaxed(double center, double north, double south, double west, double east)
{
  return center + 0.2 * (north + south + west + east - 4 * center);
}

/// A unit's rows and one more row at each side, which is not updated.
class RawRows {
 public:
  RawRows(std::size_t rows, std::size_t columns)
      : rows_(rows),
        columns_(columns),
        cells_((rows + 2) * columns),
        next_(cells_.size())
  {
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = next_[i] = ripple(i);
  }

  void step()
  {
    for (std::size_t row = 1; row <= rows_; ++row) step_row(row);
    cells_.swap(next_);
  }

  /// \return the square of the norm of the change
  double measured_step()
  {
    double sum = 0;
    for (std::size_t row = 1; row <= rows_; ++row) {
      step_row(row);
      sum += change(row);  // the row is still in the cache
    }
    cells_.swap(next_);
    return sum;
  }

 private:
  void step_row(std::size_t row)
  {
    const std::size_t columns = columns_;
    const double* in = cells_.data() + row * columns;
    double* __restrict out = next_.data() + row * columns;
    for (std::size_t i = 1; i + 1 < columns; ++i) {
      out[i] = relaxed(in[i], in[i - columns], in[i + columns], in[i - 1], in[i + 1]);
    }
  }

  /// The sum has several partial sums, so that additions do not wait for each other.
  double change(std::size_t row) const
  {
    constexpr std::size_t parts = 8;
    const double* before = cells_.data() + row * columns_;
    const double* after = next_.data() + row * columns_;
    std::array<double, parts> sums{};
    for (std::size_t i = 0; i < columns_; i += parts) {
      for (std::size_t k = 0; k < parts; ++k) {
        const double difference = after[i + k] - before[i + k];
        sums[k] += difference * difference;
      }
    }
    double sum = 0;
    for (const double part : sums) sum += part;
    return sum;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> cells_;
  std::vector<double> next_;
};

/// Two matrices whose rows are distributed. Their outermost elements stay constant.
struct Field {
  explicit Field(std::size_t size)
      : a(dash::SizeSpec<2>(size, size), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE)),
        b(a.pattern())
  {
    for (Grid* grid : {&a, &b}) dash::generate_with_index(grid->begin(), grid->end(), ripple);
    dash::barrier();
  }

  /// Number of rows of the calling unit that change.
  std::size_t inner_rows() const
  {
    const bool is_first = dash::myid() == 0;
    const bool is_last = static_cast<std::size_t>(dash::myid()) + 1 == dash::size();
    return a.pattern().local_extents()[0] - (is_first ? 1 : 0) - (is_last ? 1 : 0);
  }

  Grid a;
  Grid b;
};

/// Compares batches with those of raw rows.
class Comparison {
 public:
  Comparison(bench::Bench& bench, std::size_t size, std::size_t steps)
      : bench_(bench),
        size_(size),
        steps_(steps)
  {}

  void operator()(const char* name, bench::Body dash, bench::Body raw) const
  {
    const auto seconds = bench_.duel(std::move(dash), std::move(raw));
    const auto cells = static_cast<double>(steps_ * (size_ - 2) * (size_ - 2));
    bench_.report(
        name, {{"size", size_}, {"steps at once", steps_}}, seconds.rate(cells, bench::mega),
        "Mcells/s", "raw rows without exchange", at_least_ratio(0.98));
  }

 private:
  bench::Bench& bench_;
  std::size_t size_;
  std::size_t steps_;
};

/// Measures the interface with relative indices.
void measure_stencil(const Comparison& compare, Field& field, RawRows& raw, std::size_t steps)
{
  dash::halo::Stencil stencil(
      field.a, [](auto c) { return relaxed(c(0, 0), c(-1, 0), c(1, 0), c(0, -1), c(0, 1)); });
  compare(
      "Stencil", by_all([&] { stencil.iterate(field.a, field.b, steps); }),
      bench::repeated(bench::Who::all, steps, [&] { raw.step(); }));
  compare(
      "Stencil, squared_change",
      by_all([&] { stencil.iterate(field.a, field.b, steps, dash::halo::squared_change); }),
      bench::repeated(bench::Who::all, steps, [&] {
        const double change = raw.measured_step();
        bench::do_not_optimize(change);
      }));
}

/// A step as a program writes it with HaloMatrixWrapper.
template <class Halo, class Operator>
void step(Halo& halo, const Operator& points, double* out)
{
  halo.update_async();
  points.inner.update(out, [](const double* center, double* to, auto, const auto& at) {
    *to = relaxed(*center, center[at[0]], center[at[1]], center[at[2]], center[at[3]]);
  });
  halo.wait();
  points.boundary.update(out, [](const auto& it) {
    return relaxed(*it, it.value_at(0), it.value_at(1), it.value_at(2), it.value_at(3));
  });
}

void measure_wrapper(const Comparison& compare, Field& field, RawRows& raw, std::size_t steps)
{
  using dash::halo::StencilPoint;
  const dash::halo::StencilSpec star(
      StencilPoint<2>(-1, 0), StencilPoint<2>(1, 0), StencilPoint<2>(0, -1), StencilPoint<2>(0, 1));
  dash::halo::HaloMatrixWrapper halo_a(field.a, star);
  dash::halo::HaloMatrixWrapper halo_b(field.b, star);
  const auto points_a = halo_a.stencil_operator(star);
  const auto points_b = halo_b.stencil_operator(star);
  compare(
      "HaloMatrixWrapper, StencilOperator",
      bench::repeated(
          bench::Who::all, steps / 2,
          [&] {
            step(halo_a, points_a, field.b.lbegin());
            step(halo_b, points_b, field.a.lbegin());
          }),
      bench::repeated(bench::Who::all, steps, [&] { raw.step(); }));
}

/// \param steps  steps per batch; an even number, so that each batch begins with the same matrix
void measure_size(bench::Bench& bench, std::size_t size, std::size_t steps)
{
  const Comparison compare(bench, size, steps);
  Field field(size);
  RawRows raw(field.inner_rows(), size);
  measure_stencil(compare, field, raw, steps);
  measure_wrapper(compare, field, raw, steps);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("stencil", argc, argv, [](bench::Bench& bench) {
    measure_size(bench, bench.sized(1024, 64), bench.sized(10, 2));
    measure_size(bench, bench.sized(4096, 128), bench.sized(4, 2));
  });
}
