// Tier: suite n3 c2g2; also c1g1 c0g2; sanitized c2g2

// The order of notified puts of kernels that are host functions.

#include "kernel/order.h"
