#pragma once

/// \file
/// The one-dimensional case of ShiftTilePattern.

#include <dash/pattern/ShiftTilePattern.h>
