/**
 * \file dash/internal/Combine.h
 * Exchange of small values between the units of a team: the last step of algorithms with a result.
 */
#ifndef DASH__INTERNAL__COMBINE_H__INCLUDED
#define DASH__INTERNAL__COMBINE_H__INCLUDED

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

namespace dash::internal {

/** Value of each unit, in unit order. Collective over \c team. */
template <class T>
std::vector<T> gather_from_all(Team& team, const T& value)
{
  static_assert(
      std::is_trivially_copyable_v<T>,
      "values that units exchange must be trivially copyable; reduce to such a type instead");
  std::vector<T> values(team.size(), value);
  if (values.size() <= 1) return values;
  DASH_ASSERT_RETURNS(
      dart_allgather(&value, values.data(), sizeof(T), DART_TYPE_BYTE, team.dart_id()), DART_OK);
  return values;
}

/** Partial result of each unit; none for units without elements. Collective over \c team. */
template <class T>
std::vector<std::optional<T>> gather_partials(Team& team, const std::optional<T>& mine)
{
  struct Partial {
    alignas(T) std::byte value[sizeof(T)];
    bool exists;
  };
  Partial partial{};
  partial.exists = mine.has_value();
  if (mine) std::memcpy(partial.value, &*mine, sizeof(T));
  std::vector<std::optional<T>> partials;
  for (const Partial& other : gather_from_all(team, partial)) {
    // Not std::bit_cast, which nvcc 13 fails to compile.
    const auto* value = std::launder(reinterpret_cast<const T*>(other.value));
    partials.push_back(other.exists ? std::optional<T>(*value) : std::nullopt);
  }
  return partials;
}

/** total = total o part, where either may be missing. */
template <class T, class Op>
void fold_into(std::optional<T>& total, const std::optional<T>& part, Op& op)
{
  if (part) total = total ? static_cast<T>(op(*total, *part)) : *part;
}

/**
 * Folds the partial results of all units in unit order; none if no unit has one. The same result on
 * all units. Collective over \c team.
 */
template <class T, class Op>
std::optional<T> fold_over_units(Team& team, const std::optional<T>& mine, Op op)
{
  if (team.size() <= 1) return mine;
  std::optional<T> result;
  for (const auto& partial : gather_partials(team, mine)) fold_into(result, partial, op);
  return result;
}

/** Sum of one number of each unit. Collective over \c team. */
template <class T>
T sum_over_units(Team& team, T mine)
{
  if (team.size() <= 1) return mine;
  T sum{};
  DASH_ASSERT_RETURNS(
      dart_allreduce(&mine, &sum, 1, dart_datatype<T>::value, DART_OP_SUM, team.dart_id()), DART_OK);
  return sum;
}

/** Smallest of one number of each unit. Collective over \c team. */
template <class T>
T min_over_units(Team& team, T mine)
{
  if (team.size() <= 1) return mine;
  T smallest{};
  DASH_ASSERT_RETURNS(
      dart_allreduce(&mine, &smallest, 1, dart_datatype<T>::value, DART_OP_MIN, team.dart_id()),
      DART_OK);
  return smallest;
}

/** Whether \c mine holds on any unit. Collective over \c team. */
inline bool any_unit(Team& team, bool mine)
{
  if (team.size() <= 1) return mine;
  return sum_over_units(team, static_cast<int>(mine)) != 0;
}

}  // namespace dash::internal

#endif  // DASH__INTERNAL__COMBINE_H__INCLUDED
