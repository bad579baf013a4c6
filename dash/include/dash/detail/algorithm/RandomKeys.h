#pragma once

/// \file
/// Random numbers of the elements of a range, which choose some of them.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/util/Random.h>

#include <compare>
#include <cstdint>

namespace dash::detail {

/// The random key of an element. Positions decide between equal keys.
struct RandomKey {
  std::uint64_t key = 0;
  Position position = 0;

  friend constexpr auto operator<=>(const RandomKey&, const RandomKey&) = default;
};

/// The random keys of the positions of a share, in host memory.
class DASH_API RandomKeys {
 public:
  RandomKeys(const Random& random, const Share& share);

  RandomKey operator[](Position position) const
  {
    return {keys_.data()[position - share_.begin], position};
  }

  /// The key of all units that \c rank other ones are smaller than. Collective over \c team.
  /// \param algorithm  for messages
  RandomKey select(const char* algorithm, Team& team, Position rank) const;

 private:
  Share share_;
  WorkBuffer<std::uint64_t> keys_;
};

}  // namespace dash::detail
