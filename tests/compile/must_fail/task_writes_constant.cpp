// error: a task cannot write constant elements
#include <dash/Array.h>
#include <dash/Tasks.h>

void start(const dash::Array<int>& array)
{
#ifdef FIXED
  dash::async(dash::in(array.begin(), array.end()), [](dash::tasks::Span<const int>) {});
#else
  dash::async(dash::inout(array.begin(), array.end()), [](dash::tasks::Span<int>) {});
#endif
}
