#include "support/timing.h"

#include <libdash.h>

#include <algorithm>
#include <chrono>
#include <limits>

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

}  // namespace

std::vector<double> best_seconds(const std::vector<Body>& bodies, const Effort& effort)
{
  std::vector<double> best(bodies.size(), std::numeric_limits<double>::infinity());
  double spent = 0;
  for (int round = 0; round < effort.min_rounds || spent < effort.seconds; ++round) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double seconds = batch_seconds(bodies[i]);
      best[i] = std::min(best[i], seconds);
      spent += seconds;  // the same on all units, so they do the same number of rounds
    }
  }
  return best;
}

}  // namespace bench
