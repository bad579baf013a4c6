/// 13-stencil-tasks: steps of a five-point stencil as tasks that are ordered by their data.
///
/// Shows tasks with one body for CPU units and GPUs: each unit starts a task for each block of its
/// rows and names the rows that it reads, including those of its neighbours, and those that it
/// writes. No unit waits for tasks of other units: a barrier orders the starts, and the runtime
/// executes tasks that share data in this order, so steps overlap. Rows of other units are read in
/// place by one-sided accesses, also between CPU and GPU. With both kinds of units, --cpu-share
/// sets the CPUs' share of the field. Use it if parts of a field are not equally fast, or wait for
/// others.
///
///     dartrun -n 4 13-stencil-tasks
///     dartrun -n 2 13-stencil-tasks --size 4096 --blocks 4
///     dartrun --gpu 2 13-stencil-tasks --size 16384 --steps 200
///     dartrun --cpu 2 --gpu 2 13-stencil-tasks --size 8192 --cpu-share 0.02
///     dartrun -n 3 13-stencil-tasks --check          # compares with a serial run

#include <dash/Init.h>
#include <dash/Tasks.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/Progress.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <utility>
#include <vector>

#include "../support/five_point.h"
#include "../support/five_point_options.h"
#include "../support/program.h"
#include "../support/root.h"

namespace {

const char* const name = "13-stencil-tasks";

struct Options {
  std::size_t size = 512;
  std::size_t steps = 20;
  std::size_t blocks = 2;
  double cpu_share = -1;
  FivePoint stencil;
  bool check = false;
};

void declare(CommandLine& line, Options& o)
{
  line.add("--size", o.size, "Rows and columns of the field").is_positive().shows_default();
  line.add("--steps", o.steps, "Number of steps").shows_default();
  line.add("--blocks", o.blocks, "Tasks of a unit in each step").is_positive().shows_default();
  line.add("--cpu-share", o.cpu_share, "Part of the rows that all CPU units together get")
      .is_between(0.0, 1.0)
      .shows("[as many as GPU units]");
  declare_five_point(line, o.stencil, o.check);
}

bool is_gpu(std::size_t unit)
{
  return dash::is_gpu_unit(dash::global_unit_t(static_cast<int>(unit)));
}

/// The first row of each unit, and at the end the number of all rows.
std::vector<std::size_t> divide_rows(const Options& o)
{
  const std::size_t units = dash::size();
  std::size_t gpus = 0;
  for (std::size_t unit = 0; unit < units; ++unit) gpus += is_gpu(unit);
  const std::size_t cpus = units - gpus;
  const bool is_mixed = gpus > 0 && cpus > 0 && o.cpu_share >= 0;
  std::vector<std::size_t> first{0};
  double before = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const double of_cpu = o.cpu_share / static_cast<double>(cpus);
    const double of_gpu = (1 - o.cpu_share) / static_cast<double>(gpus);
    before += is_mixed ? is_gpu(unit) ? of_gpu : of_cpu : 1.0 / static_cast<double>(units);
    const auto rows = static_cast<std::size_t>(before * static_cast<double>(o.size) + 0.5);
    first.push_back(std::min(rows, o.size));
  }
  first.back() = o.size;
  return first;
}

/// Two states of the field, whose rows are distributed over the units.
class Field {
 public:
  /// Collective.
  explicit Field(const Options& o) : first_(divide_rows(o)), size_(o.size)
  {
    std::vector<dash::default_size_t> sizes;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      sizes.push_back((first_[unit + 1] - first_[unit]) * size_);
    }
    cells_.allocate(CellPattern(sizes));
    next_.allocate(CellPattern(sizes));
    start_cells(cells_);
    cells_.barrier();
  }

  /// Starts the tasks of a step. Collective.
  void start_step(const Options& o, dash::tasks::task_group& group)
  {
    const auto me = static_cast<std::size_t>(dash::myid().id);
    const std::size_t begin = first_[me], rows = first_[me + 1] - begin;
    const std::size_t blocks = std::min(o.blocks, rows);
    for (std::size_t k = 0; k < blocks; ++k) {
      group += start_rows(
          {}, o.stencil, cells_, next_, size_, begin + rows * k / blocks,
          begin + rows * (k + 1) / blocks);
    }
    std::swap(cells_, next_);
    dash::barrier();  // the tasks of the next step are started after all of this one
  }

  Cells& cells() { return cells_; }

 private:
  std::vector<std::size_t> first_;
  std::size_t size_;
  Cells cells_, next_;
};

/// Collective. Returns the seconds that all steps took.
double run(Field& field, const Options& o)
{
  constexpr std::size_t most_in_flight = 16;  // steps
  dash::barrier();
  const auto start = std::chrono::steady_clock::now();
  dash::Progress progress("steps", o.steps);
  dash::tasks::task_group group;
  for (std::size_t step = 1; step <= o.steps; ++step) {
    field.start_step(o, group);
    if (step % most_in_flight != 0) continue;
    group.wait();
    progress.add(most_in_flight);
  }
  group.wait();
  progress.add(o.steps - progress.done());
  dash::barrier();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Collective. Returns whether all went well, the same on every unit.
bool step_field(const Options& o)
{
  Field field(o);
  const double seconds = run(field, o);
  const double sum = dash::reduce(field.cells().begin(), field.cells().end(), 0.0);
  if (is_root()) {
    const double cells = static_cast<double>(o.size * o.size);
    std::cout << name << ": " << o.size << " x " << o.size << " cells on " << dash::size()
              << (dash::size() == 1 ? " unit, " : " units, ") << o.steps << " steps\n"
              << "mean:  " << sum / cells << '\n';
    if (o.steps > 0) {
      const double steps = static_cast<double>(o.steps);
      std::cout << "time:  " << 1e3 * seconds / steps << " ms a step, "
                << 1e-6 * cells * steps / seconds << " million cells a second" << std::endl;
    }
  }
  return !o.check || succeeds_at_root(name, [&] {
    check_against_serial(field.cells(), o.stencil, o.size, o.steps);
    std::cout << "check: equal to the serial run to the last bit" << std::endl;
  });
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Steps a five-point stencil by tasks, on CPU units and GPUs", declare,
      step_field);
}
