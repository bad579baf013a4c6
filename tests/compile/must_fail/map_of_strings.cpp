// error: keys and values of dash::UnorderedMap are copied between processes as bytes

#include <dash/UnorderedMap.h>

#include <string>

#ifdef FIXED
using Text = char;
#else
using Text = std::string;
#endif

int main()
{
  dash::UnorderedMap<int, Text> map;
  map.barrier();
}
