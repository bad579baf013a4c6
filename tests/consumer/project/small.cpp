// The headers that a program names, and no others, so that it compiles quickly.
#include <dash/Init.h>
#include <dash/Team.h>

#include <iostream>

int main(int argc, char* argv[])
{
  dash::init(&argc, &argv);
  if (dash::myid() == 0) std::cout << dash::Team::All().size() << " units" << std::endl;
  dash::finalize();
}
