// What is done for the first time while a stream waits, with algorithms and kernels of this file.

#include "stream/first_use.h"
