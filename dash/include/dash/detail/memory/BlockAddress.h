#pragma once

/// \file
/// Addresses of the elements of a range that is divided into one block per unit.

#include <dash/Types.h>

#include <cstddef>
#include <cstdint>

namespace dash::detail {

/// Maps a global index to an address by two multiplications, without tables and branches: origin +
/// index · element + block · jump, where block = ⌊index / blocksize⌋.
///
/// This works if each unit has at most one block, all blocks but the last have the same size, and
/// the parts of the units are mapped at equal distances, as in arrays that are BLOCKED over the
/// units of a host. Random accesses gain most: the fewer instructions each of them takes, the more
/// cache misses overlap.
/// host. Random accesses gain most: the fewer instructions each takes, the more misses overlap.
class BlockAddress {
 public:
  /// Maps no index.
  BlockAddress() = default;

  /// Maps no index either if the memory is not of this kind.
  template <class Pattern, class GlobMem>
  BlockAddress(const Pattern& pattern, const GlobMem& memory, std::size_t element_size)
  {
    const auto size = static_cast<std::uint64_t>(pattern.size());
    if (size == 0) return;
    const auto first = pattern.run_at(0);
    auto* const origin = memory.mapped_base(team_unit_t{0});
    std::ptrdiff_t stride = 0;
    dart_unit_t block = 0;
    for (typename Pattern::index_type gbegin = 0; gbegin < pattern.size(); ++block) {
      const auto run = pattern.run_at(gbegin);
      auto* const base = memory.mapped_base(run.unit);
      if (block == 1) stride = base - origin;
      const bool is_last = run.gend == pattern.size();
      const bool is_regular = run.unit.id == block && run.lbegin == 0 && base != nullptr &&
                              base == origin + block * stride &&
                              (is_last ? run.size() <= first.size() : run.size() == first.size());
      if (!is_regular) return;
      gbegin = run.gend;
    }
    const auto blocksize = static_cast<std::uint64_t>(first.size());
    if (!set_divisor(blocksize, size)) return;
    jump_ = stride - static_cast<std::ptrdiff_t>(blocksize * element_size);
    origin_ = origin;
  }

  explicit operator bool() const noexcept { return origin_ != nullptr; }

  template <class T>
  T* at(std::uint64_t index) const noexcept
  {
    const auto block = static_cast<std::ptrdiff_t>((Wide{index} * inverse_) >> 64);
    return reinterpret_cast<T*>(origin_ + index * sizeof(T) + block * jump_);
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  /// Finds a multiplier: with m = ⌈2^64 / d⌉ and e = m·d - 2^64, ⌊n·m / 2^64⌋ equals ⌊n / d⌋ for
  /// all n with n·e < 2^64.
  /// \return whether that holds for all indices
  bool set_divisor(std::uint64_t divisor, std::uint64_t size)
  {
    if (divisor == 1) return false;
    const Wide one = Wide{1} << 64;
    const Wide inverse = (one + divisor - 1) / divisor;
    const Wide excess = inverse * divisor - one;
    inverse_ = static_cast<std::uint64_t>(inverse);
    return size * excess < one;
  }

  std::byte* origin_ = nullptr;
  std::uint64_t inverse_ = 0;
  std::ptrdiff_t jump_ = 0;
};

}  // namespace dash::detail
