#include <dash/detail/algorithm/RandomKeys.h>

#include <dash/algorithm/NthElement.h>
#include <dash/detail/team/Combine.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace dash::detail {

namespace {

/// Keys are counted by so many of their first bits. They are random, so few are left among which
/// one has to be selected.
constexpr int counted_bits = 12;

std::size_t bin_of(std::uint64_t key)
{
  return static_cast<std::size_t>(key >> (64 - counted_bits));
}

}  // namespace

RandomKeys::RandomKeys(const Random& random, const Share& share)
    : share_(share),
      keys_(MemoryKind::host, static_cast<std::size_t>(share.size()))
{
  std::uint64_t* key = keys_.data();
  for (Position i = share.begin; i < share.end; ++i)
    *key++ = random.bits(static_cast<std::uint64_t>(i));
}

RandomKey RandomKeys::select(const char* algorithm, Team& team, Position rank) const
{
  std::vector<std::ptrdiff_t> counts(std::size_t{1} << counted_bits, 0);
  for (Position i = share_.begin; i < share_.end; ++i) ++counts[bin_of((*this)[i].key)];
  sum_all_over_units(team, counts);
  std::size_t bin = 0;
  while (rank >= counts[bin]) rank -= counts[bin++];
  std::vector<RandomKey> candidates;
  for (Position i = share_.begin; i < share_.end; ++i) {
    if (bin_of((*this)[i].key) == bin) candidates.push_back((*this)[i]);
  }
  std::less<> less;
  return detail::select(algorithm, team, std::move(candidates), rank, less);
}

}  // namespace dash::detail
