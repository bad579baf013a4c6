#pragma once

/// \file
/// RandomAccess of the HPC Challenge: updates of random words of a table that lies on all units.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Operation.h>
#include <dash/atomic/GlobAtomicRef.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace random_access {

using Word = std::uint64_t;
using Table = dash::Array<Word>;
using View = Table::device_view_type;

/// The next number of the sequence, a polynomial over bits.
DASH_HOST_DEVICE constexpr Word next(Word number)
{
  return number << 1 ^ ((number >> 63) != 0 ? 7 : 0);
}

/// Number \p n of the sequence: x to the power of n, by squaring from the highest bit of n on.
DASH_HOST_DEVICE constexpr Word number_at(std::uint64_t n)
{
  Word power = 1;
  for (int bit = 63; bit >= 0; --bit) {
    Word square = 0;
    for (Word shifted = power, rest = power; rest != 0; rest >>= 1, shifted = next(shifted)) {
      if ((rest & 1) != 0) square ^= shifted;
    }
    power = (n >> bit & 1) != 0 ? next(square) : square;
  }
  return power;
}

DASH_HOST_DEVICE inline void xor_at(Word* word, Word value)
{
#if defined(__CUDA_ARCH__)
  atomicXor_system(reinterpret_cast<unsigned long long*>(word), value);
#else
  std::atomic_ref(*word).fetch_xor(value, std::memory_order_relaxed);
#endif
}

/// Updates by one thread; the rules allow to look so many ahead.
constexpr std::uint64_t look_ahead = 1024;

struct Updates {
  View table;
  std::uint64_t first, last;  ///< of the unit's part of the sequence

  DASH_HOST_DEVICE void operator()(std::uint64_t batch) const
  {
    const std::uint64_t begin = first + batch * look_ahead;
    const std::uint64_t end = begin + look_ahead < last ? begin + look_ahead : last;
    Word number = number_at(begin);
    for (std::uint64_t i = begin; i < end; ++i, number = next(number)) {
      xor_at(&table[static_cast<dash::default_index_t>(number & (table.size() - 1))], number);
    }
  }
};

struct XorIndex {
  View table;

  DASH_HOST_DEVICE void operator()(dash::default_index_t i) const
  {
    table[i] ^= static_cast<Word>(i);
  }
};

class RandomAccess {
 public:
  /// Collective. \param size  words in the table, a power of two
  explicit RandomAccess(std::size_t size) : table_(size, dash::BLOCKED)
  {
    dash::for_each_index(table_, XorIndex{table_.device_view()});
    table_.barrier();
  }

  std::uint64_t num_updates() const { return 4 * table_.size(); }

  /// Four updates for each word of the table; each unit makes its part of them. Collective.
  void update()
  {
    const auto me = static_cast<std::uint64_t>(dash::myid());
    const Updates updates{
        table_.device_view(), num_updates() * me / dash::size(),
        num_updates() * (me + 1) / dash::size()};
    const std::uint64_t batches = (updates.last - updates.first + look_ahead - 1) / look_ahead;
    if (reaches_all(updates.table)) {
      dash::for_each_index(batches, updates);
    } else {
      for (std::uint64_t batch = 0; batch < batches; ++batch) update_far(updates, batch);
    }
    table_.barrier();
  }

  /// Number of words that are not as at the start, which they have to be after every second
  /// update(). Collective; the table is used up by it.
  std::size_t errors()
  {
    dash::for_each_index(table_, XorIndex{table_.device_view()});
    return table_.size() - static_cast<std::size_t>(dash::count(table_, Word{0}));
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
  void update_far(const Updates& updates, std::uint64_t batch)
  {
    const std::uint64_t begin = updates.first + batch * look_ahead;
    const std::uint64_t end = std::min(begin + look_ahead, updates.last);
    Word number = number_at(begin);
    for (std::uint64_t i = begin; i < end; ++i, number = next(number)) {
      const auto index = static_cast<dash::default_index_t>(number & (table_.size() - 1));
      dash::GlobAsyncRef<dash::Atomic<Word>>(table_[index].dart_gptr())
          .op(dash::bit_xor<Word>{}, number);
    }
    table_.flush();
  }

  Table table_;
};

}  // namespace random_access
