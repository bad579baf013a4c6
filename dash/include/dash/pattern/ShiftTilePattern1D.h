/**
 * \file dash/pattern/ShiftTilePattern1D.h
 * The one-dimensional case of ShiftTilePattern.
 */
#ifndef DASH__PATTERN__SHIFT_TILE_PATTERN_1D_H__INCLUDED
#define DASH__PATTERN__SHIFT_TILE_PATTERN_1D_H__INCLUDED

#include <dash/pattern/ShiftTilePattern.h>

#endif  // DASH__PATTERN__SHIFT_TILE_PATTERN_1D_H__INCLUDED
