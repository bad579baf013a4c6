/**
 * \file dash/pattern/BlockPattern1D.h
 * The one-dimensional case of BlockPattern.
 */
#ifndef DASH__PATTERN__BLOCK_PATTERN_1D_H__INCLUDED
#define DASH__PATTERN__BLOCK_PATTERN_1D_H__INCLUDED

#include <dash/pattern/BlockPattern.h>

#endif  // DASH__PATTERN__BLOCK_PATTERN_1D_H__INCLUDED
