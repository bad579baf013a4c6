// error: pass a lambda that calls the function
#include <dash/Array.h>
#include <dash/Tasks.h>

inline void clear(dash::tasks::Span<int> x)
{
  x[0] = 0;
}

void start(dash::Array<int>& array)
{
#ifdef FIXED
  dash::async(dash::out(array.local), [](dash::tasks::Span<int> x) { clear(x); });
#else
  dash::async(dash::out(array.local), &clear);
#endif
}
