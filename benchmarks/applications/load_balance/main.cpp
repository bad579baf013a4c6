/// app_load_balance: the third case study of the DART-CUDA paper, by the code of
/// examples/14-load-balance: one unit has the field of a five-point stencil and starts all tasks.
/// The runtime's balancer gives tasks and their data to the other units, in comparison with the
/// unit alone. Results are checked to the last bit.
///
///     dartrun -n 2 app_load_balance

#include <dash/Tasks.h>
#include <dash/Team.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "support/application.h"
#include "support/five_point.h"

namespace {

class Field {
 public:
  /// Collective.
  explicit Field(std::size_t size)
      : size_(size),
        cells_(all_at_first(size * size)),
        next_(all_at_first(size * size))
  {
    start_cells(cells_);
    cells_.barrier();
  }

  /// One unit starts the tasks of some steps, of \p blocks tasks each, and waits for them.
  /// \param steps  an even number, so that the arrays are the same ones on all units in the end
  void run(std::size_t steps, std::size_t blocks, const dash::tasks::Affinity& affinity)
  {
    dash::tasks::task_group group;
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t k = 0; k < blocks; ++k) {
        group += start_rows(
            {.affinity = affinity}, stencil, cells_, next_, size_, size_ * k / blocks,
            size_ * (k + 1) / blocks);
      }
      std::swap(cells_, next_);
    }
    group.wait();
    steps_ += steps;
  }

  /// One unit calls it. \throws std::runtime_error if a cell differs from a serial run
  void check() const { check_against_serial(cells_, stencil, size_, steps_); }

 private:
  static CellPattern all_at_first(std::size_t cells)
  {
    std::vector<dash::default_size_t> sizes(dash::size(), 0);
    sizes[0] = cells;
    return CellPattern(sizes);
  }

  static constexpr FivePoint stencil{.newton = 8};

  std::size_t size_;
  Cells cells_, next_;
  std::size_t steps_ = 0;
};

void measure(bench::Bench& bench)
{
  const auto here = dash::tasks::at(dash::global_unit_t(0));
  const std::size_t steps = bench.sized(4, 2);
  for (const std::size_t size : {bench.sized(256, 24), bench.sized(1024, 32)}) {
    {
      Field field(size / 4);
      if (dash::myid() == 0) {
        field.run(4, 3, dash::tasks::near_data);
        field.check();
      }
      dash::barrier();
    }
    for (const std::size_t blocks : {5, 10, 20}) {
      Field field(size);
      const auto seconds = bench.duel(
          bench::by_one([&] { field.run(steps, blocks, dash::tasks::near_data); }),
          bench::by_one([&] { field.run(steps, blocks, here); }));
      auto params = bench::where();
      params.emplace_back("size", size);
      params.emplace_back("blocks", blocks);
      bench.report(
          "step", std::move(params), seconds.time(static_cast<double>(steps), bench::milli), "ms",
          "the first unit alone");
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("load_balance", argc, argv, measure);
}
