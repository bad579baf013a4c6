#include <dash/detail/algorithm/MergeParts.h>

#include <cstddef>

namespace dash::detail {

MergeCut next_cut(
    const char* algorithm, Team& team, const MergeCut& mine, bool is_refused, const MergeCut& end)
{
  // A negative position tells all units that the comparison is refused.
  const auto cuts = gather_from_all(team, is_refused ? MergeCut{-1, -1} : mine);
  for (const MergeCut& cut : cuts) {
    if (cut.a < 0) throw_not_strict_together(team, algorithm);
  }
  const auto next = static_cast<std::size_t>(team.myid().id) + 1;
  return next == cuts.size() ? end : cuts[next];
}

}  // namespace dash::detail
