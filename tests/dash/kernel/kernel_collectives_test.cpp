// Tier: suite n3 c2g2; also c1g1 c0g2; sanitized c2g2

// Collectives of kernels that are host functions.

#include "kernel/collectives.h"
