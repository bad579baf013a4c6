#pragma once

/// \file
/// Flags of notifications, and what a wait expects of them.

#include <cstdint>

#include "dash/dart/if/dart_notify.h"

namespace dart {

/// 0: the flag is not set.
using FlagWord = std::uint64_t;

/// What a put does with its flag.
enum class FlagUpdate : std::uint8_t { set, add };

/// What the value of a flag has to fulfil.
struct FlagCondition {
  dart_flag_condition_t comparison;
  FlagWord value;

  constexpr bool holds(FlagWord seen) const
  {
    switch (comparison) {
      case DART_FLAG_EQUAL:
        return seen == value;
      case DART_FLAG_DIFFERENT:
        return seen != value;
      case DART_FLAG_REACHED:
        return static_cast<std::int64_t>(seen - value) >= 0;
      case DART_FLAG_ANY_BIT:
        return (seen & value) != 0;
    }
    return false;
  }
  constexpr bool is_known() const
  {
    return comparison >= DART_FLAG_EQUAL && comparison <= DART_FLAG_ANY_BIT;
  }
  /// Text for messages: "it is to be … 5".
  constexpr const char* expectation() const
  {
    switch (comparison) {
      case DART_FLAG_EQUAL:
        return "equal to";
      case DART_FLAG_DIFFERENT:
        return "different from";
      case DART_FLAG_REACHED:
        return "at or past";
      case DART_FLAG_ANY_BIT:
        return "one with a bit of";
    }
    return "";
  }
};

}  // namespace dart
