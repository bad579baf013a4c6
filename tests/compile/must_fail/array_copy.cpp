// error: use of deleted function
#include <dash/Array.h>

#include <utility>

void take(dash::Array<int>& array)
{
#ifdef FIXED
  dash::Array<int> other(std::move(array));
#else
  dash::Array<int> other(array);
#endif
}
