// error: this range is in the memory of one unit: .* or pass the iterator of a second range
#include <dash/Array.h>
#include <dash/algorithm/Equal.h>

#include <vector>

bool use(dash::Array<int>& a, const std::vector<int>& expected)
{
#ifdef FIXED
  return dash::equal(a.begin(), a.end(), expected.begin());
#else
  dash::equal(a, expected);
  return true;
#endif
}
