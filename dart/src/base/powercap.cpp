#include "base/powercap.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace dart {
namespace {

namespace fs = std::filesystem;

template <class T>
std::optional<T> content(const std::string& file)
{
  std::ifstream stream(file);
  T value;
  if (stream >> value) return value;
  return std::nullopt;
}

/// Packages and their memory, but not what is part of a package (core, uncore) or contains it
/// (psys).
bool counts(const std::string& name)
{
  return name.starts_with("package") || name == "dram";
}

}  // namespace

Powercap::Powercap(const std::string& folder)
{
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    // Zones of the other interface (intel-rapl-mmio) count the same energy again.
    const std::string zone = entry.path().filename();
    if (zone.starts_with("intel-rapl:")) add_zone(entry.path());
  }
  if (zones_.empty() && missing_.empty()) {
    missing_ = "energy of the processors: " + folder + " has no counters";
  }
}

void Powercap::add_zone(const std::string& path)
{
  const auto name = content<std::string>(path + "/name");
  if (!name || !counts(*name)) return;
  const std::string file = path + "/energy_uj";
  const auto range = content<std::uint64_t>(path + "/max_energy_range_uj");
  const auto now = content<std::uint64_t>(file);
  if (range && now) {
    zones_.push_back({file, *range, *now});
  } else {
    missing_ = "energy of the processors: " + file +
               " is not readable; only root may read it, "
               "unless its permissions are changed";
  }
}

EnergyReading Powercap::read()
{
  for (Zone& zone : zones_) {
    const auto now = content<std::uint64_t>(zone.file);
    if (!now) {
      missing_ = "energy of the processors: " + zone.file + " is no longer readable";
      continue;
    }
    const std::uint64_t overflow = *now < zone.last ? zone.range : 0;
    joules_ += 1e-6 * static_cast<double>(*now + overflow - zone.last);
    zone.last = *now;
  }
  if (!missing_.empty()) return {0, missing_};
  return {joules_};
}

}  // namespace dart
