#pragma once

/// \file
/// Links to the nodes of a distributed map; a link is one word.

#include <dash/Types.h>

#include <cstdint>

namespace dash::detail {

/// Identifies a node, or a guard, in the memory of any unit; it has the same value on all units. As
/// the successor in a list it may also carry the mark that the node in which it is stored was
/// erased.
///
/// \code
///   unit : 22 | number + 1 : 40 | guard : 1 | mark : 1
/// \endcode
class MapLink {
 public:
  /// No node: the end of a list.
  constexpr MapLink() = default;
  explicit constexpr MapLink(std::uint64_t bits) noexcept : bits_(bits) {}

  static constexpr MapLink node(dart_unit_t unit, std::uint64_t number) noexcept
  {
    return MapLink((static_cast<std::uint64_t>(unit) << unit_shift) | ((number + 1) << 2));
  }
  static constexpr MapLink guard(dart_unit_t unit, std::uint64_t number) noexcept
  {
    return MapLink(node(unit, number).bits_ | guard_bit);
  }
  /// Value of a place whose element was erased.
  static constexpr MapLink vacated() noexcept { return MapLink(mark_bit); }

  constexpr std::uint64_t bits() const noexcept { return bits_; }
  /// Whether it identifies a node or a guard.
  explicit constexpr operator bool() const noexcept { return bits_ > mark_bit; }

  constexpr bool is_marked() const noexcept { return (bits_ & mark_bit) != 0; }
  constexpr MapLink marked() const noexcept { return MapLink(bits_ | mark_bit); }
  constexpr MapLink unmarked() const noexcept { return MapLink(bits_ & ~mark_bit); }

  constexpr bool is_guard() const noexcept { return (bits_ & guard_bit) != 0; }
  constexpr dart_unit_t unit() const noexcept
  {
    return static_cast<dart_unit_t>(bits_ >> unit_shift);
  }
  constexpr std::uint64_t number() const noexcept
  {
    return ((bits_ & ((std::uint64_t{1} << unit_shift) - 1)) >> 2) - 1;
  }

  friend constexpr bool operator==(MapLink, MapLink) = default;

 private:
  static constexpr std::uint64_t mark_bit = 1;
  static constexpr std::uint64_t guard_bit = 2;
  static constexpr int unit_shift = 42;

  std::uint64_t bits_ = 0;
};

}  // namespace dash::detail
