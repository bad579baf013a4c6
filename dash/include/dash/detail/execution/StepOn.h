#pragma once

/// \file
/// What algorithms do with elements at equal positions of ranges, as a type.

#include <dash/detail/execution/Operand.h>

namespace dash::detail {

/// A step whose operands, one of each range, have such accesses.
template <class Step, Access... access>
struct StepOn {};

/// Anything else, of which it is not known whether kernels can do it.
struct AnyWork {};

}  // namespace dash::detail
