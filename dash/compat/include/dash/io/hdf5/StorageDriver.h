#pragma once

/// \file
/// Part of <dash/io/HDF5.h> in DASH 0.4.

#include <dash/io/HDF5.h>
