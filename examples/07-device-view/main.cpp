/// 07-device-view: user-written kernels over global memory.
///
/// Shows the device view of an array: kernels get it by value and access elements of any unit
/// through it by plain references. Use it where no algorithm fits. A body that only accesses the
/// unit's own elements needs no kernel around it: for_each_index starts it on CPUs and GPUs.
///
/// There is one source: nvcc compiles it if CUDA is available; otherwise it is plain C++, whose
/// kernels run on the emulated GPU.
///
///     dartrun --gpu 2 07-device-view
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 07-device-view
///     dartrun -n 4 07-device-view

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Iota.h>

#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

using Index = dash::default_index_t;
using Array = dash::Array<double>;
using View = Array::device_view_type;

/// Body of a kernel: stores an element of the own part at its mirrored position, in the memory of
/// another unit.
struct Mirror {
  View from;
  View to;

  DASH_HOST_DEVICE void operator()(Index i) const
  {
    to[static_cast<Index>(to.size()) - 1 - i] = from[i];
  }
};

#if defined(__CUDACC__)

__global__ void mirror_kernel(Mirror mirror)
{
  const Index n = static_cast<Index>(mirror.from.local.size());
  const Index own = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (own < n) mirror(mirror.from.global(own));
}

void start_on_gpu(const Mirror& mirror)
{
  void* stream = nullptr;  // the unit's stream; asking for it also selects the unit's GPU
  dart_gpu_stream(&stream);
  const unsigned threads = 256;
  const auto blocks = static_cast<unsigned>(mirror.from.local.size() / threads + 1);
  mirror_kernel<<<blocks, threads, 0, static_cast<cudaStream_t>(stream)>>>(mirror);
  const cudaError_t error = cudaStreamSynchronize(static_cast<cudaStream_t>(stream));
  if (error != cudaSuccess) {
    throw std::runtime_error(std::string("mirror_kernel: ") + cudaGetErrorString(error));
  }
}

#else

void start_on_gpu(const Mirror&)
{
  throw std::runtime_error("built without CUDA: use dartrun --gpu-backend emulated");
}

#endif

/// Collective: element i of \p from becomes element n - 1 - i of \p to.
void mirror(Array& from, Array& to)
{
  const Mirror mirror{from.device_view(), to.device_view()};
  const Index first = from.pattern().lbegin();
  const Index last = from.pattern().lend();
  if (!dash::is_gpu_unit()) {
    // Loops on the host access elements in a GPU's memory by global references.
    const std::size_t n = from.size();
    for (std::size_t i = first; i < static_cast<std::size_t>(last); ++i) to[n - 1 - i] = from[i];
  } else if (dart_gpu_backend() == DART_GPU_EMULATED) {
    for (Index i = first; i < last; ++i) mirror(i);
  } else {
    start_on_gpu(mirror);
  }
  to.barrier();
}

/// Body of a loop that runs on all units.
struct Scale {
  View values;
  double factor;

  DASH_HOST_DEVICE void operator()(Index i) const { values[i] *= factor; }
};

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  {
    const std::size_t n = 1000;
    Array numbers(n);
    Array mirrored(n);
    dash::iota(numbers.begin(), numbers.end(), 0.0);
    numbers.barrier();

    mirror(numbers, mirrored);
    dash::for_each_index(mirrored, Scale{mirrored.device_view(), 2});
    mirrored.barrier();

    if (dash::myid() == 0) {
      std::cout << "mirrored and doubled:";
      for (const std::size_t i : {std::size_t{0}, std::size_t{1}, n / 2, n - 1}) {
        std::cout << ' ' << mirrored[i].get();
      }
      std::cout << std::endl;
    }
    mirrored.barrier();
  }
  dash::finalize();
  return 0;
}
