#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <dash/Tasks.h>

#include <map>
#include <stdexcept>
#include <string>

/// The bodies of cpu_tiles.h for GPUs: they enqueue calls of cuBLAS and cuSOLVER on the task's
/// stream.
namespace gpu {

using Tile = dash::tasks::Span<double>;
using ConstTile = dash::tasks::Span<const double>;
using dash::tasks::Stream;

/// \throws std::runtime_error that names the call, which becomes the error of the task
template <class Status>
void require(Status status, Status success, const char* call)
{
  if (status == success) return;
  throw std::runtime_error(
      std::string(call) + " failed with status " + std::to_string(static_cast<int>(status)));
}
/// \throws std::runtime_error with the name of the call and CUDA's text
inline void require(cudaError_t error, const char* call)
{
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(error));
}

/// Handles of the libraries for the stream of a task, and their workspace. Each thread has separate
/// handles for each stream, because calls on several streams must not share a workspace; the
/// runtime has few streams.
class Handles {
 public:
  static Handles& of(cudaStream_t stream)
  {
    thread_local std::map<cudaStream_t, Handles> all;
    return all.try_emplace(stream, stream).first->second;
  }

  explicit Handles(cudaStream_t stream) : stream_(stream)
  {
    require(cublasCreate(&blas_), CUBLAS_STATUS_SUCCESS, "cublasCreate");
    require(cublasSetStream(blas_, stream), CUBLAS_STATUS_SUCCESS, "cublasSetStream");
    require(cusolverDnCreate(&solver_), CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate");
    require(cusolverDnSetStream(solver_, stream), CUSOLVER_STATUS_SUCCESS, "cusolverDnSetStream");
  }
  // They are not destroyed: at the end of a thread, CUDA may already be unloaded.
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  cublasHandle_t blas() const { return blas_; }
  cusolverDnHandle_t solver() const { return solver_; }
  double* room_for(std::size_t elements)
  {
    if (elements > room_) {
      if (work_ != nullptr) require(cudaFreeAsync(work_, stream_), "cudaFreeAsync");
      work_ = nullptr;
      room_ = 0;
      void* memory = nullptr;
      require(cudaMallocAsync(&memory, elements * sizeof(double), stream_), "cudaMallocAsync");
      work_ = static_cast<double*>(memory);
      room_ = elements;
    }
    return work_;
  }

 private:
  cudaStream_t stream_;
  cublasHandle_t blas_ = nullptr;
  cusolverDnHandle_t solver_ = nullptr;
  double* work_ = nullptr;
  std::size_t room_ = 0;
};

struct Factor {
  int n;
  void operator()(Stream stream, Tile a, dash::tasks::Span<int> info) const
  {
    Handles& handles = Handles::of(stream);
    int room = 0;
    require(
        cusolverDnDpotrf_bufferSize(
            handles.solver(), CUBLAS_FILL_MODE_LOWER, n, a.data(), n, &room),
        CUSOLVER_STATUS_SUCCESS, "cusolverDnDpotrf_bufferSize");
    require(
        cusolverDnDpotrf(
            handles.solver(), CUBLAS_FILL_MODE_LOWER, n, a.data(), n,
            handles.room_for(static_cast<std::size_t>(room)), room, info.data()),
        CUSOLVER_STATUS_SUCCESS, "cusolverDnDpotrf");
  }
};

struct Solve {
  int n;
  void operator()(Stream stream, ConstTile l, Tile a) const
  {
    const double one = 1;
    require(
        cublasDtrsm(
            Handles::of(stream).blas(), CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
            CUBLAS_DIAG_NON_UNIT, n, n, &one, l.data(), n, a.data(), n),
        CUBLAS_STATUS_SUCCESS, "cublasDtrsm");
  }
};

struct Update {
  int n;
  void operator()(Stream stream, ConstTile a, ConstTile b, Tile c) const
  {
    const double minus_one = -1, one = 1;
    require(
        cublasDgemm(
            Handles::of(stream).blas(), CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &minus_one, a.data(), n,
            b.data(), n, &one, c.data(), n),
        CUBLAS_STATUS_SUCCESS, "cublasDgemm");
  }
};

struct UpdateDiagonal {
  int n;
  void operator()(Stream stream, ConstTile a, Tile c) const
  {
    const double minus_one = -1, one = 1;
    require(
        cublasDsyrk(
            Handles::of(stream).blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, n, &minus_one,
            a.data(), n, &one, c.data(), n),
        CUBLAS_STATUS_SUCCESS, "cublasDsyrk");
  }
};

struct Copy {
  void operator()(Stream stream, ConstTile from, Tile to) const
  {
    require(
        cudaMemcpyAsync(
            to.data(), from.data(), from.size() * sizeof(double), cudaMemcpyDefault, stream),
        "cudaMemcpyAsync");
  }
};

}  // namespace gpu
