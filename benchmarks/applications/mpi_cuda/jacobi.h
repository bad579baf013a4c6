#pragma once

/// \file
/// What app_jacobi computes, with MPI that sends from memory of GPUs, and CUDA. Borders travel
/// while the inner cells are computed, as in the library's stencils.

#include <array>
#include <utility>
#include <vector>

#include "check.h"

namespace mpi_cuda {

struct Cells {
  int rows, columns;  ///< own ones; a frame of one cell lies around them
  const float* from;
  float* to;

  __device__ float at(int r, int c) const { return from[r * (columns + 2) + c]; }
  __device__ void relax(int r, int c) const
  {
    to[r * (columns + 2) + c] =
        0.25F * ((at(r - 1, c) + at(r + 1, c)) + (at(r, c - 1) + at(r, c + 1)));
  }
};

__global__ void relax_inner(Cells cells)
{
  const int c = blockIdx.x * blockDim.x + threadIdx.x + 2;
  const int r = blockIdx.y * blockDim.y + threadIdx.y + 2;
  if (r < cells.rows && c < cells.columns) cells.relax(r, c);
}

__global__ void relax_border(Cells cells)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= cells.columns) {
    cells.relax(1, i);
    if (cells.rows > 1) cells.relax(cells.rows, i);
  }
  if (i > 1 && i < cells.rows) {
    cells.relax(i, 1);
    if (cells.columns > 1) cells.relax(i, cells.columns);
  }
}

__global__ void pack_columns(Cells cells, float* west, float* east)
{
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= cells.rows) return;
  west[r] = cells.at(r + 1, 1);
  east[r] = cells.at(r + 1, cells.columns);
}

__global__ void unpack_column(Cells cells, const float* column, int c)
{
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < cells.rows) const_cast<float*>(cells.from)[(r + 1) * (cells.columns + 2) + c] = column[r];
}

class Jacobi {
 public:
  explicit Jacobi(int size)
      : grid_(make_grid()),
        rows_(part(size, 0)),
        columns_(part(size, 1)),
        a_((rows_ + 2) * (columns_ + 2)),
        b_(a_.size()),
        columns_out_(2 * rows_),
        columns_in_(2 * rows_)
  {
    for (int d = 0; d < 2; ++d)
      MPI_Cart_shift(grid_, d, 1, &neighbours_[2 * d], &neighbours_[2 * d + 1]);
    check(cudaStreamCreate(&inner_));
    check(cudaStreamCreate(&border_));
    if (neighbours_[0] == MPI_PROC_NULL) {
      const std::vector<float> hot(columns_ + 2, 1.0F);
      for (float* cells : {a_.data(), b_.data()}) {
        check(cudaMemcpy(cells, hot.data(), hot.size() * sizeof(float), cudaMemcpyHostToDevice));
      }
    }
  }
  ~Jacobi()
  {
    cudaStreamDestroy(inner_);
    cudaStreamDestroy(border_);
    MPI_Comm_free(&grid_);
  }
  Jacobi(const Jacobi&) = delete;
  Jacobi& operator=(const Jacobi&) = delete;

  void run(int steps)
  {
    for (int i = 0; i < steps; ++i) {
      const Cells cells{rows_, columns_, from_, to_};
      const dim3 block(32, 8);
      const dim3 blocks((columns_ + 31) / 32, (rows_ + 7) / 8);
      relax_inner<<<blocks, block, 0, inner_>>>(cells);
      exchange(cells);
      relax_border<<<blocks_of(std::max(rows_, columns_)), 256, 0, border_>>>(cells);
      check(cudaGetLastError());
      check(cudaStreamSynchronize(inner_));
      check(cudaStreamSynchronize(border_));
      std::swap(from_, to_);
    }
  }

 private:
  static MPI_Comm make_grid()
  {
    int units;
    MPI_Comm_size(MPI_COMM_WORLD, &units);
    int extents[2] = {0, 0};
    const int periods[2] = {0, 0};
    MPI_Dims_create(units, 2, extents);
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periods, 0, &grid);
    return grid;
  }
  int part(int size, int dimension) const
  {
    int extents[2], periods[2], place[2];
    MPI_Cart_get(grid_, 2, extents, periods, place);
    const int most = (size + extents[dimension] - 1) / extents[dimension];
    return std::max(0, std::min(most, size - place[dimension] * most));
  }
  static int blocks_of(int threads) { return (threads + 255) / 256; }

  void exchange(const Cells& cells)
  {
    const int width = columns_ + 2;
    float* const west = columns_out_.data();
    float* const east = west + rows_;
    pack_columns<<<blocks_of(rows_), 256, 0, border_>>>(cells, west, east);
    check(cudaStreamSynchronize(border_));
    const std::array<float*, 4> out{from_ + width + 1, from_ + rows_ * width + 1, west, east};
    const std::array<float*, 4> in{
        from_ + 1, from_ + (rows_ + 1) * width + 1, columns_in_.data(), columns_in_.data() + rows_};
    std::array<MPI_Request, 8> requests;
    for (int side = 0; side < 4; ++side) {
      const int count = side < 2 ? columns_ : rows_;
      MPI_Irecv(in[side], count, MPI_FLOAT, neighbours_[side], side ^ 1, grid_, &requests[side]);
      MPI_Isend(out[side], count, MPI_FLOAT, neighbours_[side], side, grid_, &requests[4 + side]);
    }
    MPI_Waitall(8, requests.data(), MPI_STATUSES_IGNORE);
    if (neighbours_[2] != MPI_PROC_NULL)
      unpack_column<<<blocks_of(rows_), 256, 0, border_>>>(cells, in[2], 0);
    if (neighbours_[3] != MPI_PROC_NULL)
      unpack_column<<<blocks_of(rows_), 256, 0, border_>>>(cells, in[3], columns_ + 1);
  }

  MPI_Comm grid_;
  int rows_, columns_;
  std::array<int, 4> neighbours_;  ///< north, south, west, east
  DeviceArray<float> a_, b_;
  DeviceArray<float> columns_out_, columns_in_;
  float* from_ = a_.data();
  float* to_ = b_.data();
  cudaStream_t inner_, border_;
};

}  // namespace mpi_cuda
