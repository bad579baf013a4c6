#include "unknown_variables.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/knobs.h"

namespace dart::launcher {
namespace {

/// Variables that have other readers: the tests, the build and the scripts of the project.
bool has_other_readers(std::string_view name)
{
  constexpr std::string_view prefixes[] = {
      "DASH_TEST_", "DASH_WITH_", "DASH_BUILD_", "DASH_HAVE_", "DASH_BENCH_"};
  constexpr std::string_view other_names[] = {
      "DASH_COMMIT", "DASH_DEPS", "DASH_ENABLE_ASSERTIONS", "DASH_WERROR"};
  return std::any_of(
             std::begin(prefixes), std::end(prefixes),
             [name](std::string_view prefix) { return name.starts_with(prefix); }) ||
         std::find(std::begin(other_names), std::end(other_names), name) != std::end(other_names);
}

bool is_unknown(std::string_view name)
{
  const bool looks_like_ours = name.starts_with("DART_") || name.starts_with("DASH_");
  return looks_like_ours && find_knob(name) == nullptr && !has_other_readers(name);
}

std::string describe(const std::string& name)
{
  const auto nearest = nearest_knob(name);
  return name + " is no variable of DASH; " +
         (nearest ? "is " + std::string(*nearest) + " meant?"
                  : "dart-info --variables lists all of them");
}

}  // namespace

std::vector<std::string> describe_unknown_variables(const std::vector<std::string>& assignments)
{
  std::set<std::string> unknown;
  const auto look_at = [&](std::string_view assignment) {
    const std::string_view name = assignment.substr(0, assignment.find('='));
    if (is_unknown(name)) unknown.emplace(name);
  };
  for (char** entry = environ; *entry != nullptr; ++entry) look_at(*entry);
  for (const std::string& assignment : assignments) look_at(assignment);
  std::vector<std::string> messages;
  for (const std::string& name : unknown) messages.push_back(describe(name));
  return messages;
}

}  // namespace dart::launcher
