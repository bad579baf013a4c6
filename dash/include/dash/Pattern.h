#pragma once

/// \file
/// How index domains are distributed over units.
///
/// | Pattern            | Unit of a block                | Local memory | Choose it for          |
/// |--------------------|--------------------------------|--------------|------------------------|
/// | BlockPattern       | block coordinates mod grid     | one array    | most things            |
/// | TilePattern        | block coordinates mod grid     | tile by tile | algorithms on tiles    |
/// | ShiftTilePattern   | sum of block coordinates mod n | tile by tile | walks along both axes  |
/// | SeqTilePattern     | number of the block mod n      | tile by tile | equal numbers of tiles |
/// | CSRPattern         | given sizes                    | contiguous   | unequal parts          |
/// | LoadBalancePattern | sizes from hardware            | contiguous   | unequal hardware       |

#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/pattern/LoadBalancePattern.h>
#include <dash/pattern/MakePattern.h>
#include <dash/pattern/PatternIterator.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>

namespace dash {

/// The default pattern of containers.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
using Pattern = BlockPattern<NumDimensions, Arrangement, IndexType>;

}  // namespace dash
