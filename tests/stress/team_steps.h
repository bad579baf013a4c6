#pragma once

/// \file
/// Stress programs whose cases are random steps of a team.

#include <dash/Init.h>
#include <dash/Team.h>

#include <cstddef>

#include "random.h"
#include "stress.h"

namespace dash::stress {

/// The units as one team, or in two teams that work by themselves.
/// \param random  all units have the same; differs between two teams then
inline dash::Team& any_team(Random& random)
{
  dash::Team& all = dash::Team::All();
  const bool is_divided = random.one_in(3) && all.size() > 1;
  if (!is_divided) return all;
  static dash::Team& half = all.split(2);
  random = RandomOfUnits(random).of(static_cast<std::size_t>(half.position()));
  return half;
}

/// What a team does.
using Steps = void(Random& random, dash::Team& team);

/// Body of main for a program each of whose cases consists of some of these steps.
/// \return the exit code
template <Steps*... all>
int run_steps(int argc, char** argv)
{
  const auto init = [](int* count, char*** arguments) { dash::init(count, arguments); };
  const auto run_case = [](Random& random) {
    static constexpr Steps* steps[] = {all...};
    Random numbers = random;
    dash::Team& team = any_team(numbers);
    for (std::size_t k = numbers.between(1, 4); k > 0; --k) numbers.one_of(steps)(numbers, team);
  };
  return run_cases(argc, argv, {init, dash::finalize, run_case});
}

}  // namespace dash::stress
