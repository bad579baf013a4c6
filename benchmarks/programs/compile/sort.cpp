#include <dash/Array.h>
#include <dash/algorithm/Sort.h>

void sort(dash::Array<int>& a)
{
  dash::sort(a, [](int x, int y) { return x > y; });
}
