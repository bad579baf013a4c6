#include <dash/Init.h>

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  dash::finalize();
}
