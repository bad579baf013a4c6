#pragma once

/// \file
/// dash::broadcast of a value to all units of a team.

#include <dash/Exception.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/StoredType.h>
#include <dash/detail/base/Uninitialized.h>
#include <dash/detail/range/RequireRange.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace dash {

/// Copies the values of one unit's range to the ranges of all units of a team.
///
/// Collective over \c team; the caller's range has the values on return. The iterators may be any
/// forward iterators over trivially copyable values; all units pass ranges of equal length.
template <std::forward_iterator LocalIterator>
void broadcast(LocalIterator first, LocalIterator last, team_unit_t root, Team& team = Team::All())
{
  using T = std::iter_value_t<LocalIterator>;
  const detail::CurrentCall call("dash::broadcast");
  if constexpr (std::random_access_iterator<LocalIterator>) {
    detail::require_range("dash::broadcast", first, last);
  }
  static_assert(is_bytewise_copyable_v<T>, "dash::broadcast needs trivially copyable values");
  const auto send = [&](auto* values, std::size_t n) {
    detail::CheckedCall().result(
        dart_bcast(values, n * sizeof(T), DART_TYPE_BYTE, root, team.dart_id()), "dart_bcast");
  };
  if constexpr (std::contiguous_iterator<LocalIterator>) {
    send(std::to_address(first), static_cast<std::size_t>(last - first));
  } else {
    std::vector<detail::stored_type<T>> values(first, last);
    send(values.data(), values.size());
    std::copy(values.begin(), values.end(), first);
  }
}

/// Returns the value of a shared scalar, which its owner reads.
///
/// Collective over the team of \c shared; returns the same value on all units.
template <class T>
typename Shared<T>::value_type broadcast(Shared<T>& shared)
{
  using Value = typename Shared<T>::value_type;
  detail::Uninitialized<Value> place;
  Value* const value = &place.value;
  if (shared.team().myid() == shared.owner())
    std::construct_at(value, static_cast<Value>(shared.get()));
  dash::broadcast(value, value + 1, shared.owner(), shared.team());
  return *value;
}

}  // namespace dash
