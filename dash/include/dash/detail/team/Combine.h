#pragma once

/// \file
/// Exchange of small values between the units of a team, which is the last step of algorithms with
/// a result.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/Accumulation.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/Uninitialized.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// A type of which units exchange values.
template <class T>
struct Exchanged {
  static_assert(
      is_bytewise_copyable_v<T>,
      "values that units exchange must be trivially copyable; reduce to such a type instead");
  static constexpr std::size_t nbytes = sizeof(T);
};

/// Gathers bytes of all units, the same number of each, in unit order. Collective over \c team.
/// \param all  memory for so many bytes of each unit, at least of one
DASH_API void gather_bytes(Team& team, const void* mine, std::size_t nbytes, void* all);

/// The number of units that take part in a collective operation.
inline std::size_t gathered_units(const Team& team)
{
  return team.size() <= 1 ? 1 : team.size();
}

/// The values of all units in unit order; all units have the same number of values, at least one.
/// Collective over \c team.
template <class T>
std::vector<T> gather_equal_parts(Team& team, std::span<const T> mine)
{
  std::vector<T> all(mine.size() * gathered_units(team), mine.front());
  gather_bytes(team, mine.data(), mine.size() * Exchanged<T>::nbytes, all.data());
  return all;
}

/// The value of each unit in unit order. Collective over \c team.
template <class T>
std::vector<T> gather_from_all(Team& team, const T& value)
{
  std::vector<T> all(gathered_units(team), value);
  gather_bytes(team, &value, Exchanged<T>::nbytes, all.data());
  return all;
}

/// A value of each unit, in unit order.
///
/// The values are bytes until they are used, so that this is compiled with little code for each
/// type, unlike a vector of values.
template <class T>
class GatheredValues {
 public:
  /// Collective over \c team.
  GatheredValues(Team& team, const T& mine) : bytes_(gathered_units(team) * Exchanged<T>::nbytes)
  {
    gather_bytes(team, &mine, sizeof(T), bytes_.data());
  }

  std::size_t size() const { return bytes_.size() / sizeof(T); }

  T operator[](std::size_t unit) const
  {
    // std::bit_cast is not used because nvcc 13 fails to compile it.
    Uninitialized<T> place;
    std::memcpy(static_cast<void*>(&place), bytes_.data() + unit * sizeof(T), sizeof(T));
    return place.value;
  }

 private:
  std::vector<std::byte> bytes_;
};

/// \throws exception::InvalidArgument on all units of the team, which all call it
[[noreturn]] DASH_API void throw_different_initial_values(const Team& team);

/// The partial results of all units; units without elements have none.
template <class T>
class GatheredPartials {
 public:
  /// Collective over \c team.
  /// \param argument  stands for what all units have to pass to the call alike
  /// \throws exception::InvalidArgument on all units if that differs
  GatheredPartials(Team& team, const std::optional<T>& mine, std::uint64_t argument = 0)
      : partials_(team, partial_of(mine, argument))
  {
    for (std::size_t unit = 0; unit < size(); ++unit) {
      if (partials_[unit].argument != argument) throw_different_initial_values(team);
    }
  }

  std::size_t size() const { return partials_.size(); }

  std::optional<T> operator[](std::size_t unit) const
  {
    const Partial partial = partials_[unit];
    if (!partial.exists) return std::nullopt;
    return *std::launder(reinterpret_cast<const T*>(partial.value));
  }

 private:
  struct Partial {
    alignas(T) std::byte value[sizeof(T)];
    bool exists;
    std::uint64_t argument;
  };

  static Partial partial_of(const std::optional<T>& result, std::uint64_t argument)
  {
    Partial partial{};
    partial.exists = result.has_value();
    partial.argument = argument;
    if (result) std::memcpy(partial.value, &*result, sizeof(T));
    return partial;
  }

  GatheredValues<Partial> partials_;
};

/// Computes total = total o part, where either may be missing.
template <class T, class Op>
void fold_into(std::optional<T>& total, const std::optional<T>& part, Op& op)
{
  if (!part) return;
  if (total) {
    combine_into(*total, op, *part);
  } else {
    total = part;
  }
}

/// Folds the partial results of all units in unit order; nullopt if no unit has one. Returns the
/// same on all units. Collective over \c team.
/// \param argument  as for GatheredPartials
template <class T, class Op>
std::optional<T> fold_over_units(
    Team& team, const std::optional<T>& mine, Op op, std::uint64_t argument = 0)
{
  if (team.size() <= 1) return mine;
  std::optional<T> result;
  const GatheredPartials<T> partials(team, mine, argument);
  for (std::size_t unit = 0; unit < partials.size(); ++unit) {
    fold_into(result, partials[unit], op);
  }
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

/// Whether \c mine holds on all units. Collective over \c team.
inline bool all_units(Team& team, bool mine)
{
  return min_over_units(team, static_cast<int>(mine)) != 0;
}

/// Whether \c mine holds on any unit. Collective over \c team.
inline bool any_unit(Team& team, bool mine)
{
  if (team.size() <= 1) return mine;
  return sum_over_units(team, static_cast<int>(mine)) != 0;
}

/// Adds the corresponding numbers of all units. Collective.
inline void sum_all_over_units(Team& team, std::vector<std::ptrdiff_t>& numbers)
{
  if (team.size() <= 1) return;
  const std::vector<std::ptrdiff_t> mine = numbers;
  CheckedCall().result(
      dart_allreduce(
          mine.data(), numbers.data(), mine.size(), dart_datatype<std::ptrdiff_t>::value,
          DART_OP_SUM, team.dart_id()),
      "dart_allreduce");
}

}  // namespace dash::detail
