// Random copies and changes of boxes of matrices, of maps and of lists, growth of containers, and
// loops that read ahead, against a copy that each unit has.

#include "containers/steps.h"
#include "team_steps.h"

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_steps<
      matrix_steps, map_steps, list_steps, growing_steps, read_ahead_steps, box_overlap_steps>(
      argc, argv);
}
