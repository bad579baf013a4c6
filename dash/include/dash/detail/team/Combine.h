#pragma once

/// \file
/// Exchange of small values between the units of a team, which is the last step of algorithms with
/// a result.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CheckResult.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// The values of all units in unit order; all units have the same number of values, at least one.
/// Collective over \c team.
template <class T>
std::vector<T> gather_equal_parts(Team& team, std::span<const T> mine)
{
  static_assert(
      is_bytewise_copyable_v<T>,
      "values that units exchange must be trivially copyable; reduce to such a type instead");
  if (team.size() <= 1) return {mine.begin(), mine.end()};
  std::vector<T> all(mine.size() * team.size(), mine.front());
  CheckedCall().result(
      dart_allgather(mine.data(), all.data(), mine.size_bytes(), DART_TYPE_BYTE, team.dart_id()),
      "dart_allgather");
  return all;
}

/// The value of each unit in unit order. Collective over \c team.
template <class T>
std::vector<T> gather_from_all(Team& team, const T& value)
{
  return gather_equal_parts(team, std::span<const T>(&value, 1));
}

/// The partial result of each unit; nullopt for units without elements. Collective over \c team.
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
    // std::bit_cast is not used because nvcc 13 fails to compile it.
    const auto* value = std::launder(reinterpret_cast<const T*>(other.value));
    partials.push_back(other.exists ? std::optional<T>(*value) : std::nullopt);
  }
  return partials;
}

/// Computes total = total o part, where either may be missing.
template <class T, class Op>
void fold_into(std::optional<T>& total, const std::optional<T>& part, Op& op)
{
  if (part) total = total ? static_cast<T>(op(*total, *part)) : *part;
}

/// Folds the partial results of all units in unit order; nullopt if no unit has one. Returns the
/// same on all units. Collective over \c team.
template <class T, class Op>
std::optional<T> fold_over_units(Team& team, const std::optional<T>& mine, Op op)
{
  if (team.size() <= 1) return mine;
  std::optional<T> result;
  for (const auto& partial : gather_partials(team, mine)) fold_into(result, partial, op);
  return result;
}

/// Combines one number of each unit. Collective over \c team.
template <class T>
T reduce_over_units(Team& team, T mine, dart_operation_t operation)
{
  if (team.size() <= 1) return mine;
  T result{};
  CheckedCall().result(
      dart_allreduce(&mine, &result, 1, dart_datatype<T>::value, operation, team.dart_id()),
      "dart_allreduce");
  return result;
}

/// Adds one number of each unit. Collective over \c team.
template <class T>
T sum_over_units(Team& team, T mine)
{
  return reduce_over_units(team, mine, DART_OP_SUM);
}

/// The smallest of one number of each unit. Collective over \c team.
template <class T>
T min_over_units(Team& team, T mine)
{
  return reduce_over_units(team, mine, DART_OP_MIN);
}

/// Whether \c mine holds on any unit. Collective over \c team.
inline bool any_unit(Team& team, bool mine)
{
  if (team.size() <= 1) return mine;
  return sum_over_units(team, static_cast<int>(mine)) != 0;
}

}  // namespace dash::detail
