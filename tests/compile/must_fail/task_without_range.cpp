// error: what stands in front of a task's body are ranges
#include <dash/Array.h>
#include <dash/Tasks.h>

void start(dash::Array<int>& array)
{
#ifdef FIXED
  dash::async(dash::inout(array.local), [](dash::tasks::Span<int> x) { x[0] = 1; });
#else
  dash::async(array.local, [](dash::tasks::Span<int> x) { x[0] = 1; });
#endif
}
