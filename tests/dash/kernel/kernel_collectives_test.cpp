// Collectives of kernels that are host functions.

#include "kernel/collectives.h"
