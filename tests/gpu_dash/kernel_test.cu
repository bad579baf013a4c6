// Communication of kernels on real GPUs: the same tests as for kernels that are host functions.

#include "kernel/atomics.h"
#include "kernel/collectives.h"
#include "kernel/faults.h"
#include "kernel/order.h"
#include "kernel/put_get.h"
#include "kernel/roles.h"
