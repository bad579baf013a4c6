#pragma once

/// \file
/// All algorithms on global ranges.
///
/// One rule holds for all of them. Algorithms on global ranges are collective over the team of the
/// range: all its units call them with the same arguments. Each unit works on the elements that it
/// owns (owner-computes). What is guaranteed on return depends on what an algorithm does:
///
/// - It writes the caller's own elements only (fill, generate, iota, replace, transform between
///   ranges that are distributed alike, …): the caller's elements are done. The algorithm does not
///   synchronise; call a barrier before a unit accesses elements of others.
/// - It returns a value computed from all elements (reduce, find, count, equal, …): the value is
///   the same on all units, so all units have contributed. Each unit reads its own elements only.
/// - It moves elements between units (sort, rotate, copy_if, scatter, transpose, copies between
///   matrices, ranges that are distributed differently, …): it synchronises before and after, so it
///   sees what all units did before the call, and all its effects are complete everywhere.
///
/// dash::copy of iterators and of local memory, dash::copy_async, and accumulation by
/// dash::transform from local memory are local calls, and so are algorithms on ranges of local
/// elements. dash::for_each ends with a barrier, as in DASH 0.4.

#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/AdjacentFind.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Dot.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Histogram.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/LexicographicalCompare.h>
#include <dash/algorithm/LocalRange.h>
#include <dash/algorithm/MatrixVectorProduct.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/NoneOf.h>
#include <dash/algorithm/Norm.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/OnStream.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/ReduceAlong.h>
#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/algorithm/Sample.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/Search.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/Shuffle.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/TeamCollectives.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Transpose.h>
#include <dash/algorithm/Unique.h>
#include <dash/algorithm/UniqueByKey.h>
