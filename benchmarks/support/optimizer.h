#pragma once

/// \file
/// Hints to the optimizer, which would otherwise remove what is measured.

namespace bench {

/// Keeps the compiler from moving memory accesses across the call.
inline void clobber_memory()
{
  asm volatile("" ::: "memory");
}

/// Keeps the compiler from removing the computation of \c value.
template <typename T>
inline void do_not_optimize(T&& value)
{
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace bench
