/// Measures a step of Jacobi's relaxation in two and three dimensions, whose borders travel between
/// the units in different ways: driven by the host, on a stream, on a stream from a graph, and
/// within one kernel whose blocks have roles. The library's stencil does the same steps. All cells
/// are compared with those of a serial run.
///
///     dartrun --gpu 2 bench_gpu_halo

#include <dash/Halo.h>
#include <dash/Matrix.h>

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "applications/support/control.h"
#include "gpu/fused_stencil.h"
#include "gpu/gpu.h"
#include "gpu/slabs.h"

namespace {

using slabs::Side;
using slabs::Step;

/// In each step the units compute all cells, put their borders and wait for those of the
/// neighbours.
template <int N, class Control>
class ControlledSteps {
 public:
  explicit ControlledSteps(std::size_t size) : slabs_(size), arrived_(slabs::num_sides) {}

  void begin() { slabs_.begin(); }

  void run(std::size_t steps)
  {
    add(steps);
    control_.complete();
  }
  void add(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) {
      ++step_;
      control_.for_each_index(slabs_.cells(), slabs_.relax_cell(step_));
      for (const Side side : {slabs::above, slabs::below}) {
        control_.put_notify(
            slabs_.place_at_neighbour(side, step_),
            std::span(slabs_.layer_at(side, step_), slabs_.layer().size()),
            arrived_(slabs_.neighbour(side), 1 - side), step_);
      }
      for (const Side side : {slabs::above, slabs::below}) control_.wait_for(arrived_[side], step_);
    }
  }

  std::vector<float> cells() { return slabs_.all_after(step_); }

  /// Flags can then have earlier values again. Collective.
  void reset_flags()
  {
    dash::barrier();  // those of the neighbours have arrived
    for (const Side side : {slabs::above, slabs::below}) arrived_[side].reset();
    dash::barrier();
  }
  const Control& control() const { return control_; }

 private:
  slabs::Slabs<N> slabs_;
  dash::Flags<Step, typename Control::FlagSpace> arrived_;
  Step step_ = 0;
  Control control_;
};

/// The same on a stream, by a graph of all steps, in which the values of flags are fixed.
template <int N>
class GraphSteps {
 public:
  GraphSteps(std::size_t size, std::size_t steps) : steps_(size)
  {
    steps_.begin();
    steps_.run(2);  // what is only done at the first time must not get into the graph
    graph_.emplace(
        static_cast<cudaStream_t>(steps_.control().native()), [&] { steps_.add(steps); });
  }

  void begin()
  {
    steps_.reset_flags();
    steps_.begin();
  }
  void run(std::size_t /*steps*/) { graph_->run(); }
  std::vector<float> cells() { return steps_.cells(); }

 private:
  ControlledSteps<N, control::Stream> steps_;
  std::optional<bench::Graph> graph_;
};

template <int N>
struct Relax {
  template <class Cell>
  __host__ __device__ float operator()(const Cell& c) const
  {
    if constexpr (N == 2) {
      return slabs::mean(c(-1, 0), c(1, 0), c(0, -1), c(0, 1));
    } else {
      return slabs::mean(c(-1, 0, 0), c(1, 0, 0), c(0, -1, 0), c(0, 1, 0), c(0, 0, -1), c(0, 0, 1));
    }
  }
};

struct FirstValue {
  __host__ __device__ float operator()(std::ptrdiff_t cell) const
  {
    return slabs::first_value(static_cast<std::size_t>(cell));
  }
};

/// The library's stencil.
template <int N>
class StencilSteps {
  using Matrix = dash::NArray<float, N>;

 public:
  explicit StencilSteps(std::size_t size)
      : a_(sizes(size), rows()),
        b_(a_.pattern()),
        relax_(a_, boundary(), Relax<N>{}),
        result_(&a_)
  {}

  void begin()
  {
    dash::barrier();  // nobody computes
    for (Matrix* const matrix : {&a_, &b_}) dash::generate_with_index(*matrix, FirstValue{});
    dash::barrier();
  }
  void run(std::size_t steps) { result_ = &relax_.iterate(a_, b_, steps); }

  std::vector<float> cells()
  {
    dash::barrier();
    std::vector<float> cells(result_->size());
    dash::copy(result_->begin(), result_->end(), cells.data());
    return cells;
  }

 private:
  static dash::SizeSpec<N> sizes(std::size_t size)
  {
    if constexpr (N == 2)
      return {size, size};
    else
      return {size, size, size};
  }
  static dash::DistributionSpec<N> rows()
  {
    if constexpr (N == 2)
      return {dash::BLOCKED, dash::NONE};
    else
      return {dash::BLOCKED, dash::NONE, dash::NONE};
  }
  static dash::halo::Boundary<float, N> boundary()
  {
    using dash::halo::open, dash::halo::periodic;
    if constexpr (N == 2)
      return {periodic, open};
    else
      return {periodic, open, open};
  }

  Matrix a_, b_;
  dash::halo::Stencil<Matrix, Relax<N>> relax_;
  Matrix* result_;
};

/// Steps from the same cells in all ways.
template <int N>
class Comparison {
 public:
  Comparison(bench::Bench& bench, std::size_t size, std::size_t steps)
      : bench_(bench),
        size_(size),
        steps_(steps),
        graph_(size, steps),
        host_(size),
        stream_(size),
        fused_(size),
        stencil_(size),
        expected_(slabs::serial_cells<N>(size, steps))
  {}

  void measure()
  {
    const std::vector bodies{
        body(host_), body(stream_), body(graph_), body(fused_), body(stencil_)};
    const auto seconds = bench::measure_seconds(bodies, bench_.effort(), bench::Pick::best);
    const double host = seconds[0], stream = seconds[1], graph = seconds[2], fused = seconds[3],
                 stencil = seconds[4];
    // In larger fields, computing takes longer than starting.
    const bool is_small = size_ <= (N == 2 ? 1024 : 128);
    const auto at_most = [&](double ratio) {
      return is_small ? bench::at_most_ratio(ratio) : bench::Reach{};
    };
    report("host", host, "host", host, {});
    report("stream", stream, "host", host, at_most(0.6));
    report("graph", graph, "stream", stream, {});
    report("kernel with roles", fused, "stream", stream, at_most(0.8));
    report("dash::halo::Stencil", stencil, "kernel with roles", fused, bench::at_most_ratio(1));
  }

 private:
  /// A batch of steps, whose cells are checked first.
  template <class Steps>
  bench::Body body(Steps& steps)
  {
    steps.begin();
    steps.run(steps_);
    if (steps.cells() != expected_)
      throw std::runtime_error("the cells are not those of a serial run");
    bench::Body body = bench::by_all([&, n = steps_] { steps.run(n); });
    body.prepare = [&] { steps.begin(); };
    return body;
  }

  void report(
      const char* control, double seconds, const char* other, double seconds_of_other,
      const bench::Reach& reach)
  {
    const bench::Duel duel{seconds, seconds_of_other};
    bench_.report(
        N == 2 ? "step, 5 points" : "step, 7 points",
        {{"size", size_}, {"control", std::string(control)}, bench::gpu_units()},
        duel.time(static_cast<double>(steps_), bench::micro), "us", other, reach);
  }

  bench::Bench& bench_;
  std::size_t size_, steps_;
  GraphSteps<N> graph_;
  ControlledSteps<N, control::Host> host_;
  ControlledSteps<N, control::Stream> stream_;
  slabs::FusedSteps<N> fused_;
  StencilSteps<N> stencil_;
  std::vector<float> expected_;
};

void measure(bench::Bench& bench)
{
  if (bench.quick()) {
    Comparison<2>(bench, 64, 4).measure();
    Comparison<3>(bench, 16, 4).measure();
    return;
  }
  for (const std::size_t size : {256, 512, 1024}) Comparison<2>(bench, size, 200).measure();
  for (const std::size_t size : {2048, 4096}) Comparison<2>(bench, size, 20).measure();
  for (const std::size_t size : {64, 128}) Comparison<3>(bench, size, 200).measure();
  Comparison<3>(bench, 256, 20).measure();
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("halo", argc, argv, bench::Units::gpu_only, measure);
}
