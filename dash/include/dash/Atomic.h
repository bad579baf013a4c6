#ifndef DASH__ATOMIC_H__INCLUDED
#define DASH__ATOMIC_H__INCLUDED

#include <dash/Types.h>
#include <dash/atomic/GlobAtomicRef.h>
#include <dash/atomic/Operation.h>
#include <dash/atomic/Type.h>

#endif  // DASH__ATOMIC_H__INCLUDED
