/// 06-gpu-units: one array over CPU and GPU units.
///
/// Shows that a GPU unit is a unit like others: its part of an array is in the GPU's memory,
/// algorithms run there, and every unit can access its elements. Also shows how to give each unit a
/// part in proportion to its memory bandwidth, so that a team of CPUs and GPUs finishes together.
/// This file is plain C++: the function objects of the library and of std run on GPUs without nvcc.
///
///     dartrun --cpu 2 --gpu 2 06-gpu-units
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 06-gpu-units   # no GPU needed
///     dartrun -n 4 06-gpu-units                                     # CPU units only

#include <dash/Array.h>
#include <dash/Cartesian.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/Transform.h>
#include <dash/pattern/LoadBalancePattern.h>

#include <cstddef>
#include <functional>
#include <iostream>
#include <string>

namespace {

constexpr std::size_t n = 1000;

/// Prints on one unit; results of algorithms are the same on all.
template <class... Args>
void print(const Args&... args)
{
  if (dash::myid() == 0) (std::cout << ... << args) << std::endl;
}

std::string memory_of(dash::global_unit_t unit)
{
  if (!dash::is_gpu_unit(unit)) return "host memory";
  int gpu = -1;
  dart_unit_gpu(unit, &gpu);
  return "the memory of GPU " + std::to_string(gpu);
}

/// Prints how many elements each unit has, and where they are.
template <class Array>
void print_parts(const Array& array)
{
  for (std::size_t i = 0; i < dash::size(); ++i) {
    const auto id = static_cast<dart_unit_t>(i);
    const auto size = array.pattern().local_size(dash::team_unit_t(id));
    print("  unit ", i, ": ", size, " elements in ", memory_of(dash::global_unit_t(id)));
  }
}

/// Each unit works on its own part, GPU units in kernels; only partial results are communicated.
void compute()
{
  dash::Array<double> values(n);
  print("equal parts:");
  print_parts(values);

  dash::iota(values.begin(), values.end(), 1.0);
  dash::transform(values.begin(), values.end(), values.begin(), std::negate<double>());
  print("sum of -1 ... -1000: ", dash::reduce(values.begin(), values.end(), 0.0));

  // GPUs exchange elements directly, not through host memory
  dash::sort(values.begin(), values.end());
  values.barrier();
  // Any unit may read and write single elements.
  print(
      "sorted: ", static_cast<double>(values[0]), " ", static_cast<double>(values[1]), " ... ",
      static_cast<double>(values[n - 1]));
  values.barrier();
}

/// Gives units parts in proportion to the bandwidth that each has measured of its own memory.
void balance()
{
  using Pattern = dash::LoadBalancePattern<1>;
  const Pattern pattern{dash::SizeSpec<1>(n)};
  dash::Array<double, dash::default_index_t, Pattern> values(pattern);
  print("parts by bandwidth:");
  print_parts(values);

  dash::fill(values.begin(), values.end(), 2.0);
  print("sum of 1000 twos: ", dash::reduce(values.begin(), values.end(), 0.0));
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  compute();
  balance();
  dash::finalize();
  return 0;
}
