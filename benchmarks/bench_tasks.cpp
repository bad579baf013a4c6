/// Measures tasks that do nothing, and thus the cost of the runtime from creation to the end of the
/// wait, for one task and for many at the same time, in comparison with tasks of OpenMP and StarPU
/// on threads of one process.
///
///     dartrun -n 2 bench_tasks
///     dartrun --hosts-emulated 2 -n 2 bench_tasks    tasks of unit 0 on data of the other host

#include <dash/Array.h>
#include <dash/LaunchPolicy.h>
#include <dash/Tasks.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "support/bench.h"
#include "tasks/openmp_side.h"
#if defined(BENCH_HAVE_STARPU)
#include "tasks/starpu_side.h"
#endif

namespace {

using bench::at_most;
using bench::Who;

const auto nothing = [] {};

dash::tasks::Affinity at_unit(std::size_t unit)
{
  return dash::tasks::at(dash::global_unit_t(static_cast<int>(unit)));
}

/// Starts one task after the other and waits for each.
void measure_latency(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(20000, 20);
  using dash::tasks::Options;
  const auto report = [&](const char* name, const Options& options, bench::Reach reach) {
    const auto body =
        bench::repeated(Who::one, calls, [options] { dash::async(options, nothing).wait(); });
    bench.report(
        {.name = name,
         .value = bench.best(body) / static_cast<double>(calls) / bench::nano,
         .unit = "ns",
         .reach = std::move(reach)});
  };
  const auto sync = dash::launch::sync, async = dash::launch::async;
  report("create + start + wait, own unit", {async, at_unit(0)}, at_most(1000, "ns"));
  report("create + run, own unit", {sync, at_unit(0)}, at_most(1000, "ns"));
  report("create + start + wait, another unit", {async, at_unit(1)}, at_most(2000, "ns"));
}

/// All units start tasks at the same time. \c start(i) returns the future of task i.
template <class Start>
bench::Body by_all_units(std::size_t tasks, Start start)
{
  return bench::by_all([tasks, start] {
    dash::tasks::task_group group;
    for (std::size_t i = 0; i < tasks; ++i) group += start(i);
    group.wait();
  });
}

void measure_throughput(bench::Bench& bench)
{
  const std::size_t tasks = bench.sized(50000, 50);
  const std::size_t units = dash::size();
  const double all = static_cast<double>(tasks * units);
  const auto anywhere = by_all_units(tasks, [](std::size_t) { return dash::async(nothing); });
  const int threads = static_cast<int>(units);
  const auto openmp = bench::by_one([&] { bench::run_openmp_tasks(tasks * units, threads); });
  // corresponds to 2 million tasks per second on 2 units
  bench.report(
      "many, wherever a unit is free", {{"units", units}},
      bench.duel(anywhere, openmp).time(all, bench::nano), "ns", "OpenMP tasks",
      at_most(500, "ns"));
#if defined(BENCH_HAVE_STARPU)
  {
    std::optional<bench::Starpu> starpu;
    if (dash::myid() == 0) starpu.emplace(static_cast<unsigned>(units));
    const auto theirs = bench::by_one([&] { starpu->run_tasks(tasks * units); });
    bench.report(
        "many, wherever a unit is free", {{"units", units}},
        bench.duel(anywhere, theirs).time(all, bench::nano), "ns", "StarPU tasks");
    dash::barrier();
  }
#endif

  const auto report = [&](const char* name, const bench::Body& body) {
    bench.report(
        {.name = name,
         .params = {{"units", units}},
         .value = bench.best(body) / all / bench::nano,
         .unit = "ns"});
  };
  const dash::tasks::Options here{.affinity = at_unit(static_cast<std::size_t>(dash::myid().id))};
  report("many, at the own unit", by_all_units(tasks, [here](std::size_t) {
           return dash::async(here, nothing);
         }));
  constexpr std::size_t words = 64;
  dash::Array<int> array(words * units);
  const auto word = [&](std::size_t i) {
    return dash::inout(array.lbegin() + i % words, array.lbegin() + i % words + 1);
  };
  const auto touch = [](dash::tasks::Span<int>) {};
  report("many, in 64 chains", by_all_units(tasks, [&](std::size_t i) {
           return dash::async(word(i), touch);
         }));
  report("many, in a chain", by_all_units(tasks, [&](std::size_t) {
           return dash::async(word(0), touch);
         }));
}

/// Starts tasks on the last unit's data, which are on another host, and on data of both hosts.
void measure_hosts(bench::Bench& bench, dash::Array<int>& array)
{
  const std::size_t tasks = bench.sized(20000, 20), words = array.lsize();
  const auto report = [&](const char* name, auto start) {
    const auto body = bench::by_one([&] {
      dash::tasks::task_group group;
      for (std::size_t i = 0; i < tasks; ++i) group += start(i % words);
      group.wait();
    });
    bench.report(
        {.name = name,
         .value = bench.best(body) / static_cast<double>(tasks) / bench::nano,
         .unit = "ns"});
  };
  const auto word = [&](std::size_t unit, std::size_t i) {
    const auto at = array.begin() + static_cast<std::ptrdiff_t>(unit * words + i);
    return dash::inout(at, at + 1);
  };
  const std::size_t last = dash::size() - 1;
  report("many, in chains on another host", [&](std::size_t i) {
    return dash::async(word(last, i), [](dash::tasks::Span<int>) {});
  });
  report("many, in chains on two hosts", [&](std::size_t i) {
    const auto touch = [](dash::tasks::Span<int>, dash::tasks::Span<int>) {};
    return dash::async(word(0, i), word(last, i), touch);
  });
}

void measure(bench::Bench& bench)
{
  dash::Array<int> array(64 * dash::size());
  const int last = static_cast<int>(dash::size()) - 1;
  const bool is_one_host =
      bench::raw_part(array, 0) != nullptr && bench::raw_part(array, last) != nullptr;
  if (!is_one_host) return measure_hosts(bench, array);
  measure_latency(bench);
  measure_throughput(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("tasks", argc, argv, measure);
}
