// Faults of kernels that are host functions.

#include "kernel/faults.h"
