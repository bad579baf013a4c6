// error: dash::copy needs elements of one representation
#include <dash/Array.h>
#include <dash/algorithm/Copy.h>

#ifdef FIXED
using Element = double;
#else
using Element = int;
#endif

void read(dash::Array<double>& array, Element* buffer)
{
  dash::copy(array.begin(), array.end(), buffer);
}
