#pragma once

/// \file
/// Views: values that refer to elements of containers by index.
///
///   sub(b, e, x)      elements with index b, b + 1 … e - 1
///   sub<D>(b, e, x)   the same in dimension D; rows(b, e, x) and cols(b, e, x) for the first two
///   local(x)          the calling unit's elements, native; global(x) is the inverse
///   blocks(x)         range of blocks; block(i, x) is one of them
///   intersect(x, y)   the elements that two views have in common
///   domain(x)         the domain from which x was made; origin(x) is the container at the root
///   index(x)          the elements' indices
///
/// Intervals are half-open. Views never access elements or communicate, and their cost does not
/// depend on the number of elements.

#include <dash/Range.h>
#include <dash/view/Adaptors.h>
#include <dash/view/Block.h>
#include <dash/view/Blocks.h>
#include <dash/view/CartView.h>
#include <dash/view/Concat.h>
#include <dash/view/Concepts.h>
#include <dash/view/Domain.h>
#include <dash/view/Global.h>
#include <dash/view/Index.h>
#include <dash/view/IndexSet.h>
#include <dash/view/Intersect.h>
#include <dash/view/Local.h>
#include <dash/view/Origin.h>
#include <dash/view/Sub.h>
#include <dash/view/ViewTraits.h>
#include <dash/view/Zip.h>
