#pragma once

/// \file
/// The barriers of algorithms that move elements between units.

#include <dash/Team.h>
#include <dash/detail/team/Unwinding.h>

#include <exception>

namespace dash::detail {

/// The barriers of an algorithm that moves elements between units: on construction, so that it sees
/// what all units did before, and on destruction, so that all its effects are complete everywhere.
class ExchangePhase {
 public:
  explicit ExchangePhase(Team& team) : team_(team) { team_.barrier(); }
  ~ExchangePhase()
  {
    if (std::uncaught_exceptions() == exceptions_) {
      team_.barrier();
    } else if (is_unwound_alone(exceptions_, team_)) {
      abandon(team_);  // the others may wait in any step of the algorithm
    }
  }
  ExchangePhase(const ExchangePhase&) = delete;
  ExchangePhase& operator=(const ExchangePhase&) = delete;

  /// All units have read what they need; from now on elements may be overwritten.
  void all_have_read() { team_.barrier(); }

 private:
  Team& team_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace dash::detail
