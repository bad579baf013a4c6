#include <dash/detail/execution/ShippedSteps.h>

#include <string_view>
#include <unordered_map>

namespace dash::detail {

namespace {

// A local static variable, because files register their steps in no particular order.
auto& shipped_steps()
{
  static std::unordered_map<std::string_view, StepLauncher> steps;
  return steps;
}

}  // namespace

void ship(const char* call, StepLauncher launcher)
{
  shipped_steps().emplace(call, launcher);
}

}  // namespace dash::detail

/// The module's entry point: ShippedStepsEntry.
extern "C" DASH_API dash::detail::StepLauncher dash_find_shipped_step(const char* call)
{
  const auto& steps = dash::detail::shipped_steps();
  const auto found = steps.find(call);
  return found == steps.end() ? nullptr : found->second;
}
