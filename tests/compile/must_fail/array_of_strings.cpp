// error: the type must be trivially copyable
#include <dash/Array.h>

#include <string>

#ifdef FIXED
using Element = double;
#else
using Element = std::string;
#endif

void make()
{
  dash::Array<Element> array(10);
}
