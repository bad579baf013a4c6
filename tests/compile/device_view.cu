// Device views and for_each_index compile for kernels, for any one-dimensional pattern.

#include <dash/Array.h>
#include <dash/Pattern.h>
#include <dash/algorithm/ForEachIndex.h>

namespace {

template <class Pattern>
using View = dash::DeviceView<double, Pattern>;

template <class Pattern>
__global__ void visit(View<Pattern> view)
{
  const auto i = static_cast<typename Pattern::index_type>(threadIdx.x);
  view.local[i] = view[i + 1] + view.at(view.unit_at(i), i) + *view.address(i);
  view[view.global(i)] = static_cast<double>(view.size() + view.local.size());
}

template __global__ void visit(View<dash::BlockPattern<1>>);
template __global__ void visit(View<dash::TilePattern<1>>);
template __global__ void visit(View<dash::CSRPattern<1>>);
template __global__ void visit(View<dash::LoadBalancePattern<1>>);

struct Double {
  View<dash::BlockPattern<1>> view;

  __host__ __device__ void operator()(long i) const { view[i] *= 2; }
};

}  // namespace

void start(dash::Array<double>& array)
{
  visit<<<1, 32>>>(array.device_view());
  dash::for_each_index(array, Double{array.device_view()});
  dash::for_each_index(10, Double{array.device_view()});
}
