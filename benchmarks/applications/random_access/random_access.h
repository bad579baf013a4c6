#pragma once

/// \file
/// RandomAccess of the HPC Challenge: updates of random words of a table that lies on all units.

#include <dash/Array.h>
#include <dash/Kernels.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Iota.h>

#include <cstddef>
#include <cstdint>

#include "sequence.h"

namespace random_access {

/// Four updates for each word, in batches that units take in turn.
///
/// Words are fetched some updates ahead. Otherwise only as many would be under way as updates fit
/// into the window in which a processor executes instructions out of order.
template <class Words>
struct Updates {
  static constexpr std::uint64_t ahead = 32;

  dash::kernel::Team team;
  Words words;

  DASH_HOST_DEVICE void operator()(std::uint64_t batch) const
  {
    const Words all = words;  // a copy, which updates do not change as far as compilers know
    const Word mask = all.size() - 1;
    const std::uint64_t begin = (batch * team.size() + team.rank()) * look_ahead;
    std::uint64_t left = 4 * all.size() - begin;
    if (left > look_ahead) left = look_ahead;
    Word number = number_at(begin), coming = number_at(begin + ahead);
    for (; left > 0; --left) {
      dash::kernel::prefetch(all[coming & mask]);
      dash::kernel::atomic_xor(team, all[number & mask], number);
      number = next(number);
      coming = next(coming);
    }
    dash::kernel::quiet(dash::kernel::Thread(), team);
  }
};

class RandomAccess {
 public:
  /// Collective. \param size  words in the table, a power of two
  explicit RandomAccess(std::size_t size) : table_(size, dash::BLOCKED)
  {
    dash::iota(table_, Word{0});
    table_.barrier();
  }

  dash::Array<Word>& table() { return table_; }

  /// Makes all updates. Collective.
  void update()
  {
    const dash::kernel::Team team = team_.view();
    const std::uint64_t batches = (4 * table_.size() + look_ahead - 1) / look_ahead;
    const std::uint64_t own = (batches + team.size() - 1 - team.rank()) / team.size();
    dash::for_each_index(own, Updates{team, team_.elements(table_)});
    team_.check();
    table_.barrier();
  }

 private:
  dash::Array<Word> table_;
  dash::KernelTeam team_;
};

}  // namespace random_access
