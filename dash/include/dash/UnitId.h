#pragma once

/// \file
/// Unit ids with a type for the scope to which they are relative.

#include <dash/dart/if/dart_types.h>
#include <dash/detail/base/Macro.h>

#include <compare>
#include <concepts>
#include <iosfwd>
#include <type_traits>

namespace dash {

/// The scope of a unit id: a team, or the team of all units.
enum unit_scope { local_unit, global_unit };

/// Integer types with which unit ids are compared by value, independent of their signedness.
template <typename I>
concept UnitNumber = std::integral<I> && !std::same_as<I, bool>;

/// Id of a unit. It converts to its number implicitly, but a number or an id of the other scope has
/// to be converted to a unit id explicitly.
template <unit_scope Scope, typename DARTType>
struct unit_id : public DARTType {
  DASH_HOST_DEVICE constexpr unit_id() noexcept : DARTType(DART_UNDEFINED_UNIT_ID) {}
  DASH_HOST_DEVICE explicit constexpr unit_id(dart_unit_t id) noexcept : DARTType(id) {}
  DASH_HOST_DEVICE constexpr unit_id(DARTType id) noexcept : DARTType(id) {}

  template <unit_scope OtherScope, typename OtherDART>
    requires(OtherScope != Scope)
  DASH_HOST_DEVICE explicit constexpr unit_id(const unit_id<OtherScope, OtherDART>& other) noexcept
      : DARTType(other.id)
  {}

  DASH_HOST_DEVICE constexpr unit_id& operator=(dart_unit_t id) noexcept
  {
    this->id = id;
    return *this;
  }

  /// Assigning an id of the other scope is nearly always an error: use the team to convert it.
  template <unit_scope OtherScope, typename OtherDART>
    requires(OtherScope != Scope)
  unit_id& operator=(const unit_id<OtherScope, OtherDART>&) = delete;

  DASH_HOST_DEVICE constexpr operator dart_unit_t() const noexcept { return this->id; }

  DASH_HOST_DEVICE constexpr unit_id& operator++() noexcept { return *this += 1; }
  DASH_HOST_DEVICE constexpr unit_id& operator--() noexcept { return *this -= 1; }

  DASH_HOST_DEVICE constexpr unit_id operator++(int) noexcept
  {
    unit_id old = *this;
    ++*this;
    return old;
  }

  DASH_HOST_DEVICE constexpr unit_id operator--(int) noexcept
  {
    unit_id old = *this;
    --*this;
    return old;
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr unit_id& operator+=(I n) noexcept
  {
    return *this = static_cast<dart_unit_t>(this->id + n);
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr unit_id& operator-=(I n) noexcept
  {
    return *this = static_cast<dart_unit_t>(this->id - n);
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr unit_id& operator*=(I n) noexcept
  {
    return *this = static_cast<dart_unit_t>(this->id * n);
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr unit_id& operator/=(I n) noexcept
  {
    return *this = this->id / static_cast<dart_unit_t>(n);
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr unit_id& operator%=(I n) noexcept
  {
    return *this = this->id % static_cast<dart_unit_t>(n);
  }

  DASH_HOST_DEVICE friend constexpr unit_id operator+(unit_id lhs, unit_id rhs) noexcept
  {
    return unit_id(lhs.id + rhs.id);
  }

  DASH_HOST_DEVICE friend constexpr unit_id operator-(unit_id lhs, unit_id rhs) noexcept
  {
    return unit_id(lhs.id - rhs.id);
  }

  DASH_HOST_DEVICE friend constexpr bool operator==(unit_id lhs, unit_id rhs) noexcept
  {
    return lhs.id == rhs.id;
  }

  DASH_HOST_DEVICE friend constexpr std::strong_ordering operator<=>(
      unit_id lhs, unit_id rhs) noexcept
  {
    return lhs.id <=> rhs.id;
  }

  /// Compares by value: an undefined unit is less than every unsigned number.
  template <UnitNumber I>
  DASH_HOST_DEVICE friend constexpr bool operator==(unit_id lhs, I rhs) noexcept
  {
    if constexpr (std::signed_integral<I>) {
      return lhs.id == rhs;
    } else {
      return lhs.id >= 0 && static_cast<unsigned long long>(lhs.id) == rhs;
    }
  }

  template <UnitNumber I>
  DASH_HOST_DEVICE friend constexpr std::strong_ordering operator<=>(unit_id lhs, I rhs) noexcept
  {
    if constexpr (std::signed_integral<I>) {
      return lhs.id <=> rhs;
    } else {
      if (lhs.id < 0) return std::strong_ordering::less;
      return static_cast<unsigned long long>(lhs.id) <=> static_cast<unsigned long long>(rhs);
    }
  }
};

/// Ids of different scopes are compared by number, because programs compare team-relative ids with
/// that of the calling unit; their order has no meaning.
template <unit_scope LScope, typename LDART, unit_scope RScope, typename RDART>
  requires(LScope != RScope)
DASH_HOST_DEVICE constexpr bool operator==(
    const unit_id<LScope, LDART>& lhs, const unit_id<RScope, RDART>& rhs) noexcept
{
  return lhs.id == rhs.id;
}

template <unit_scope LScope, typename LDART, unit_scope RScope, typename RDART>
  requires(LScope != RScope)
std::strong_ordering operator<=>(
    const unit_id<LScope, LDART>& lhs, const unit_id<RScope, RDART>& rhs) = delete;

template <class Traits, unit_scope Scope, typename DARTType>
std::basic_ostream<char, Traits>& operator<<(
    std::basic_ostream<char, Traits>& os, const unit_id<Scope, DARTType>& unit)
{
  return os << unit.id;
}

/// Id of a unit relative to a team.
using team_unit_t = unit_id<local_unit, dart_team_unit_t>;
/// Id of a unit in the team of all units.
using global_unit_t = unit_id<global_unit, dart_global_unit_t>;

/// The id of no unit, in a team.
constexpr team_unit_t UNDEFINED_TEAM_UNIT_ID{DART_UNDEFINED_UNIT_ID};
/// The id of no unit, among all units.
constexpr global_unit_t UNDEFINED_GLOBAL_UNIT_ID{DART_UNDEFINED_UNIT_ID};

}  // namespace dash
