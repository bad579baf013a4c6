#include "unit_counts.h"

#include <algorithm>

#include "base/environment.h"
#include "job/job.h"

namespace dart::launcher {
namespace {

std::string number_of(std::uint32_t count, const char* kind)
{
  return std::to_string(count) + ' ' + kind + (count == 1 ? " unit" : " units");
}

/// What the user gave, for error messages: "--units 3, --cpu 2".
std::string where(const GivenCounts& given)
{
  std::string text;
  for (const auto& one : {given.all, given.cpu, given.gpu}) {
    if (one) text += (text.empty() ? "" : ", ") + one->where;
  }
  return text;
}

[[noreturn]] void refuse_sum(const GivenCounts& given, std::uint32_t all, const UnitCounts& counts)
{
  throw UsageError(
      where(given) + ": " + to_string(counts) + " are " + std::to_string(counts.all()) +
      " in all, not " + std::to_string(all) + "; leave out " + given.all->where +
      " or make the numbers agree");
}

}  // namespace

std::optional<std::uint32_t> parse_count(
    const std::optional<Given>& given, std::uint32_t least, std::uint32_t most)
{
  if (!given) return std::nullopt;
  std::uint32_t count = 0;
  const auto rest = parse_number(given->text, count);
  if (!rest || !rest->empty() || count < least || count > most) {
    given->refuse(
        "a whole number of units from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return count;
}

UnitCounts parse_counts(const GivenCounts& given, std::uint32_t otherwise)
{
  const auto all = parse_count(given.all, 1, max_units_per_host);
  const auto cpu = parse_count(given.cpu, 0, max_units_per_host);
  const auto gpu = parse_count(given.gpu, 0, max_units_per_host);
  if (!given.any()) return {otherwise, 0};
  UnitCounts counts{cpu.value_or(0), gpu.value_or(0)};
  if (all && !cpu) counts.cpu = *all - std::min(*all, counts.gpu);
  if (all && counts.all() != *all) refuse_sum(given, *all, counts);
  if (counts.all() == 0 || counts.all() > max_units_per_host) {
    throw UsageError(
        where(given) + ": expected 1 to " + std::to_string(max_units_per_host) +
        " units in all, such as --cpu 4 --gpu 2");
  }
  return counts;
}

std::vector<int> parse_gpu_map(const std::optional<Given>& given, std::uint32_t gpu_units)
{
  if (!given) return {};
  const auto map = parse_list(given->text);
  if (!map) given->refuse(list_syntax);
  if (map->size() > gpu_units) {
    given->refuse(
        "at most " + std::to_string(gpu_units) + " GPUs, as there are " +
        number_of(gpu_units, "GPU") + " (--gpu)");
  }
  return *map;
}

std::string to_list(const std::vector<int>& gpu_map)
{
  std::string text;
  for (int gpu : gpu_map) text += (text.empty() ? "" : ",") + std::to_string(gpu);
  return text;
}

std::string to_string(const UnitCounts& counts)
{
  if (counts.gpu == 0) return number_of(counts.cpu, "CPU");
  if (counts.cpu == 0) return number_of(counts.gpu, "GPU");
  return number_of(counts.cpu, "CPU") + " and " + number_of(counts.gpu, "GPU");
}

}  // namespace dart::launcher
