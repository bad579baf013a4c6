#pragma once

/// \file
/// Steps of a stencil as kernels, for files that nvcc compiles: one kernel for each step, or one
/// for many steps (ResidentKernel.h).

#include <dash/detail/execution/DeviceExecution.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelSignals.h>
#include <dash/detail/halo/ResidentKernel.h>
#include <dash/detail/halo/ResidentLimit.h>
#include <dash/detail/halo/StencilTile.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/StepSignals.h>
#include <dash/detail/halo/StepSums.h>
#include <dash/halo/Measure.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

template <MemArrange order, class T, dim_t N>
struct StencilArguments {
  InPlaceField<T, N> field;
  Frame<order, N> frame;
  std::uint32_t frame_blocks;  // blocks of the frame come first, because neighbours wait for them
  Tiling<order, N> tiling;
  bool is_backward;  // whether tiles are computed from the last one to the first
  SignalWords<N> signal_words;
  std::uint64_t ready;    // signal to give before the step; 0 if it has been given before
  std::uint64_t awaited;  // signal of the neighbours to wait for before their elements are accessed
  std::uint64_t reached;  // signal to give when the frame is done
  std::uint64_t* done;    // counts blocks of the frame over all steps
  double* sums;           // sums_per_step numbers, if the step is measured
};

template <dim_t N>
__global__ void await_neighbours_kernel(SignalWords<N> signal_words, std::uint64_t count)
{
  await_neighbours(signal_words, count, threadIdx.x, blockDim.x);
}

/// Lets thread blocks of the next kernel take free places on the GPU, and waits until the preceding
/// kernel is complete. Where GPUs cannot start kernels early, both have happened by now.
__device__ inline void follow_preceding_kernel()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

template <
    MemArrange order, class T, dim_t N, int rows, int width, TileReads reads, class Function,
    class Measure>
__global__ void __launch_bounds__(stencil_threads, (blocks_per_processor<T, N>)) stencil_kernel(
    const __grid_constant__ StencilArguments<order, T, N> arguments, Function function,
    Measure measure)
{
  using Tile = StencilTile<order, T, N, rows, width, reads, Function, Measure>;
  const auto& [field, frame, frame_blocks, tiling, is_backward, signal_words, ready, awaited, reached, done, sums] =
      arguments;
  const auto nobody_reads = [](const auto&...) {};  // other units load elements from here
  follow_preceding_kernel();
  if (ready != 0 && blockIdx.x == 0 && threadIdx.x == 0) tell_neighbours(signal_words, ready);
  const bool is_in_frame = blockIdx.x < frame_blocks;
  double sum = 0;
  if (is_in_frame) {
    await_neighbours(signal_words, awaited, threadIdx.x, stencil_threads);
    __syncthreads();
    const auto index = static_cast<default_index_t>(blockIdx.x) * stencil_threads + threadIdx.x;
    if (index < frame.size())
      sum = Tile(field, function, measure).compute_one(frame.at(index), nobody_reads);
  } else {
    const auto box = is_backward ? gridDim.x - 1 - blockIdx.x : blockIdx.x - frame_blocks;
    const auto place = tiling.place(box, threadIdx.x);
    if (place.rows > 0) sum = Tile(field, function, measure).compute(place, nobody_reads);
  }

  if constexpr (is_measured<Measure>) add_to_step(sums, sum);
  if (!is_in_frame) return;
  __syncthreads();
  if (threadIdx.x != 0) return;
  const std::uint64_t before = DeviceWord(*done).fetch_add(1, cuda::memory_order_acq_rel);
  if ((before + 1) % frame_blocks == 0) tell_neighbours(signal_words, reached);
}

/// Launches the kernels of InPlaceSteps.
template <MemArrange order, class T, dim_t N, class Steps, class Function>
class StencilLaunch {
  using Measure = decltype(Steps::measure);

 public:
  StencilLaunch(
      const dash::detail::DeviceExecution& exec, const Steps& steps, const Function& function)
      : exec_(exec),
        steps_(steps),
        function_(function),
        sums_(exec, steps.steps, steps.measured)
  {}

  void run()
  {
    constexpr int width = TileShape<T, N>::width;
    constexpr std::size_t fastest = fastest_dimension<order, N>;
    const bool is_wide = is_aligned_for(steps_.fields[0], fastest, width) &&
                         is_aligned_for(steps_.fields[1], fastest, width);
    if (steps_.reach > 1) return run_with<1, false>();
    is_wide ? run_with<width, true>() : run_with<1, true>();
  }

 private:
  template <int width, bool near>
  void run_with()
  {
    constexpr int rows = TileShape<T, N>::rows;
    constexpr TileSize tile{width, rows};
    const auto& field = steps_.fields[0];
    const auto tiled =
        tiled_box<order>(field, tile, near ? 1 : 0, near ? columns_of_tiles<N> : Columns::all);
    if constexpr (near && may_be_resident<T, N>) {
      if (steps_.is_resident && steps_.steps > 1) {
        using Launch = ResidentLaunch<order, T, N, rows, width, Steps, Function>;
        return Launch(exec_, steps_, function_).run();
      }
    }
    const Tiling<order, N> tiling(tiled, tile, stencil_threads);
    const Frame<order, N> frame(field.updated, tiled);
    constexpr auto reads = near ? TileReads::adjacent : TileReads::any_distance;
    const auto kernel = stencil_kernel<order, T, N, rows, width, reads, Function, Measure>;
    const bool is_early = may_start_early(kernel);
    std::uint64_t* const done = steps_.words->room(1);
    StencilArguments<order, T, N> arguments{
        field,        frame,        blocks_of(frame), tiling, false,      steps_.signal_words,
        steps_.ready, steps_.ready, steps_.ready + 1, done,   sums_.of(0)};
    const std::uint32_t blocks = arguments.frame_blocks + tiling.count();
    const bool is_empty = blocks == 0;
    exec_.launch(
        [&](cudaStream_t stream) { return cudaMemsetAsync(done, 0, sizeof *done, stream); });
    for (std::size_t step = 0; step < steps_.steps && !is_empty; ++step) {
      const std::size_t in_batch = step % steps_per_batch;
      if (in_batch == 0) sums_.clear((std::min)(steps_.steps - step, steps_per_batch));
      arguments.sums = sums_.of(in_batch);
      arguments.field = steps_.fields[step % 2];
      // A step begins with what the preceding one has left in the cache.
      arguments.is_backward = step % 2 != 0;
      exec_.launch([&](cudaStream_t stream) {
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = is_early ? 1 : 0;
        const auto config = launch_of(blocks, stream, attribute);
        return cudaLaunchKernelEx(&config, kernel, arguments, function_, steps_.measure);
      });
      arguments.ready = 0;
      ++arguments.awaited;
      ++arguments.reached;
      const bool is_last = step + 1 == steps_.steps || in_batch + 1 == steps_per_batch;
      if (is_last) sums_.fetch(step - in_batch, in_batch + 1);
    }
    if (steps_.signal_words.count > 0) {
      exec_.launch([&](cudaStream_t stream) {
        await_neighbours_kernel<<<1, 32, 0, stream>>>(steps_.signal_words, arguments.awaited);
        return cudaGetLastError();
      });
    }
    exec_.finish();
  }

  /// Whether the code of a kernel waits for the preceding one.
  template <class Kernel>
  bool may_start_early(Kernel kernel) const
  {
    cudaFuncAttributes attributes{};
    exec_.launch([&](cudaStream_t) { return cudaFuncGetAttributes(&attributes, kernel); });
    return attributes.ptxVersion >= 90;
  }

  /// Number of blocks of the frame; at least one, because it also signals to the neighbours.
  std::uint32_t blocks_of(const Frame<order, N>& frame) const
  {
    const auto full = (frame.size() + stencil_threads - 1) / stencil_threads;
    return (std::max)(static_cast<std::uint32_t>(full), steps_.signal_words.count > 0 ? 1U : 0U);
  }

  const dash::detail::DeviceExecution& exec_;
  const Steps& steps_;
  const Function& function_;
  StepSums sums_;
};

template <MemArrange order, class Steps, class Function>
void run_kernels(
    const dash::detail::DeviceExecution& exec, const Steps& steps, const Function& function)
{
  StencilLaunch<order, typename Steps::value_type, Steps::ndim, Steps, Function>(
      exec, steps, function)
      .run();
}

}  // namespace dash::halo::detail
