#include "runtime/unit_energy.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/environment.h"
#include "base/thread.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// Counters of 32 bits with the finest unit, 15 microjoules, overflow after a minute at 1 kW.
constexpr std::chrono::seconds between_readings{15};

std::string joules_text(double joules, bool known)
{
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f J", joules);
  return known ? text.data() : "not known";
}

}  // namespace

UnitEnergy::~UnitEnergy()
{
  {
    const std::lock_guard guard(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
  if (follower_.joinable()) follower_.join();
}

void UnitEnergy::begin()
{
  if (powercap_) return;
  follower_ = start_thread("follows the counters of energy", [this] { follow_counters(); });
  powercap_.emplace(environment_path_or_default("DART_POWERCAP"));
  gpu_begin_ = read_gpu();
}

void UnitEnergy::follow_counters()
{
  std::unique_lock guard(mutex_);
  while (!ended_.wait_for(guard, between_readings, [this] { return ends_; })) powercap_->read();
}

std::uint32_t UnitEnergy::units_of_gpu() const
{
  const auto& here = units_.hosts().units_here();
  return std::count_if(here.begin(), here.end(), [this](dart_unit_t unit) {
    return units_.of(unit).gpu == units_.mine().gpu;
  });
}

EnergyReading UnitEnergy::read_gpu() const
{
  return units_.mine().is_gpu() ? devices_->energy() : EnergyReading{};
}

dart_energy_t UnitEnergy::read()
{
  const std::lock_guard guard(mutex_);
  begin();
  const EnergyReading host = powercap_->read();
  const EnergyReading gpu = read_gpu();
  dart_energy_t energy{};
  energy.host_known = host.is_known();
  energy.host_joules = host.joules / static_cast<double>(units_.hosts().units_here().size());
  energy.gpu_known = gpu.is_known() && gpu_begin_.is_known();
  if (energy.gpu_known && units_.mine().is_gpu()) {
    energy.gpu_joules = (gpu.joules - gpu_begin_.joules) / units_of_gpu();
  }
  return energy;
}

std::string UnitEnergy::missing()
{
  const std::lock_guard guard(mutex_);
  begin();
  const std::string host = powercap_->read().missing;
  const std::string gpu = read_gpu().missing;
  return host + (host.empty() || gpu.empty() ? "" : "; ") + gpu;
}

void report_energy(Board& board, UnitEnergy& energy, double seconds)
{
  struct Share {
    dart_energy_t energy;
    std::array<char, 232> missing;
  };
  Share mine{energy.read(), {}};
  std::snprintf(mine.missing.data(), mine.missing.size(), "%s", energy.missing().c_str());
  std::vector<Share> shares(board.units());
  collect(
      board, reinterpret_cast<const std::byte*>(&mine), reinterpret_cast<std::byte*>(shares.data()),
      board.me() == 0, sizeof mine, [](std::uint32_t) { return sizeof(Share); },
      [](std::uint32_t unit) { return unit * sizeof(Share); });
  if (board.me() != 0) return;
  double host = 0;
  double gpus = 0;
  bool host_known = true;
  bool gpus_known = true;
  const char* missing = "";
  for (const Share& share : shares) {
    host += share.energy.host_joules;
    gpus += share.energy.gpu_joules;
    host_known = host_known && share.energy.host_known;
    gpus_known = gpus_known && share.energy.gpu_known;
    if (*missing == '\0') missing = share.missing.data();
  }
  if (host + gpus > 0) {
    std::fprintf(
        stderr, "energy: %.1f J in %.2f s: processors %s, GPUs %s, %.1f W\n", host + gpus, seconds,
        joules_text(host, host_known).c_str(), joules_text(gpus, gpus_known).c_str(),
        (host + gpus) / seconds);
  }
  if (*missing != '\0') std::fprintf(stderr, "energy: not known: %s\n", missing);
}

}  // namespace dart
