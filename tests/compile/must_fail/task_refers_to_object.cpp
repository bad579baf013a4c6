// error: in place of a function pointer or std::ref
#include <dash/Array.h>
#include <dash/Tasks.h>

#include <functional>

struct Clear {
  int value;
  void operator()(dash::tasks::Span<int> x) const { x[0] = value; }
};

void start(dash::Array<int>& array, const Clear& clear)
{
#ifdef FIXED
  dash::async(dash::out(array.local), clear);
#else
  dash::async(dash::out(array.local), std::cref(clear));
#endif
}
