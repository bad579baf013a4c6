// error: dash::Atomic holds arithmetic types only
#include <dash/Atomic.h>

struct Point {
  int x, y;
};

#ifdef FIXED
dash::Atomic<int> atomic;
#else
dash::Atomic<Point> atomic;
#endif
