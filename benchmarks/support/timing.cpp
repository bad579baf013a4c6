#include "support/timing.h"

#include <dash/Init.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace bench {
namespace {

double seconds_of(const std::function<void()>& run)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  run();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double slowest_of_all_units(double mine)
{
  double slowest = 0;
  dart_allreduce(&mine, &slowest, 1, DART_TYPE_DOUBLE, DART_OP_MAX, DART_TEAM_ALL);
  return slowest;
}

double batch_seconds(const Body& body)
{
  if (body.prepare) body.prepare();
  if (!dash::is_initialized()) return seconds_of(body.run);
  dash::barrier();
  const bool runs = body.who == Who::all || dash::myid() == 0;
  return slowest_of_all_units(runs ? seconds_of(body.run) : 0);
}

double picked(std::vector<double> rounds, Pick pick)
{
  std::sort(rounds.begin(), rounds.end());
  return rounds[pick == Pick::best ? 0 : rounds.size() / 2];
}

}  // namespace

std::vector<double> measure_seconds(
    const std::vector<Body>& bodies, const Effort& effort, Pick pick)
{
  std::vector<std::vector<double>> rounds(bodies.size());
  double spent = 0;
  for (int round = 0; round < effort.min_rounds || spent < effort.seconds; ++round) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      rounds[i].push_back(batch_seconds(bodies[i]));
      spent += rounds[i].back();  // the same on all units, so all do the same number of rounds
    }
  }
  std::vector<double> result;
  for (auto& seconds : rounds) result.push_back(picked(std::move(seconds), pick));
  return result;
}

}  // namespace bench
