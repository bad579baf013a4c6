#include "types/mismatch.h"

#include <algorithm>

namespace dart {
namespace {

std::string circle_text(
    const Mismatch& circle, dart_team_t team, const std::vector<dart_unit_t>& members)
{
  const std::uint32_t named = std::min(circle.callers, Mismatch::most_named);
  std::string text = "units wait for each other:";
  for (std::uint32_t k = 0; k < named; ++k) {
    const Mismatch::Caller& caller = circle.caller[k];
    text += k == 0 ? " unit " : ", which waits for unit ";
    text += std::to_string(caller.unit) + " called " +
            caller.call.text(caller.team == team ? &members : nullptr) + " on team " +
            std::to_string(caller.team);
  }
  text += named < circle.callers
              ? ", and so on for " + std::to_string(circle.callers - named) + " more units back to"
              : ", which waits for";
  return text + " unit " + std::to_string(circle.caller[0].unit) +
         "; units have to call the collectives of different teams in the same order";
}

}  // namespace

std::string Mismatch::text(dart_team_t team, const std::vector<dart_unit_t>& members) const
{
  if (is_circle) return circle_text(*this, team, members);
  const auto text_of = [&](const Caller& caller) {
    return "unit " + std::to_string(caller.unit) + " called " + caller.call.text(&members);
  };
  return text_of(caller[0]) + ", " + text_of(caller[1]) + ", but all units of team " +
         std::to_string(team) + " have to call the same with the same arguments";
}

}  // namespace dart
