#pragma once

/// \file
/// Kernels that iterate over index spaces. Only for nvcc.

#include <dash/detail/memory/DeviceScratch.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace dash::detail::device {

/// All coordinates but the last of a row, which consists of the elements that differ in the last
/// coordinate only.
template <class Index, std::size_t N>
__device__ std::array<Index, N> coords_of_row(const std::array<Index, N>& extents, std::size_t row)
{
  std::array<Index, N> coords{};
  for (std::size_t d = N - 1; d-- > 1;) {
    const auto extent = static_cast<std::size_t>(extents[d]);
    coords[d] = static_cast<Index>(row % extent);
    row /= extent;
  }
  coords[0] = static_cast<Index>(row);  // not divided in two dimensions, because divisions are slow
  return coords;
}

template <class Body, class Index, std::size_t N, std::size_t... d, class... Spans>
__device__ void call_with_coords(
    Body& body, const std::array<Index, N>& coords, std::index_sequence<d...>, Spans... spans)
{
  body(coords[d]..., spans...);
}

/// Calls body(coords..., spans...): threads in x iterate over the last coordinate, those in y over
/// the rows.
template <class Index, std::size_t N, class Body, class... Spans>
__global__ void __launch_bounds__(256)
    call_for_coords(std::array<Index, N> extents, std::size_t rows, Body body, Spans... spans)
{
  const auto last = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (last >= static_cast<std::size_t>(extents[N - 1])) return;
  const std::size_t step = static_cast<std::size_t>(gridDim.y) * blockDim.y;
  std::size_t row = static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
  for (; row < rows; row += step) {
    auto coords = coords_of_row(extents, row);
    coords[N - 1] = static_cast<Index>(last);
    call_with_coords(body, coords, std::make_index_sequence<N>{}, spans...);
  }
}

/// Enqueues a kernel that makes the calls for all coordinates within \c extents.
template <class Index, std::size_t N, class Body, class... Spans>
void enqueue_for_coords(
    cudaStream_t stream, const std::array<Index, N>& extents, const Body& body, Spans... spans)
{
  if (std::any_of(extents.begin(), extents.end(), [](Index extent) { return extent < 1; })) return;
  std::size_t rows = 1;
  for (std::size_t d = 0; d + 1 < N; ++d) rows *= static_cast<std::size_t>(extents[d]);
  const auto columns = static_cast<std::size_t>(extents[N - 1]);
  constexpr std::size_t threads = 256, most_in_y = 65535;
  const auto wide = static_cast<unsigned>((std::min)(threads, std::bit_ceil(columns)));
  const unsigned high = N == 1 ? 1 : threads / wide;
  const auto across = static_cast<unsigned>((columns + wide - 1) / wide);
  const std::size_t down = (rows + high - 1) / high;
  const dim3 grid(across, static_cast<unsigned>((std::min)(down, most_in_y)));
  call_for_coords<<<grid, dim3(wide, high), 0, stream>>>(extents, rows, body, spans...);
  check_cuda(cudaGetLastError(), "dash::tasks::parallel_for");
}

}  // namespace dash::detail::device
