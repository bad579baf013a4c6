#pragma once

/// \file
/// Files that were damaged at random. To read one has a right result, or ends by an exception.

#include <dash/Team.h>

#include "stress.h"

namespace dash::stress {

/// Arrays and matrices in files of NumPy's format.
void npy_steps(Random& random, dash::Team& team);
/// Archives with several arrays, each of which has a checksum.
void checkpoint_steps(Random& random, dash::Team& team);
/// Data sets of HDF5.
void hdf5_steps(Random& random, dash::Team& team);

}  // namespace dash::stress
