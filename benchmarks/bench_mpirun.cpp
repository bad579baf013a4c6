/// Compares the same programs under mpirun and under dartrun, on two units of this host: figures of
/// other benchmarks, the best of several alternating runs.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/bench.h"
#include "support/process.h"

namespace {

using bench::Command;

bool is_time(const std::string& unit)
{
  return unit == "ns" || unit == "us" || unit == "ms" || unit == "s";
}

struct Figure {
  double value;
  std::string unit;

  bool operator<(const Figure& other) const
  {
    return is_time(unit) ? value < other.value : other.value < value;
  }
};

/// Best figures, by benchmark, case and parameters.
using Figures = std::map<std::string, Figure>;

void run_once(Command command, const std::string& program, bool quick, Figures& best)
{
  command.push_back(PROGRAMS "/bench_" + program);
  command.push_back("--json");
  if (quick) {
    command.push_back("--quick");
  } else {
    command.insert(command.end(), {"--seconds", "0.05"});
  }
  std::istringstream output(bench::output_of(command));
  for (std::string line; std::getline(output, line);) {
    const auto figure = nlohmann::json::parse(line);
    if (figure["reach"].is_null()) continue;
    std::string name = program + ": " + figure["case"].get<std::string>();
    for (const auto& [key, value] : figure["params"].items()) name += " " + value.dump();
    const Figure found{figure["value"].get<double>(), figure["unit"].get<std::string>()};
    const auto [place, is_new] = best.emplace(name, found);
    if (!is_new) place->second = std::min(place->second, found);
  }
}

void measure(bench::Bench& bench)
{
  const Command dartrun{DARTRUN, "-n", "2", "--bind", "core"};
  const Command mpirun{MPIRUN,      "-n",  "2", "--allow-run-as-root", "--oversubscribe",
                       "--bind-to", "core"};
  const std::size_t rounds = bench.sized(4, 1);
  for (const std::string program : {"element", "collectives", "lock", "heat"}) {
    Figures under_dartrun;
    Figures under_mpirun;
    for (std::size_t round = 0; round < rounds; ++round) {
      run_once(dartrun, program, bench.quick(), under_dartrun);
      run_once(mpirun, program, bench.quick(), under_mpirun);
    }
    for (const auto& [name, figure] : under_mpirun) {
      bench.report(
          name, {}, {figure.value, under_dartrun.at(name).value}, figure.unit, "dartrun",
          is_time(figure.unit) ? bench::at_most_ratio(1.05) : bench::at_least_ratio(0.95));
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_alone("mpirun", argc, argv, measure);
}
