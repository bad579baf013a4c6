#pragma once

/// \file
/// Names that DASH 0.4 has for index sets.

#include <dash/Range.h>
#include <dash/view/Index.h>
#include <dash/view/IndexSet.h>

namespace dash {

/// All indices of a container, or of the calling unit's part of it.
template <class Pattern, bool IsLocal = false>
using IndexSetIdentity =
    IndexSet<Section<Pattern, IsLocal ? IndexSpace::local : IndexSpace::global>>;

/// Indices of a rectangular part of a domain.
template <class DomainSet>
using IndexSetSub = IndexSet<typename DomainSet::section_type, DomainSet, DomainSet::space>;

/// Indices in the calling unit's memory of its elements of a global domain.
template <class DomainSet>
using IndexSetLocal =
    IndexSet<Section<typename DomainSet::pattern_type, IndexSpace::local>, DomainSet>;

/// Global indices of the elements of a local domain, in their local order.
template <class DomainSet>
using IndexSetGlobal = IndexSet<typename DomainSet::section_type, DomainSet, IndexSpace::global>;

/// Numbers of the blocks that a domain has elements of.
template <class DomainSet>
using IndexSetBlocks = IndexSet<
    BlockSection<typename DomainSet::pattern_type, DomainSet::section_type::space>, DomainSet>;

}  // namespace dash
