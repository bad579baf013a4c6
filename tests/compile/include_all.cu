// All of the library compiles in a file for GPUs.
#include <libdash.h>

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  dash::Array<int> array(100);
  dash::fill(array.begin(), array.end(), 1);
  dash::finalize();
}
