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
    text += caller.text(caller.team == team ? &members : nullptr) + " on team " +
            std::to_string(caller.team);
  }
  text += named < circle.callers
              ? ", and so on for " + std::to_string(circle.callers - named) + " more units back to"
              : ", which waits for";
  return text + " unit " + std::to_string(circle.caller[0].unit) +
         "; units have to call the collectives of different teams in the same order";
}

std::string late_text(
    const Mismatch& late, dart_team_t team, const std::vector<dart_unit_t>& members)
{
  return "unit " + late.caller[0].text(&members) + " on team " + std::to_string(team) +
         ", but unit " + std::to_string(late.awaited) + " did not come to it within " +
         std::to_string(late.limit) + " s (DART_STREAM_TIMEOUT)";
}

}  // namespace

/// "2 called dash::sort (dart_barrier)"
std::string Mismatch::Caller::text(const std::vector<dart_unit_t>* members) const
{
  const std::string called = std::to_string(unit) + " called ";
  if (user_call[0] == '\0') return called + call.text(members);
  return called + user_call + " (" + call.text(members) + ")";
}

std::string Mismatch::text(dart_team_t team, const std::vector<dart_unit_t>& members) const
{
  if (kind == Kind::circle) return circle_text(*this, team, members);
  if (kind == Kind::late) return late_text(*this, team, members);
  return "unit " + caller[0].text(&members) + ", unit " + caller[1].text(&members) +
         ", but all units of team " + std::to_string(team) +
         " have to call the same with the same arguments";
}

}  // namespace dart
