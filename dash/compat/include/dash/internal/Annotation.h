#pragma once

/// \file
/// Hints to the optimizer.

namespace dash {

/// Keeps the compiler from moving memory accesses across the call.
inline void prevent_opt_elimination()
{
  asm volatile("" ::: "memory");
}

/// Keeps the compiler from removing the computation of \c var.
template <typename T>
inline void prevent_opt_elimination(T&& var)
{
  asm volatile("" : : "g"(&var) : "memory");
}

}  // namespace dash
