#include <dash/detail/memory/CallAgreement.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <array>
#include <vector>

namespace dash::detail {

namespace {

/// What a unit of the team passes. Collective.
std::string text_of(const Team& team, const dart_agreement_t& agreement, std::size_t unit)
{
  std::array<char, 400> text{};
  const team_unit_t root(static_cast<dart_unit_t>(unit));
  if (team.myid() == root) agreement.describe(agreement.object, text.data(), text.size());
  CheckedCall().result(
      dart_bcast(text.data(), text.size(), DART_TYPE_BYTE, root, team.dart_id()), "dart_bcast");
  return text.data();
}

}  // namespace

void require_agreement(const Team& team, const dart_agreement_t& agreement)
{
  if (team.size() <= 1) return;
  std::vector<std::uint64_t> marks(team.size());
  CheckedCall().result(
      dart_allgather(
          &agreement.mark, marks.data(), sizeof agreement.mark, DART_TYPE_BYTE, team.dart_id()),
      "dart_allgather");
  const auto other = std::find_if(
      marks.rbegin(), marks.rend(), [&](std::uint64_t mark) { return mark != marks.front(); });
  if (other == marks.rend()) return;
  const auto unit = static_cast<std::size_t>(marks.rend() - other) - 1;
  const std::string first = text_of(team, agreement, 0);
  const std::string second = text_of(team, agreement, unit);
  const auto global = [&](std::size_t member) {
    return team.global_id(team_unit_t(static_cast<dart_unit_t>(member)));
  };
  DASH_THROW(
      exception::InvalidArgument, "the units of team "
                                      << team.dart_id() << " do not agree: unit " << global(0)
                                      << " asks for " << first << ", unit " << global(unit)
                                      << " for " << second << ", but all have to ask for the same");
}

}  // namespace dash::detail
