#pragma once

/// \file
/// Signals in GPU memory by which neighbours tell each other how many steps they have completed.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/halo/HaloTypes.h>
#include <dash/memory/UnitSpace.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace dash::halo::detail {

/// What kernels need: words for each neighbour, which that neighbour sets, and the words to set at
/// the neighbours. A signal has arrived when all words of the neighbour have its number, so several
/// thread blocks can set some of them each without waiting for each other.
template <dim_t N>
struct SignalWords {
  using Word = std::uint64_t;

  static constexpr std::size_t of_each = 8;  // words of a neighbour

  std::size_t count = 0;  // number of neighbours
  Word* arrived = nullptr;
  std::array<Word*, NumRegionsMax<N>> at_neighbours{};

  /// Number of words that neighbours set.
  DASH_HOST_DEVICE std::size_t all() const { return count * of_each; }
};

/// Words in the memory of each unit. Their values never decrease.
template <dim_t N>
class StepSignals {
 public:
  using Word = typename SignalWords<N>::Word;
  /// The neighbours of each unit of a team.
  using Graph = std::vector<std::set<dart_unit_t>>;

  /// Collective; synchronises at its end. No unit has more than 3^N - 1 neighbours.
  StepSignals(Team& team, const Graph& graph) : memory_(team)
  {
    const dart_unit_t me = team.myid().id;
    const auto& neighbours = graph[static_cast<std::size_t>(me)];
    memory_.allocate_zeros(team, "dash::halo::Stencil", neighbours.size() * of_each * sizeof(Word));
    words_.count = neighbours.size();
    if (neighbours.empty()) return;
    words_.arrived = words_of(me);
    std::size_t i = 0;
    for (const dart_unit_t unit : neighbours) {
      const auto& theirs = graph[static_cast<std::size_t>(unit)];
      const auto before = std::distance(theirs.begin(), theirs.find(me));
      words_.at_neighbours[i++] = words_of(unit) + static_cast<std::size_t>(before) * of_each;
    }
  }

  const SignalWords<N>& words() const { return words_; }

 private:
  static constexpr std::size_t of_each = SignalWords<N>::of_each;

  Word* words_of(dart_unit_t unit) const
  {
    return reinterpret_cast<Word*>(memory_->kernel_base(team_unit_t(unit)));
  }

  dash::detail::GlobalMemory<UnitSpace> memory_;
  SignalWords<N> words_;
};

}  // namespace dash::halo::detail
