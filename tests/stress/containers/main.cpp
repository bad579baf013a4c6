// Random algorithms over random distributions, ranges and views of arrays and matrices, and random
// changes of maps and lists, against std on a copy that each unit has.

#include <dash/Init.h>
#include <dash/Team.h>

#include "containers/steps.h"

namespace dash::stress {
namespace {

using Steps = void(Random& random, dash::Team& team);

/// The units as one team, or in two teams that work by themselves.
dash::Team& any_team(Random& random)
{
  dash::Team& all = dash::Team::All();
  const bool is_divided = random.one_in(3) && all.size() > 1;
  if (!is_divided) return all;
  static dash::Team& half = all.split(2);
  random = RandomOfUnits(random).of(static_cast<std::size_t>(half.position()));
  return half;
}

void run_case(Random& random)
{
  static constexpr Steps* all_steps[] = {array_steps,  array_steps, several_arrays_steps,
                                         matrix_steps, map_steps,   list_steps};
  Random numbers = random;
  dash::Team& team = any_team(numbers);
  for (std::size_t k = numbers.between(1, 4); k > 0; --k) {
    numbers.one_of(all_steps)(numbers, team);
  }
}

void init(int* argc, char*** argv)
{
  dash::init(argc, argv);
}

}  // namespace
}  // namespace dash::stress

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_cases(argc, argv, {init, dash::finalize, run_case});
}
