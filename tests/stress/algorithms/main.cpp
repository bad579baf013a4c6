// Random algorithms over random distributions, ranges and directions of arrays, and boxes of
// matrices, against std on a copy that each unit has.

#include "algorithms/steps.h"
#include "team_steps.h"

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_steps<
      one_range_steps, several_ranges_steps, sorted_ranges_steps, by_key_steps, overlap_steps,
      box_steps>(argc, argv);
}
