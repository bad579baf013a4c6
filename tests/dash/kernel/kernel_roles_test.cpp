// Roles of blocks in kernels that are host functions.

#include "kernel/roles.h"
