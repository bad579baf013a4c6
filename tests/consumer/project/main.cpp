#include <libdash.h>

#include <iostream>
#include <string_view>

int main(int argc, char* argv[])
{
#ifdef PACKAGE_VERSION  // known to CMake only
  if (std::string_view(PACKAGE_VERSION) != dash::release()) {
    std::cerr << "the library is of release " << dash::release() << ", the package " PACKAGE_VERSION
              << std::endl;
    return 1;
  }
#endif
  dash::init(&argc, &argv);
  {
    dash::Array<long> values(1000);
    for (std::size_t i = 0; i < values.lsize(); ++i) {
      values.local[i] = static_cast<long>(values.pattern().global(i));
    }
    dash::barrier();
    const long sum = dash::reduce(values.begin(), values.end(), 0L);
    if (dash::myid() == 0) {
      std::cout << "sum over " << dash::size() << " units: " << sum << std::endl;
    }
  }
  dash::finalize();
}
