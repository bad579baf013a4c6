/// 14-load-balance: one unit has all data and starts all tasks; the others help to execute them.
///
/// Shows what the runtime's balancer does with a badly distributed load: the field of the stencil
/// of 13-stencil-tasks belongs to the first unit, which divides each step into some blocks of rows
/// and starts a task for each. Without balancing the tasks are bound to this unit. With it, idle
/// units take waiting tasks from its queue, and a GPU that does so gets copies of the rows and
/// returns the results. More blocks divide the work more evenly, but each one has a cost; the more
/// a task computes on its data (--newton), the more the help pays. Use it to choose the number of
/// tasks, and a policy by the variable DART_TASK_POLICY: steal (default), affinity (the same as
/// unbalanced), none (tasks run where a unit is free).
///
///     dartrun -n 2 14-load-balance
///     dartrun -n 4 14-load-balance --size 2048 --newton 8 --blocks 5 10 20 40
///     dartrun --cpu 1 --gpu 2 14-load-balance --size 8192 --newton 8
///     DART_TASK_POLICY=none dartrun -n 3 14-load-balance --check

#include <dash/Tasks.h>
#include <dash/Team.h>
#include <dash/Types.h>

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

const char* const name = "14-load-balance";

struct Options {
  std::size_t size = 512;
  std::size_t steps = 10;
  std::vector<std::size_t> blocks{5, 10, 20};
  FivePoint stencil{.newton = 4};
  bool check = false;
};

void declare(CommandLine& line, Options& o)
{
  line.add("--size", o.size, "Rows and columns of the field").is_positive().shows_default();
  line.add("--steps", o.steps, "Number of steps for each figure").is_positive().shows_default();
  line.add("--blocks", o.blocks, "Tasks of a step; several numbers are tried in turn")
      .is_positive()
      .shows_default();
  declare_five_point(line, o.stencil, o.check);
}

/// A pattern in which the root owns all elements.
CellPattern all_at_root(std::size_t n)
{
  std::vector<dash::default_size_t> sizes(dash::size(), 0);
  sizes[static_cast<std::size_t>(root.id)] = n;
  return CellPattern(sizes);
}

/// The root starts all steps at once. Returns the milliseconds per step.
double step_all(
    const Options& o, Cells& cells, Cells& next, std::size_t blocks,
    const dash::tasks::Affinity& affinity)
{
  const auto start = std::chrono::steady_clock::now();
  dash::tasks::task_group group;
  const std::size_t count = std::min(blocks, o.size);
  for (std::size_t step = 0; step < o.steps; ++step) {
    for (std::size_t k = 0; k < count; ++k) {
      group += start_rows(
          {.affinity = affinity}, o.stencil, cells, next, o.size, o.size * k / count,
          o.size * (k + 1) / count);
    }
    std::swap(cells, next);
  }
  group.wait();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count() / static_cast<double>(o.steps);
}

/// Collective. Returns whether all went well, the same on every unit.
bool compare(const Options& o)
{
  const std::size_t n = o.size * o.size;
  Cells cells(all_at_root(n)), next(all_at_root(n));
  start_cells(cells);
  cells.barrier();
  const bool succeeded = succeeds_at_root(name, [&] {
    std::cout << name << ": " << o.size << " x " << o.size << " cells at the first of "
              << dash::size() << (dash::size() == 1 ? " unit" : " units") << std::endl;
    const auto here = dash::tasks::at(dash::Team::All().global_id(root));
    for (const std::size_t blocks : o.blocks) {
      const double alone = step_all(o, cells, next, blocks, here);
      const double balanced = step_all(o, cells, next, blocks, dash::tasks::near_data);
      std::cout << blocks << " blocks: " << alone << " ms a step by this unit alone, " << balanced
                << " ms balanced" << std::endl;
    }
    if (o.check) {
      const std::size_t steps = 2 * o.steps * o.blocks.size();
      check_against_serial(cells, o.stencil, o.size, steps);
      std::cout << "check: equal to the serial run to the last bit" << std::endl;
    }
  });
  dash::barrier();
  return succeeded;
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Balances tasks on data of one unit over all units", declare, compare);
}
