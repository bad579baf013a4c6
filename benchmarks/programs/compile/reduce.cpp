#include <dash/Array.h>
#include <dash/algorithm/Reduce.h>

int largest(dash::Array<int>& a)
{
  return dash::reduce(a, 0, [](int x, int y) { return x > y ? x : y; });
}
