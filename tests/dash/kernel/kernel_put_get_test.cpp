// Tier: suite n3 c2g2 h2n1.mpi; also c1g1 c0g2; sanitized c2g2

// Transfers of kernels that are host functions.

#include "kernel/put_get.h"
