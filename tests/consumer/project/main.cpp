#include <libdash.h>

#include <iostream>

int main(int argc, char* argv[])
{
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
