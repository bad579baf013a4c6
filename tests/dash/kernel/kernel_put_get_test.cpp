// Transfers of kernels that are host functions.

#include "kernel/put_get.h"
