#pragma once

/// \file
/// Starts kernels, which are host functions on CPU units and where GPUs are emulated.

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/HostBlocks.h>
#include <dash/kernel/Scope.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#if defined(__CUDACC__)
#include <dash/detail/kernel/DeviceLaunch.h>
#endif

namespace dash::kernel {

/// Number of blocks of a kernel, and of threads of each block. On the host a block is one thread.
struct Shape {
  std::size_t blocks = 1;
  std::size_t threads = 128;
};

/// A kernel that was started. The destructor waits for it, too, but tells no errors.
class [[nodiscard]] Launched {
 public:
  explicit Launched(std::function<void()> wait) : wait_(std::move(wait)) {}
  Launched(Launched&& other) noexcept : wait_(std::exchange(other.wait_, nullptr)) {}
  Launched& operator=(Launched&&) = delete;
  ~Launched()
  {
    try {
      wait();
    } catch (...) {  // who wants to know calls wait()
    }
  }

  /// Waits until the kernel is complete. The second call has no effect.
  /// \throws exception::RuntimeError if it has failed, and what a host function has thrown
  void wait()
  {
    if (const auto wait = std::exchange(wait_, nullptr)) wait();
  }

 private:
  std::function<void()> wait_;
};

namespace detail {

#if defined(__CUDACC__)
inline constexpr bool is_nvcc = true;
#else
inline constexpr bool is_nvcc = false;
#endif

/// Whether kernels of the calling unit run on a GPU.
inline bool runs_on_gpu()
{
  return is_gpu_unit() && dart_gpu_backend() == DART_GPU_CUDA;
}

[[noreturn]] inline void refuse_host_code(const char* function)
{
  DASH_THROW(
      exception::RuntimeError,
      function << ": on a real GPU only kernels that nvcc has compiled can run; compile this file "
                  "with nvcc");
}

template <class Body, class... Args>
Launched launch_on_host(std::size_t blocks, Body body, Args... args)
{
  const auto threads = std::make_shared<HostBlocks>();
  threads->start(blocks, [=](std::size_t block) mutable { body(Grid(block, blocks), args...); });
  return Launched([threads] { threads->wait(); });
}

}  // namespace detail

/// Largest number of blocks with which launch() starts this kernel: all of them run at the same
/// time. Local call.
///
/// \param threads  of each block
/// \return what the calling unit's GPU can hold beside no other kernel; on the host, where any
///   number of threads can take turns, one for each processor
/// \throws exception::RuntimeError on a real GPU in code that nvcc has not compiled
template <bool by_nvcc = detail::is_nvcc, class Body, class... Args>
std::size_t most_blocks(
    [[maybe_unused]] std::size_t threads, const Body& /* body */, const Args&... /* args */)
{
  if (!detail::runs_on_gpu()) return (std::max)(1u, std::thread::hardware_concurrency());
#if defined(__CUDACC__)
  static_cast<void>(detail::stream_of_unit());  // selects the GPU
  return detail::blocks_that_fit<Body, Args...>(threads, "dash::kernel::most_blocks");
#else
  detail::refuse_host_code("dash::kernel::most_blocks");
#endif
}

/// Starts a kernel: calls \c body(grid, args...) in all threads of all blocks, which run at the
/// same time. On a GPU unit it is a CUDA kernel on the unit's stream, otherwise each block is a
/// thread of the host. Returns when it was started. Local call.
///
/// \param body  a function object that is marked DASH_HOST_DEVICE, or a marked lambda; it gets a
///   \c Grid
/// \param args  further arguments, which are copied
/// \throws exception::InvalidArgument if there are no blocks or threads, or if the GPU cannot hold
///   all blocks at the same time; see most_blocks()
/// \throws exception::RuntimeError if the kernel cannot be started, such as on a real GPU by code
///   that nvcc has not compiled
template <bool by_nvcc = detail::is_nvcc, class Body, class... Args>
Launched launch(const Shape& shape, Body body, Args... args)
{
  if (shape.blocks == 0 || shape.threads == 0) {
    DASH_THROW(
        exception::InvalidArgument,
        "dash::kernel::launch: " << shape.blocks << " blocks of " << shape.threads << " threads");
  }
  if (!detail::runs_on_gpu()) return detail::launch_on_host(shape.blocks, body, args...);
#if defined(__CUDACC__)
  const cudaStream_t stream = detail::stream_of_unit();
  detail::launch_together(stream, shape.blocks, shape.threads, body, args...);
  return Launched([stream] {
    dash::detail::check_cuda(cudaStreamSynchronize(stream), "dash::kernel::launch");
  });
#else
  detail::refuse_host_code("dash::kernel::launch");
#endif
}

}  // namespace dash::kernel
