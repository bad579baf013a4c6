// Atomic operations of kernels that are host functions.

#include "kernel/atomics.h"
