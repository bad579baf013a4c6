/**
 * \file dash/Halo.h
 * Halos and stencils: computations on elements of matrices and their neighbours.
 */
#ifndef DASH__HALO_H__INCLUDED
#define DASH__HALO_H__INCLUDED

#include <dash/halo/Boundary.h>
#include <dash/halo/CoordinateAccess.h>
#include <dash/halo/GlobalBoundarySpec.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMatrixWrapper.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/Region.h>
#include <dash/halo/Stencil.h>
#include <dash/halo/StencilOperator.h>
#include <dash/halo/StencilSpec.h>
#include <dash/halo/StencilSpecFactory.h>
#include <dash/halo/Types.h>

#endif  // DASH__HALO_H__INCLUDED
