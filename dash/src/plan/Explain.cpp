#include <dash/detail/plan/Explain.h>

#include <dash/detail/base/CurrentCall.h>
#include <dash/meta/TypeInfo.h>

#include <dash/dart/if/dart_error.h>

#include <cstdio>
#include <string>

namespace dash::detail {

constinit bool run_is_explained = false;

void explain_call(const char* algorithm, const char* what, const char* why)
{
  std::string call = name_of_call(algorithm);
  if (dart_current_range.type != nullptr) call += " of " + demangled_name(dart_current_range.type);
  std::string text = call + ": " + what;
  if (*why != '\0') text += std::string(" (") + why + ")";
  if (!dart_is_new_in_run(text.c_str())) return;
  std::fprintf(stderr, "DASH_EXPLAIN: %s\n", text.c_str());
}

void explain_plan(const WorkPlan& plan)
{
  std::string what = name_of(plan.worked);
  if (plan.worked == Worked::own && plan.own_range > 0)
    what += " of range " + std::to_string(plan.own_range + 1);
  what += std::string(", ") + name_of(plan.reached);
  explain_call("dash", what.c_str(), plan.why);
}

void explain_division(bool are_owned)
{
  if (are_owned)
    explain_call(
        "dash", "units work on their own elements, in the range's order",
        "each unit owns one run, in unit order");
  else
    explain_call(
        "dash", "units work on equal shares, in the range's order",
        "the elements of a unit do not follow each other");
}

}  // namespace dash::detail
