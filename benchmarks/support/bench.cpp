#include "support/bench.h"

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/util/EnergyMeter.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <optional>

namespace bench {
namespace {

bool is_first_unit()
{
  return !dash::is_initialized() || dash::myid() == 0;
}

/// \return nothing, with the exit code in \p status, if there is nothing to measure
std::optional<Options> parse(const std::string& name, int argc, char** argv, int& status)
{
  Options options;
  CLI::App app{"Compares DASH with raw code; see docs/performance.md", "bench_" + name};
  app.add_flag("--json", options.json, "Print one JSON object per line");
  app.add_option("--save", options.save, "Append JSON lines to a file, too");
  app.add_flag(
      "--quick", options.quick, "Only test that the program works; figures are meaningless");
  app.add_option("--seconds", options.seconds, "Time to spend on each figure")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--size", options.size, "Measure only this size, where there are several")
      ->check(CLI::PositiveNumber);
  app.add_option("--by", options.by, "Measure only this control path, where there are several")
      ->check(CLI::IsMember({"host", "stream", "trigger", "library"}));
  app.add_option(
      "--case", options.cases, "Measure only cases whose names contain this, where there are many");
  app.add_flag("--energy", options.energy, "Measure energy, too, as far as it can be read");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    status = is_first_unit() ? app.exit(e) : e.get_exit_code();
    return std::nullopt;
  }
  return options;
}

std::optional<double> measured(double joules)
{
  return joules > 0 ? std::optional(joules) : std::nullopt;
}

}  // namespace

Sizes Bench::sizes(const Sizes& all, std::size_t quick) const
{
  if (options_.quick) return {quick};
  return options_.size > 0 ? Sizes{options_.size} : all;
}

bool Bench::measures_path(const std::string& name) const
{
  const bool is_own = name == "host" || name == "stream" || name == "trigger";
  return options_.by.empty() || options_.by == (is_own ? name : "library");
}

bool Bench::measures_case(const std::string& name) const
{
  return name.find(options_.cases) != std::string::npos;
}

Effort Bench::effort() const
{
  return quick() ? Effort{0, 1} : Effort{options_.seconds, 5};
}

double Bench::best(Body body) const
{
  return measure_seconds({std::move(body)}, effort(), Pick::best).front();
}

Figure Bench::figure(const Body& body) const
{
  const double seconds = best(body);
  return {seconds, joules_of(body, seconds)};
}

Duel Bench::duel(Body dash, Body raw, Pick pick) const
{
  const auto seconds = measure_seconds({dash, std::move(raw)}, effort(), pick);
  return {seconds[0], seconds[1], joules_of(dash, seconds[0])};
}

namespace {

/// What is missing is the same for each figure.
void say_once(const std::string& text)
{
  static std::string said;
  if (text != said) std::cerr << text << std::endl;
  said = text;
}

}  // namespace

/// Joules of all units for a batch, from batches that take a second together; 0 if that is not
/// asked for, or not known. \param seconds  time of a batch
Joules Bench::joules_of(const Body& body, double seconds) const
{
  if (!options_.energy || !dash::is_initialized()) return {};
  const int batches = quick() ? 1 : static_cast<int>(std::clamp(1.0 / seconds, 1.0, 1e6));
  dash::util::EnergyMeter meter;
  for (int i = 0; i < batches; ++i) {
    dash::barrier();
    if (body.who == Who::one && dash::myid() != 0) continue;
    if (body.prepare) body.prepare();
    body.run();
  }
  const dash::util::Energy energy = meter.total();
  if (!energy.is_complete() && is_first_unit())
    say_once("energy is not complete: " + energy.missing);
  return Joules{energy.is_complete() ? energy.joules() : 0, energy.gpu_joules} / batches;
}

void Bench::report(const Result& result)
{
  if (is_first_unit()) reporter_.report(result);
}

void Bench::report(
    const std::string& name, std::vector<Param> params, const Figure& figure, std::string unit)
{
  report(
      {.name = name,
       .params = std::move(params),
       .value = figure.value,
       .unit = std::move(unit),
       .joules = measured(figure.joules.all),
       .gpu_joules = measured(figure.joules.gpus)});
}

void Bench::report(
    const std::string& name, std::vector<Param> params, const Duel& figures, std::string unit,
    std::string baseline_name, Reach reach)
{
  report(
      {.name = name,
       .params = std::move(params),
       .value = figures.dash,
       .unit = std::move(unit),
       .baseline = Baseline{std::move(baseline_name), figures.raw},
       .reach = std::move(reach),
       .joules = measured(figures.joules.all),
       .gpu_joules = measured(figures.joules.gpus)});
}

void Bench::start()
{
  if (!is_first_unit()) return;
  reporter_.start(
      dash::is_initialized() ? std::to_string(dash::size()) + " units" : "separate processes");
}

void Bench::finish()
{
  if (is_first_unit()) reporter_.finish();
}

int run_alone(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure)
{
  int status = 0;
  const auto options = parse(name, argc, argv, status);
  if (!options) return status;
  Bench bench(name, *options);
  bench.start();
  try {
    measure(bench);
  } catch (const std::exception& e) {
    std::cerr << "bench_" << name << ": " << e.what() << std::endl;
    return 1;
  }
  bench.finish();
  return 0;
}

std::string needs_two_units()
{
  return dash::size() < 2 ? "compares units with each other, so it needs two: dartrun -n 2" : "";
}

int run_units(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure,
    const Objection& objection)
{
  dash::init(&argc, &argv);
  int status = 0;
  if (const std::string reason = objection(); !reason.empty()) {
    if (is_first_unit()) {
      std::cerr << "bench_" << name << ": " << reason << " bench_" << name << std::endl;
    }
    status = 1;
  } else if (const auto options = parse(name, argc, argv, status)) {
    Bench bench(name, *options);
    bench.start();
    measure(bench);
    bench.finish();
  }
  dash::finalize();
  return status;
}

}  // namespace bench
