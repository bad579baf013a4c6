#include "host_plan.h"

#include <algorithm>
#include <cctype>

#include "job/job.h"

namespace dart::launcher {
namespace {

/// A machine, and the number of its units if the user gives it.
struct Place {
  std::string name;
  std::optional<std::uint32_t> units;
};

bool is_name(std::string_view text)
{
  return !text.empty() && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
         });
}

/// Parses "a" or "c:4"; returns nullopt if \p text is malformed.
std::optional<Place> parse_place(std::string_view text)
{
  const auto colon = text.find(':');
  Place place{std::string(text.substr(0, colon)), std::nullopt};
  if (!is_name(place.name)) return std::nullopt;
  if (colon == text.npos) return place;
  std::uint32_t units = 0;
  const auto rest = parse_number(text.substr(colon + 1), units);
  if (!rest || !rest->empty() || units == 0) return std::nullopt;
  place.units = units;
  return place;
}

std::vector<Place> parse_places(const Given& given)
{
  std::vector<Place> places;
  std::string_view rest = given.text;
  for (;;) {
    const auto comma = rest.find(',');
    auto place = parse_place(rest.substr(0, comma));
    if (!place) given.refuse("names of hosts, each with its number of units or not: a,b,c:4");
    const auto is_same = [&](const Place& other) { return other.name == place->name; };
    if (std::any_of(places.begin(), places.end(), is_same)) {
      given.refuse(
          "each host once; for more units on " + place->name + " write " + place->name + ":2");
    }
    places.push_back(std::move(*place));
    if (comma == rest.npos) return places;
    rest.remove_prefix(comma + 1);
  }
}

std::uint32_t parse_emulated(const std::optional<Given>& given)
{
  if (!given) return 1;
  std::uint32_t hosts = 0;
  const auto rest = parse_number(given->text, hosts);
  if (!rest || !rest->empty() || hosts == 0 || hosts > max_units_per_host) {
    given->refuse(
        "a whole number of hosts on each machine, from 1 to " + std::to_string(max_units_per_host));
  }
  return hosts;
}

/// The machines of a run and the numbers of units given for them. Each step checks one aspect.
class Planner {
 public:
  Planner(const GivenHosts& given, const GivenCounts& counts)
      : given_(given),
        counts_(counts),
        emulated_(parse_emulated(given.emulated))
  {
    places_ =
        given.hosts ? parse_places(*given.hosts) : std::vector<Place>{{this_machine, std::nullopt}};
  }

  HostPlan plan(std::uint32_t otherwise)
  {
    const std::uint64_t hosts = std::uint64_t(emulated_) * places_.size();
    const std::uint64_t most = std::min<std::uint64_t>(hosts * max_units_per_host, 1u << 30);
    const auto all = parse_count(counts_.all, 1, static_cast<std::uint32_t>(most));
    const auto cpu = parse_count(counts_.cpu, 0, max_units_per_host);
    const auto gpu = parse_count(counts_.gpu, 0, max_units_per_host);
    // As in runs on one host, units of a kind without a count are the rest of all units, or none.
    if (cpu || (gpu && !all && !all_named())) {
      settle_each(cpu.value_or(0) + gpu.value_or(0));
    }
    share(all, otherwise);
    check_hosts(gpu.value_or(0));

    HostPlan plan{{}, emulated_, cpu, gpu};
    if (cpu && !gpu) plan.gpu = 0;
    for (const Place& place : places_) plan.machines.push_back({place.name, *place.units});
    return plan;
  }

 private:
  bool all_named() const
  {
    return std::all_of(
        places_.begin(), places_.end(), [](const Place& place) { return place.units.has_value(); });
  }

  std::uint64_t named() const
  {
    std::uint64_t sum = 0;
    for (const Place& place : places_) sum += place.units.value_or(0);
    return sum;
  }

  /// Gives each host this number of units.
  void settle_each(std::uint32_t units)
  {
    for (Place& place : places_) {
      if (place.units && *place.units != units * emulated_) {
        refuse(
            std::to_string(units * emulated_) + " units on " + place.name + ", not " +
            std::to_string(*place.units));
      }
      place.units = units * emulated_;
    }
  }

  /// Distributes the remaining units over the machines without a number; if they cannot be divided
  /// evenly, the first ones get one more.
  void share(std::optional<std::uint32_t> all, std::uint32_t otherwise)
  {
    const auto free = static_cast<std::uint32_t>(
        std::count_if(places_.begin(), places_.end(), [](const Place& p) { return !p.units; }));
    if (!all && free > 0) {
      if (given_.hosts) {
        throw UsageError(
            given_.hosts->where + ": how many units? Give the number of all, such as -n " +
            std::to_string(2 * places_.size()) + ", or one for each host, such as " +
            places_.front().name + ":2");
      }
      all = std::max(otherwise, emulated_);
    }
    const std::uint64_t sum = named();
    if (all && (*all < sum || (free == 0 && *all != sum))) {
      refuse("the hosts have " + std::to_string(sum) + " units, not " + std::to_string(*all));
    }
    std::uint32_t rest = all ? static_cast<std::uint32_t>(*all - sum) : 0;
    std::uint32_t left = free;
    for (Place& place : places_) {
      if (place.units) continue;
      place.units = (rest + left - 1) / left;
      rest -= *place.units;
      --left;
    }
  }

  void check_hosts(std::uint32_t gpu)
  {
    const std::string needed = gpu > 0 ? to_string(UnitCounts{0, gpu}) : "1 unit";
    const std::string played =
        emulated_ == 1 ? "" : " of the " + std::to_string(emulated_) + " there";
    for (const Place& place : places_) {
      // If the number of units is not divisible, some of the machine's hosts get one unit less.
      if (*place.units / emulated_ < std::max(gpu, 1u)) {
        refuse(
            std::to_string(*place.units) + " units on " + place.name + " are too few for " +
            needed + " on each host" + played);
      }
      if ((*place.units + emulated_ - 1) / emulated_ > max_units_per_host) {
        refuse(
            std::to_string(*place.units) + " units on " + place.name + "; at most " +
            std::to_string(max_units_per_host) + " are possible on a host");
      }
    }
  }

  /// Throws an error that names everything that the user gave, and the contradiction.
  [[noreturn]] void refuse(const std::string& trouble) const
  {
    std::string where;
    for (const auto& one : {given_.hosts, given_.emulated, counts_.all, counts_.cpu, counts_.gpu}) {
      if (one) where += (where.empty() ? "" : ", ") + one->where;
    }
    throw UsageError(where + ": " + trouble);
  }

  GivenHosts given_;
  GivenCounts counts_;
  std::uint32_t emulated_;
  std::vector<Place> places_;
};

}  // namespace

std::uint32_t HostPlan::units() const
{
  std::uint32_t sum = 0;
  for (const Machine& machine : machines) sum += machine.units;
  return sum;
}

std::optional<HostPlan> plan_hosts(
    const GivenHosts& given, const GivenCounts& counts, std::uint32_t otherwise)
{
  if (!given.hosts && parse_emulated(given.emulated) == 1) return std::nullopt;
  return Planner(given, counts).plan(otherwise);
}

}  // namespace dart::launcher
