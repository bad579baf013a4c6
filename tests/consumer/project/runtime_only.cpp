#include <dash/dart/if/dart.h>

size_t number_of_units()
{
  size_t size = 0;
  dart_size(&size);
  return size;
}
