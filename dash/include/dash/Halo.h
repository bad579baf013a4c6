#pragma once

/// \file
/// Halos and stencils: computations on elements of matrices and their neighbours.

#include <dash/halo/Boundary.h>
#include <dash/halo/GlobalBoundarySpec.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/HaloTypes.h>
#include <dash/halo/Region.h>
#include <dash/halo/Stencil.h>
#include <dash/halo/StencilSpec.h>
#include <dash/halo/StencilSpecFactory.h>
