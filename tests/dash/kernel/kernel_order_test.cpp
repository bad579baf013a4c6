// The order of notified puts of kernels that are host functions.

#include "kernel/order.h"
