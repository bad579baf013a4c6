/**
 * \file dash/pattern/TilePattern1D.h
 * The one-dimensional case of TilePattern.
 */
#ifndef DASH__PATTERN__TILE_PATTERN_1D_H__INCLUDED
#define DASH__PATTERN__TILE_PATTERN_1D_H__INCLUDED

#include <dash/pattern/TilePattern.h>

#endif  // DASH__PATTERN__TILE_PATTERN_1D_H__INCLUDED
