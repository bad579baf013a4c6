// Tier: suite n3 c2g2; sanitized c2g2

// What is done for the first time while a stream waits, with the algorithms that the library ships.

#include "stream/first_use.h"
