#pragma once

/// \file
/// The name that programs of DASH 0.4 include for input and output of containers.

#include <dash/io/HDF5.h>
