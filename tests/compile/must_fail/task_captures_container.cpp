// error: a task's body executes in whichever process
#include <dash/Array.h>
#include <dash/Tasks.h>

#include <vector>

void start(dash::Array<int>& array, const std::vector<int>& values)
{
#ifdef FIXED
  dash::async(
      dash::out(array.local), [first = values[0]](dash::tasks::Span<int> x) { x[0] = first; });
#else
  dash::async(dash::out(array.local), [values](dash::tasks::Span<int> x) { x[0] = values[0]; });
#endif
}
