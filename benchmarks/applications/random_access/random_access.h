#pragma once

/// \file
/// RandomAccess of the HPC Challenge: updates of random words of a table that lies on all units.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Operation.h>
#include <dash/atomic/GlobAtomicRef.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sequence.h"

namespace random_access {

using Table = dash::Array<Word>;
using View = Table::device_view_type;

DASH_HOST_DEVICE inline void xor_at(Word* word, Word value)
{
#if defined(__CUDA_ARCH__)
  atomicXor_system(reinterpret_cast<unsigned long long*>(word), value);
#else
  std::atomic_ref(*word).fetch_xor(value, std::memory_order_relaxed);
#endif
}

/// Finds words of units whose number, and so the size of their parts, is a power of two. For random
/// indices that is faster than the table's
/// own map: there is no branch on whether a word is the unit's own.
struct ByShift {
  View table;
  int part_bits;  ///< of the index in a part

  DASH_HOST_DEVICE Word& operator[](Word index) const
  {
    const Word local = index & ((Word{1} << part_bits) - 1);
    return table.at(
        dash::team_unit_t(static_cast<int>(index >> part_bits)),
        static_cast<dash::default_index_t>(local));
  }
};

/// A unit's part of the sequence of updates, in batches.
struct Sequence {
  std::uint64_t first, last;

  /// Four updates for each word, of which each unit makes its part.
  static Sequence of_unit(std::size_t size)
  {
    const std::uint64_t updates = 4 * size, me = static_cast<std::uint64_t>(dash::myid());
    return {updates * me / dash::size(), updates * (me + 1) / dash::size()};
  }

  std::uint64_t num_batches() const { return (last - first + look_ahead - 1) / look_ahead; }
  DASH_HOST_DEVICE std::uint64_t begin(std::uint64_t batch) const
  {
    return first + batch * look_ahead;
  }
  DASH_HOST_DEVICE std::uint64_t end(std::uint64_t batch) const
  {
    const std::uint64_t end = begin(batch + 1);
    return end < last ? end : last;
  }
};

/// Tells the processor that a word will be updated. Kernels hide latency by their many threads.
DASH_HOST_DEVICE inline void expect_update([[maybe_unused]] Word* word)
{
#if !defined(__CUDA_ARCH__)
  __builtin_prefetch(word, 1);
#endif
}

/// A batch of updates of the \p size words that a \p Words finds.
///
/// Words are fetched some updates ahead. Otherwise only as many would be under way as updates fit
/// into the window in which a processor executes instructions out of order, and every instruction
/// that finds a word would cost some of them.
template <class Words>
struct Updates {
  static constexpr std::uint64_t ahead = 32;

  Words words;
  std::size_t size;
  Sequence sequence;

  DASH_HOST_DEVICE void operator()(std::uint64_t batch) const
  {
    const Words found = words;  // a copy, which updates do not change as far as compilers know
    const Word mask = size - 1;
    const std::uint64_t begin = sequence.begin(batch), end = sequence.end(batch);
    Word number = number_at(begin), coming = number_at(begin + ahead);
    for (std::uint64_t i = begin; i < end; ++i) {
      expect_update(&found[coming & mask]);
      xor_at(&found[number & mask], number);
      number = next(number);
      coming = next(coming);
    }
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

  Table& table() { return table_; }
  std::uint64_t num_updates() const { return 4 * table_.size(); }

  /// Four updates for each word of the table; each unit makes its part of them. Collective.
  void update()
  {
    const View view = table_.device_view();
    const Sequence sequence = Sequence::of_unit(table_.size());
    if (!reaches_all(view)) {
      for (std::uint64_t k = 0; k < sequence.num_batches(); ++k) update_far(sequence, k);
    } else if (std::has_single_bit(dash::size())) {
      const ByShift words{view, std::countr_zero(table_.size() / dash::size())};
      dash::for_each_index(
          sequence.num_batches(), Updates<ByShift>{words, table_.size(), sequence});
    } else {
      dash::for_each_index(sequence.num_batches(), Updates<View>{view, table_.size(), sequence});
    }
    table_.barrier();
  }

 private:
  bool reaches_all(const View& view) const
  {
    for (dash::default_index_t i = 0; i < static_cast<dash::default_index_t>(table_.size());
         i += static_cast<dash::default_index_t>(table_.pattern().blocksize(0))) {
      if (view.address(i) == nullptr) return false;
    }
    return true;
  }

  /// A batch whose words may be on other hosts, or on GPUs while this is a CPU unit.
  void update_far(const Sequence& sequence, std::uint64_t batch)
  {
    std::uint64_t i = sequence.begin(batch);
    for (Word number = number_at(i); i < sequence.end(batch); ++i, number = next(number)) {
      const auto index = static_cast<dash::default_index_t>(number & (table_.size() - 1));
      dash::GlobAsyncRef<dash::Atomic<Word>>(table_[index].dart_gptr())
          .op(dash::bit_xor<Word>{}, number);
    }
    table_.flush();
  }

  Table table_;
};

}  // namespace random_access
