#pragma once

/// \file
/// What app_k_means computes, with MPI and CUDA.

#include <cstddef>
#include <vector>

#include "../k_means/model.h"
#include "check.h"

namespace mpi_cuda {

using k_means::Centres;
using k_means::Point;
using k_means::Sums;

/// Adds up points in memory of the block, and the sums of all blocks.
__global__ void add_points(const Point* points, std::size_t size, Centres centres, Sums* sums)
{
  constexpr int numbers = sizeof(Sums) / sizeof(double);
  __shared__ Sums of_block;
  double* const all = &of_block.values[0][0];
  for (int i = threadIdx.x; i < numbers; i += blockDim.x) all[i] = 0;
  __syncthreads();
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads) {
    double* const own = of_block.values[nearest(centres, points[i])];
    for (int d = 0; d < k_means::dimensions; ++d) atomicAdd(own + d, double(points[i].x[d]));
    atomicAdd(own + k_means::dimensions, 1.0);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < numbers; i += blockDim.x)
    atomicAdd(&sums->values[0][0] + i, all[i]);
}

class KMeans {
 public:
  explicit KMeans(const std::vector<Point>& points) : points_(part_of(points.size()).size), sums_(1)
  {
    check(cudaMemcpy(
        points_.data(), points.data() + part_of(points.size()).begin,
        points_.size() * sizeof(Point), cudaMemcpyHostToDevice));
  }

  Centres step(const Centres& centres)
  {
    check(cudaMemset(sums_.data(), 0, sizeof(Sums)));
    add_points<<<1024, 256>>>(points_.data(), points_.size(), centres, sums_.data());
    check(cudaGetLastError());
    Sums sums;
    check(cudaMemcpy(&sums, sums_.data(), sizeof(Sums), cudaMemcpyDeviceToHost));
    MPI_Allreduce(
        MPI_IN_PLACE, &sums, sizeof(Sums) / sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sums.centres(centres);
  }

 private:
  struct Part {
    std::size_t begin, size;
  };
  static Part part_of(std::size_t size)
  {
    int rank, units;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &units);
    const std::size_t begin = size * rank / units, end = size * (rank + 1) / units;
    return {begin, end - begin};
  }

  DeviceArray<Point> points_;
  DeviceArray<Sums> sums_;
};

}  // namespace mpi_cuda
