#pragma once

/// \file
/// What app_k_means computes, with MPI and CUDA.

#include <array>
#include <cstddef>
#include <vector>

#include "check.h"

namespace mpi_cuda {

constexpr int dimensions = 4;
constexpr int clusters = 8;

struct Point {
  float x[dimensions];
};

using Centres = std::array<Point, clusters>;
using Sums = std::array<double, clusters*(dimensions + 1)>;

struct DeviceCentres {
  Point centre[clusters];

  __device__ int nearest(const Point& point) const
  {
    int best = 0;
    float least = 0;
    for (int k = 0; k < clusters; ++k) {
      float distance = 0;
      for (int d = 0; d < dimensions; ++d) {
        const float difference = point.x[d] - centre[k].x[d];
        distance += difference * difference;
      }
      if (k == 0 || distance < least) {
        least = distance;
        best = k;
      }
    }
    return best;
  }
};

/// Adds up points in memory of the block, and the sums of all blocks.
__global__ void add_points(
    const Point* points, std::size_t size, DeviceCentres centres, double* sums)
{
  __shared__ double of_block[clusters * (dimensions + 1)];
  for (int i = threadIdx.x; i < clusters * (dimensions + 1); i += blockDim.x) of_block[i] = 0;
  __syncthreads();
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads) {
    double* const own = of_block + centres.nearest(points[i]) * (dimensions + 1);
    for (int d = 0; d < dimensions; ++d) atomicAdd(own + d, double(points[i].x[d]));
    atomicAdd(own + dimensions, 1.0);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < clusters * (dimensions + 1); i += blockDim.x)
    atomicAdd(sums + i, of_block[i]);
}

class KMeans {
 public:
  explicit KMeans(const std::vector<Point>& points)
      : points_(part_of(points.size()).size),
        sums_(clusters * (dimensions + 1))
  {
    check(cudaMemcpy(
        points_.data(), points.data() + part_of(points.size()).begin,
        points_.size() * sizeof(Point), cudaMemcpyHostToDevice));
  }

  Centres step(const Centres& centres)
  {
    DeviceCentres on_device;
    std::copy(centres.begin(), centres.end(), on_device.centre);
    check(cudaMemset(sums_.data(), 0, sizeof(Sums)));
    add_points<<<1024, 256>>>(points_.data(), points_.size(), on_device, sums_.data());
    check(cudaGetLastError());
    Sums own, sums;
    check(cudaMemcpy(own.data(), sums_.data(), sizeof(Sums), cudaMemcpyDeviceToHost));
    MPI_Allreduce(own.data(), sums.data(), int(sums.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    Centres moved = centres;
    for (int k = 0; k < clusters; ++k) {
      const double* const of_cluster = sums.data() + k * (dimensions + 1);
      for (int d = 0; of_cluster[dimensions] > 0 && d < dimensions; ++d)
        moved[k].x[d] = static_cast<float>(of_cluster[d] / of_cluster[dimensions]);
    }
    return moved;
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
  DeviceArray<double> sums_;
};

}  // namespace mpi_cuda
