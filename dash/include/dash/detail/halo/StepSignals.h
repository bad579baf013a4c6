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

/// What kernels need: a word for each neighbour, which that neighbour sets, and the words to set at
/// the neighbours.
template <dim_t N>
struct SignalWords {
  using Word = std::uint64_t;

  std::size_t count = 0;  // number of neighbours
  Word* arrived = nullptr;
  std::array<Word*, NumRegionsMax<N>> at_neighbours{};
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
    memory_.allocate_zeros(team, "dash::halo::Stencil", neighbours.size() * sizeof(Word));
    words_.count = neighbours.size();
    if (neighbours.empty()) return;
    words_.arrived = words_of(me);
    std::size_t i = 0;
    for (const dart_unit_t unit : neighbours) {
      const auto& theirs = graph[static_cast<std::size_t>(unit)];
      const auto before = std::distance(theirs.begin(), theirs.find(me));
      words_.at_neighbours[i++] = words_of(unit) + before;
    }
  }

  const SignalWords<N>& words() const { return words_; }

 private:
  Word* words_of(dart_unit_t unit) const
  {
    return reinterpret_cast<Word*>(memory_->kernel_base(team_unit_t(unit)));
  }

  dash::detail::GlobalMemory<UnitSpace> memory_;
  SignalWords<N> words_;
};

}  // namespace dash::halo::detail
