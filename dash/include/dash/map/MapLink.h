/**
 * \file dash/map/MapLink.h
 * Names of the nodes of a distributed map, in one word.
 */
#ifndef DASH__MAP__MAP_LINK_H__INCLUDED
#define DASH__MAP__MAP_LINK_H__INCLUDED

#include <dash/Types.h>

#include <cstdint>

namespace dash::internal {

/**
 * Names a node, or a guard, in the memory of any unit; the same on all units. As successor in a
 * list it may carry the mark that the node it is stored in was erased.
 *
 * \code
 *   unit : 22 | number + 1 : 40 | guard : 1 | mark : 1
 * \endcode
 */
class MapLink {
 public:
  /** None: the end of a list. */
  constexpr MapLink() = default;
  explicit constexpr MapLink(std::uint64_t bits) noexcept : _bits(bits) {}

  static constexpr MapLink node(dart_unit_t unit, std::uint64_t number) noexcept
  {
    return MapLink((static_cast<std::uint64_t>(unit) << unit_shift) | ((number + 1) << 2));
  }
  static constexpr MapLink guard(dart_unit_t unit, std::uint64_t number) noexcept
  {
    return MapLink(node(unit, number)._bits | guard_bit);
  }
  /** Stands where the element of a place was erased. */
  static constexpr MapLink vacated() noexcept { return MapLink(mark_bit); }

  constexpr std::uint64_t bits() const noexcept { return _bits; }
  /** Whether it names a node or guard. */
  explicit constexpr operator bool() const noexcept { return _bits > mark_bit; }

  constexpr bool is_marked() const noexcept { return (_bits & mark_bit) != 0; }
  constexpr MapLink marked() const noexcept { return MapLink(_bits | mark_bit); }
  constexpr MapLink unmarked() const noexcept { return MapLink(_bits & ~mark_bit); }

  constexpr bool is_guard() const noexcept { return (_bits & guard_bit) != 0; }
  constexpr dart_unit_t unit() const noexcept
  {
    return static_cast<dart_unit_t>(_bits >> unit_shift);
  }
  constexpr std::uint64_t number() const noexcept
  {
    return ((_bits & ((std::uint64_t{1} << unit_shift) - 1)) >> 2) - 1;
  }

  friend constexpr bool operator==(MapLink, MapLink) = default;

 private:
  static constexpr std::uint64_t mark_bit = 1;
  static constexpr std::uint64_t guard_bit = 2;
  static constexpr int unit_shift = 42;

  std::uint64_t _bits = 0;
};

}  // namespace dash::internal

#endif  // DASH__MAP__MAP_LINK_H__INCLUDED
