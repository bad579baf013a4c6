#pragma once

/// \file
/// Measures the energy that processors and GPUs take.

#include <dash/Team.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/util/Timer.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <string>

namespace dash::util {

/// Energy of a region of a program, of one unit or of a team.
struct Energy {
  double seconds = 0;      ///< that the region took; of a team, the longest time of a unit
  double host_joules = 0;  ///< energy of processors, and of their memory where that is counted
  double gpu_joules = 0;
  double idle_watts = 0;  ///< what EnergyMeter::measure_idle has found, 0 before
  std::string missing;    ///< what is not in the figures, and why; empty if all is known

  /// What is known, in joules. It is a part of the energy if something is missing.
  double joules() const { return host_joules + gpu_joules; }
  /// The same without what the machine takes if it does nothing.
  double active_joules() const { return (std::max)(0.0, joules() - idle_watts * seconds); }
  double watts() const { return seconds > 0 ? joules() / seconds : 0; }
  /// Whether nothing is missing.
  bool is_complete() const { return missing.empty(); }
};

/// Measures regions by the counters of the hardware: RAPL for processors, NVML for GPUs.
///
///     dash::util::EnergyMeter meter;
///     compute();
///     const auto own = meter.unit();   // this unit's share
///     const auto all = meter.total();  // of all units
///
/// A unit's share is its GPU's energy, and an equal part of what its host's processors take. What
/// cannot be read counts as 0 and is named in Energy::missing; no figure is estimated. Counters are
/// renewed about every millisecond for processors and every 100 ms for GPUs, so a region should
/// take a second. They count all programs of the machine.
class EnergyMeter {
 public:
  /// Begins a region. Local call, between init and finalize.
  EnergyMeter() { start(); }

  /// Begins another region. Local call.
  void start()
  {
    begin_ = read();
    time_ = Stopwatch();
  }

  /// Energy of the calling unit since the region began. Local call.
  Energy unit() const
  {
    const dart_energy_t now = read();
    Energy energy;
    energy.seconds = time_.Elapsed() * 1e-6;
    energy.host_joules = now.host_joules - begin_.host_joules;
    energy.gpu_joules = now.gpu_joules - begin_.gpu_joules;
    energy.idle_watts = idle_watts_;
    if (!now.host_known || !now.gpu_known) energy.missing = missing_here().data();
    return energy;
  }

  /// Energy of all units of a team since they began the region, the same on all units. Waits for
  /// them. Collective.
  Energy total(Team& team = Team::All()) const
  {
    team.barrier();
    Energy energy = unit();
    const std::array<double, 3> mine{energy.host_joules, energy.gpu_joules, energy.idle_watts};
    std::array<double, 3> sums{};
    reduce(mine.data(), sums.data(), sums.size(), DART_OP_SUM, team);
    double longest = 0;
    reduce(&energy.seconds, &longest, 1, DART_OP_MAX, team);
    energy = {longest, sums[0], sums[1], sums[2], first_missing(energy.missing, team)};
    return energy;
  }

  /// Measures what the calling units take while all units of the team sleep, so that
  /// Energy::active_joules can leave it out. Begins another region. Collective.
  void measure_idle(double seconds = 1.0, Team& team = Team::All())
  {
    team.barrier();
    start();
    const timespec time{
        static_cast<std::time_t>(seconds), static_cast<long>(std::fmod(seconds, 1) * 1e9)};
    nanosleep(&time, nullptr);
    idle_watts_ = unit().watts();
    team.barrier();
    start();
  }

 private:
  using Stopwatch = Timer<TimeMeasure::Clock>;
  using Text = std::array<char, 256>;

  static dart_energy_t read()
  {
    dart_energy_t energy;
    dash::detail::CheckedCall().result(dart_energy(&energy), "dart_energy");
    return energy;
  }

  static Text missing_here()
  {
    Text text{};
    dash::detail::CheckedCall().result(
        dart_energy_missing(text.data(), text.size()), "dart_energy_missing");
    return text;
  }

  static void reduce(
      const double* mine, double* all, std::size_t count, dart_operation_t op, const Team& team)
  {
    dash::detail::CheckedCall().result(
        dart_allreduce(mine, all, count, DART_TYPE_DOUBLE, op, team.dart_id()), "dart_allreduce");
  }

  /// The text of the first unit that misses something.
  static std::string first_missing(const std::string& mine, const Team& team)
  {
    const auto me = static_cast<double>(team.myid().id);
    const double none = static_cast<double>(team.size());
    const double candidate = mine.empty() ? none : me;
    double first = none;
    reduce(&candidate, &first, 1, DART_OP_MIN, team);
    if (first == none) return {};
    Text text{};
    mine.copy(text.data(), text.size() - 1);
    dash::detail::CheckedCall().result(
        dart_bcast(
            text.data(), text.size(), DART_TYPE_BYTE,
            dart_team_unit_t{static_cast<dart_unit_t>(first)}, team.dart_id()),
        "dart_bcast");
    return text.data();
  }

  dart_energy_t begin_{};
  Stopwatch time_;
  double idle_watts_ = 0;
};

}  // namespace dash::util
