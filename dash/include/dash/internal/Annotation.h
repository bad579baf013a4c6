/**
 * \file dash/internal/Annotation.h
 * Hints to the optimizer.
 */
#ifndef DASH__INTERNAL__ANNOTATION_H__INCLUDED
#define DASH__INTERNAL__ANNOTATION_H__INCLUDED

namespace dash {

/** Keeps the compiler from moving memory accesses across the call. */
inline void prevent_opt_elimination()
{
  asm volatile("" ::: "memory");
}

/** Keeps the compiler from removing the computation of \c var. */
template <typename T>
inline void prevent_opt_elimination(T&& var)
{
  asm volatile("" : : "g"(&var) : "memory");
}

}  // namespace dash

#endif  // DASH__INTERNAL__ANNOTATION_H__INCLUDED
