#include <dash/Array.h>
#include <dash/algorithm/Transform.h>

void transform(dash::Array<int>& a)
{
  dash::transform(a, a, [](int x) { return x + 1; });
}
