#pragma once

/// \file
/// What the benchmarks of GPU units share: the run, and helpers for raw CUDA code.

#include <cuda_runtime.h>
#include <libdash.h>

#include <cstddef>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>

#include "support/bench.h"

namespace bench {

/// \throws std::runtime_error that tells of a failed call, with its place and unit
[[noreturn]] inline void fail(const std::string& text, const std::source_location& place)
{
  throw std::runtime_error(
      std::string(place.file_name()) + ":" + std::to_string(place.line()) + ": unit " +
      std::to_string(dash::myid().id) + ": " + text);
}

/// \throws std::runtime_error with CUDA's text
inline void require(
    cudaError_t error, const std::source_location& place = std::source_location::current())
{
  if (error != cudaSuccess) fail(cudaGetErrorString(error), place);
}

/// Overload for DART. Calls that fail immediately would otherwise look fast.
inline void require(
    dart_ret_t result, const std::source_location& place = std::source_location::current())
{
  if (result != DART_OK) fail("DART call failed with " + std::to_string(result), place);
}

/// An attribute of the selected GPU.
inline std::size_t gpu_attribute(cudaDeviceAttr attribute)
{
  int gpu = 0;
  int value = 0;
  require(cudaGetDevice(&gpu));
  require(cudaDeviceGetAttribute(&value, attribute, gpu));
  return static_cast<std::size_t>(value);
}

/// The GPU of a unit; -1 for CPU units.
inline int gpu_of(int unit)
{
  int gpu = -1;
  require(dart_unit_gpu(dart_global_unit_t{unit}, &gpu));
  return gpu;
}

inline int last_unit()
{
  return static_cast<int>(dash::size()) - 1;
}

/// Number of GPU units, which are the last units of a run.
inline int gpu_unit_count()
{
  int count = 0;
  while (count <= last_unit() && gpu_of(last_unit() - count) >= 0) ++count;
  return count;
}

inline Param gpu_units()
{
  return {"GPU units", gpu_unit_count()};
}

inline bool is_unit_0()
{
  return dash::myid() == 0;
}

/// The calling unit's stream for kernels. The call also selects the unit's GPU.
inline cudaStream_t unit_stream()
{
  void* stream = nullptr;
  require(dart_gpu_stream(&stream));
  return static_cast<cudaStream_t>(stream);
}

enum class Units { with_cpu, gpu_only };

/// Body of main for programs that measure GPUs. The GPU of each GPU unit is selected, also for raw
/// code. \param units  numbers of units that the program can use \return exit code
inline int run_gpu_units(
    const std::string& name, int argc, char** argv, Units units,
    const std::function<void(Bench&)>& measure)
{
  const auto objection = [units] {
    if (dart_gpu_backend() != DART_GPU_CUDA) return "measures GPUs: dartrun --gpu 1";
    if (units == Units::gpu_only && gpu_of(0) < 0) return "needs GPU units only: dartrun --gpu 1";
    return "";
  };
  const auto measure_selected = [&measure](Bench& bench) {
    if (gpu_of(dash::myid().id) >= 0) unit_stream();
    measure(bench);
  };
  return run_units("gpu_" + name, argc, argv, measure_selected, objection);
}

/// Selects a GPU for the calling thread until the end of the scope.
class SelectedGpu {
 public:
  explicit SelectedGpu(int gpu)
  {
    require(cudaGetDevice(&before_));
    require(cudaSetDevice(gpu));
  }
  ~SelectedGpu() { cudaSetDevice(before_); }
  SelectedGpu(const SelectedGpu&) = delete;
  SelectedGpu& operator=(const SelectedGpu&) = delete;

 private:
  int before_ = 0;
};

/// Owns memory that one of CUDA's functions has allocated.
template <class T>
class RawMemory {
 public:
  RawMemory() = default;
  RawMemory(RawMemory&& other) noexcept { swap(other); }
  RawMemory& operator=(RawMemory&& other) noexcept
  {
    swap(other);
    return *this;
  }
  ~RawMemory()
  {
    if (data_ != nullptr) free_(data_);
  }

  T* data() const { return data_; }

  static RawMemory on_gpu(int gpu, std::size_t elements)
  {
    const SelectedGpu selected(gpu);
    void* data = nullptr;
    require(cudaMalloc(&data, elements * sizeof(T)));
    return {data, cudaFree};
  }

  static RawMemory pinned(std::size_t elements)
  {
    void* data = nullptr;
    require(cudaHostAlloc(&data, elements * sizeof(T), cudaHostAllocPortable));
    return {data, cudaFreeHost};
  }

 private:
  RawMemory(void* data, cudaError_t (*free)(void*)) : data_(static_cast<T*>(data)), free_(free) {}

  void swap(RawMemory& other) noexcept
  {
    std::swap(data_, other.data_);
    std::swap(free_, other.free_);
  }

  T* data_ = nullptr;
  cudaError_t (*free_)(void*) = nullptr;
};

/// A stream for raw code, on the GPU that is selected when it is made.
class RawStream {
 public:
  RawStream() { require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~RawStream() { cudaStreamDestroy(stream_); }
  RawStream(const RawStream&) = delete;
  RawStream& operator=(const RawStream&) = delete;

  operator cudaStream_t() const { return stream_; }
  void wait() const { require(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// A CUDA graph of what a function adds to a stream.
class Graph {
 public:
  Graph(cudaStream_t stream, const std::function<void()>& add) : stream_(stream)
  {
    cudaGraph_t graph = nullptr;
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    add();
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiate(&program_, graph, 0));
    require(cudaGraphDestroy(graph));
  }
  ~Graph() { cudaGraphExecDestroy(program_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Complete on return.
  void run() const
  {
    require(cudaGraphLaunch(program_, stream_));
    require(cudaStreamSynchronize(stream_));
  }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t program_ = nullptr;
};

/// Lets \p gpu access memory of \p peer by copies and kernels.
inline void enable_peer_access(int gpu, int peer)
{
  if (gpu == peer) return;
  const SelectedGpu selected(gpu);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) require(error);
  cudaGetLastError();
}

/// A grid that fills the selected GPU, for kernels with a grid-stride loop.
class FullGrid {
 public:
  static constexpr int threads = 256;

  int blocks() const { return blocks_; }

 private:
  int blocks_ = static_cast<int>(gpu_attribute(cudaDevAttrMultiProcessorCount)) * 2048 / threads;
};

}  // namespace bench
