// Checks that device views of arrays and matrices, mdspans and for_each_index compile for kernels,
// with any pattern.

#include <dash/Array.h>
#include <dash/Matrix.h>
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

template <class Matrix>
__global__ void visit(typename Matrix::device_view_type view, dash::MdSpan<double, 2> block)
{
  view(threadIdx.x, 1) = block(0, threadIdx.x) + block[1][0] + *view.address({{0, 1}});
  view.local[0] = view.at(view.unit_at({{1, 1}}), 3);
  view.local[1] = static_cast<double>(view.global(2)[0]) + static_cast<double>(view.extent(1));
}

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

template <class Matrix>
void start(Matrix& matrix)
{
  visit<Matrix><<<1, 32>>>(matrix.device_view(), matrix.local.block(0).mdspan());
}

template void start(dash::NArray<double, 2>& matrix);
template void start(dash::Matrix<double, 2>& matrix);
