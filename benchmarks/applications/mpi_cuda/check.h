#pragma once

#include <cuda_runtime.h>
#include <mpi.h>

#include <stdexcept>

namespace mpi_cuda {

inline void check(cudaError_t error)
{
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

/// Each process takes a GPU of its host.
inline void select_gpu()
{
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int rank, gpus;
  MPI_Comm_rank(host, &rank);
  MPI_Comm_free(&host);
  check(cudaGetDeviceCount(&gpus));
  check(cudaSetDevice(rank % gpus));
}

/// Elements in memory of the GPU.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size)
  {
    check(cudaMalloc(&data_, size * sizeof(T)));
    check(cudaMemset(data_, 0, size * sizeof(T)));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* data_ = nullptr;
};

}  // namespace mpi_cuda
