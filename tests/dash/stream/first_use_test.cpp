// What is done for the first time while a stream waits, with the algorithms that the library ships.

#include "stream/first_use.h"
