// Files that were damaged at random: their bytes are changed, cut or extended, and then they are
// read.

#include "files/steps.h"
#include "team_steps.h"

int main(int argc, char** argv)
{
  using namespace dash::stress;
  return run_steps<npy_steps, checkpoint_steps, hdf5_steps>(argc, argv);
}
