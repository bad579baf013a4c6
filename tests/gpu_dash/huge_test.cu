// Transfers of more than 4 GiB on real GPUs: the same tests as with kernels that are host
// functions.

#include "kernel/huge_transfers.h"
