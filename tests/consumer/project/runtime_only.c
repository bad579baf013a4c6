/* The runtime alone, by its C interface. */
#include <dash/dart/if/dart.h>
#include <stdio.h>

int main(int argc, char** argv)
{
  size_t size = 0;
  dart_global_unit_t me;
  if (dart_init(&argc, &argv) != DART_OK) return 1;
  if (dart_size(&size) != DART_OK || dart_myid(&me) != DART_OK) return 1;
  if (me.id == 0) printf("%zu units\n", size);
  return dart_exit() == DART_OK ? 0 : 1;
}
