// Transfers of more than 4 GiB, with kernels that are host functions.

#include "kernel/huge_transfers.h"
