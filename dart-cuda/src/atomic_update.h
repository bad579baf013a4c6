#pragma once

// What an atomic operation makes of a value, on host and GPU.

#include "arithmetic.h"

namespace dart::cuda {

/// The value that replaces \c old; \c compare is for compare and swap.
template <class T>
constexpr T updated(dart_operation_t operation, T old, T operand, T compare)
{
  switch (operation) {
    case DART_OP_UNDEFINED: return old == compare ? operand : old;
    case DART_OP_REPLACE: return operand;
    case DART_OP_MIN: return combine<DART_OP_MIN>(old, operand);
    case DART_OP_MAX: return combine<DART_OP_MAX>(old, operand);
    case DART_OP_SUM: return combine<DART_OP_SUM>(old, operand);
    case DART_OP_PROD: return combine<DART_OP_PROD>(old, operand);
    case DART_OP_BAND: return combine<DART_OP_BAND>(old, operand);
    case DART_OP_LAND: return combine<DART_OP_LAND>(old, operand);
    case DART_OP_BOR: return combine<DART_OP_BOR>(old, operand);
    case DART_OP_LOR: return combine<DART_OP_LOR>(old, operand);
    case DART_OP_BXOR: return combine<DART_OP_BXOR>(old, operand);
    case DART_OP_LXOR: return combine<DART_OP_LXOR>(old, operand);
    default: return old;  // DART_OP_NO_OP
  }
}

}  // namespace dart::cuda
