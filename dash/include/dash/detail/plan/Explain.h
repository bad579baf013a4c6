#pragma once

/// \file
/// Says how algorithms work, and why, with DASH_EXPLAIN=1.

#include <dash/detail/base/Macro.h>
#include <dash/detail/plan/WorkPlan.h>

namespace dash::detail {

/// Whether the run is explained. Set by dash::init.
DASH_API extern constinit bool run_is_explained;

/// Tells how a call of the program works, once in the run for each algorithm and type of elements.
/// \param algorithm  its name if the call has not given one (CurrentCall)
/// \param what       how it works, in words
/// \param why        the reason; may be empty
DASH_API void explain_call(const char* algorithm, const char* what, const char* why);

DASH_API void explain_plan(const WorkPlan& plan);

/// Tells how the program's call works on its ranges, if the run is explained.
inline void explain(const WorkPlan& plan)
{
  if (run_is_explained) [[unlikely]]
    explain_plan(plan);
}

/// Tells how the positions of a range are divided where their order matters, if the run is
/// explained.
/// \param are_owned  whether each unit works on what it owns
DASH_API void explain_division(bool are_owned);

inline void explain_shares(bool are_owned)
{
  if (run_is_explained) [[unlikely]]
    explain_division(are_owned);
}

/// Tells where a step runs, if the run is explained.
inline void explain_step(const char* algorithm, const char* where, const char* why = "")
{
  if (run_is_explained) [[unlikely]]
    explain_call(algorithm, where, why);
}

}  // namespace dash::detail
