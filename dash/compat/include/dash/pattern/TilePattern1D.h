#pragma once

/// \file
/// The one-dimensional case of TilePattern.

#include <dash/pattern/TilePattern.h>
