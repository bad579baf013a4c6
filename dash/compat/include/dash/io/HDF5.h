#pragma once

/// \file
/// Input and output in the format HDF5, which is not available: as in builds of DASH 0.4 without
/// HDF5, this header declares nothing, and \c DASH_ENABLE_HDF5 is not defined.
