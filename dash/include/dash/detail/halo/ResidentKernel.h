#pragma once

/// \file
/// Many steps of a stencil as one kernel, for files that nvcc compiles.
///
/// The thread blocks stay on the GPU from step to step. Each of them computes the same number of
/// boxes in a step, one box in a turn. In place of a barrier between steps, each box has a flag
/// that counts its steps, and a turn begins when all adjacent boxes have reached its step: then the
/// elements that it reads are complete, and those that it overwrites are no longer read. So thread
/// blocks run ahead of each other like a wave, and none waits for a distant one.
///
/// This cannot deadlock, because all thread blocks are on the GPU at the same time, for which the
/// launch is cooperative: of all turns that are not complete, take one of the earliest step that is
/// the next of its thread block. All turns that it waits for belong to the preceding step, so they
/// are complete.

#include <dash/detail/execution/DeviceExecution.h>
#include <dash/detail/execution/ResidentBlocks.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelSignals.h>
#include <dash/detail/halo/StencilTile.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/StepBoxes.h>
#include <dash/detail/halo/StepSignals.h>
#include <dash/detail/halo/StepSums.h>
#include <dash/halo/Measure.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// How to launch a kernel. The attribute must exist until then.
inline cudaLaunchConfig_t launch_of(
    std::uint32_t blocks, cudaStream_t stream, cudaLaunchAttribute& attribute)
{
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = stencil_threads;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}

/// Kernels have no room for the regions of more dimensions, twice.
template <dim_t N>
constexpr bool may_be_resident = N <= 3;

/// Least number of thread blocks that a multiprocessor has to hold. With the state that they keep,
/// fewer than for a single step have enough registers.
template <class T, dim_t N>
constexpr unsigned resident_blocks_per_processor =
    blocks_per_processor<T, N> > 2 ? blocks_per_processor<T, N> - 1 : blocks_per_processor<T, N>;

/// The words by which the thread blocks of a kernel wait for each other. Thread blocks poll them,
/// so that they are apart.
class ResidentWords {
  static constexpr std::size_t distance = 4;  // a sector of the cache
  static constexpr std::size_t counters = 2;

 public:
  explicit ResidentWords(std::uint64_t* memory) : words_(memory) {}

  static constexpr std::size_t size(std::size_t boxes) { return (boxes + counters) * distance; }

  /// Counts the shared boxes that have computed their frame, in each second step.
  __device__ DeviceWord counter(std::uint32_t step) const
  {
    return DeviceWord(words_[step % counters * distance]);
  }
  /// The number of steps of a box.
  __device__ DeviceWord flag(std::uint32_t box) const
  {
    return DeviceWord(words_[(counters + box) * distance]);
  }

 private:
  std::uint64_t* words_;
};

template <MemArrange order, class T, dim_t N>
struct ResidentArguments {
  std::array<InPlaceField<T, N>, 2> fields;
  Tiling<order, N> tiling;
  StepBoxes<order, N> boxes;
  std::uint32_t count;   // number of boxes
  std::uint32_t shared;  // number of boxes that share elements with other units
  SignalWords<N> signals;
  std::uint64_t ready;    // signal to give before the first step; 0 if it has been given before
  std::uint64_t awaited;  // signal of the neighbours to wait for before the first step
  std::uint32_t steps;
  ResidentWords words;
  double* sums;  // sums_per_step numbers for each step, if steps are measured
};

/// The current box of a thread block, in shared memory, because registers are scarce.
template <MemArrange order, dim_t N>
struct ResidentBox {
  std::uint32_t number;
  bool has_frame;
  Frame<order, N> frame;  // only if it has one
};

/// What a thread block does in a kernel of many steps.
template <MemArrange order, class T, dim_t N, int rows, int width, class Function, class Measure>
class ResidentBlock {
  using Arguments = ResidentArguments<order, T, N>;
  using Tile = StencilTile<order, T, N, rows, width, true, Function, Measure>;
  static constexpr unsigned warp = 32;

 public:
  /// \param box  shared memory
  __device__ ResidentBlock(
      const Arguments& arguments, Function& function, const Measure& measure,
      ResidentBox<order, N>* box)
      : arguments_(arguments),
        function_(function),
        measure_(measure),
        box_(box)
  {}

  __device__ void run()
  {
    const auto& [fields, tiling, boxes, count, shared, signals, ready, awaited, steps, words, sums] =
        arguments_;
    if (ready != 0 && is_teller()) tell_ready();
    const bool has_one_turn = count <= gridDim.x;
    for (std::uint32_t step = 0; step < steps; ++step) {
      double sum = 0;
      for (std::uint32_t turn = blockIdx.x; turn < count; turn += gridDim.x) {
        // If each second step goes backward, it begins with what is still in the cache.
        if (step == 0 || !has_one_turn) enter(boxes.at(turn, step % 2 != 0));
        sum += compute(step, turn);
      }
      if constexpr (is_measured<Measure>) add_to_step(sums + step * sums_per_step, sum);
    }
    if (blockIdx.x == 0) {
      await_neighbours(signals, awaited + steps, threadIdx.x, stencil_threads);
    }
  }

 private:
  /// Prepares for the turns of a box.
  __device__ void enter(const typename StepBoxes<order, N>::Coords& box)
  {
    const auto& boxes = arguments_.boxes;
    place_ = arguments_.tiling.place(box, threadIdx.x);
    if (threadIdx.x < boxes.adjacent_count) adjacent_ = boxes.adjacent(box, threadIdx.x);
    if (threadIdx.x != 0) return;
    box_->number = boxes.number(box);
    box_->has_frame = boxes.has_frame(box);
    if (box_->has_frame) box_->frame = boxes.frame(box);
  }

  /// Computes a step of the box. \return the sum of the thread's measures
  __device__ double compute(std::uint32_t step, std::uint32_t turn)
  {
    const bool is_shared = turn < arguments_.shared;
    const InPlaceField<T, N>& field = arguments_.fields[step % 2];
    double sum = 0;
    await_others(step, is_shared);
    __syncthreads();
    if (box_->has_frame) sum += compute_frame(field);
    if (is_shared) {
      __syncthreads();
      if (is_teller()) tell_step(step, turn);
    }
    if (place_.rows > 0) sum += Tile(field, place_.at, function_, measure_).compute(place_.rows);
    const std::uint32_t number = box_->number;  // before thread 0 enters another box
    __syncthreads();
    if (is_teller()) arguments_.words.flag(number).store(step + 1, cuda::memory_order_release);
    return sum;
  }

  /// Whether this thread tells others what the thread block has done. It is in a warp that does not
  /// wait for others, because both take time.
  __device__ static bool is_teller() { return threadIdx.x + 1 == stencil_threads; }

  /// Waits until adjacent boxes and other units have reached the step: one thread for each.
  __device__ void await_others(std::uint32_t step, bool is_shared) const
  {
    static_assert(StepBoxes<order, N>::adjacent_count <= warp);
    const auto& signals = arguments_.signals;
    if (threadIdx.x < StepBoxes<order, N>::adjacent_count) {
      const DeviceWord flag = arguments_.words.flag(adjacent_);
      while (flag.load(cuda::memory_order_acquire) < step) {
      }
    } else if (is_shared && threadIdx.x >= warp) {
      const std::uint64_t signal = arguments_.awaited + step;
      await_neighbours(signals, signal, threadIdx.x - warp, stencil_threads - warp);
    }
  }

  __device__ double compute_frame(const InPlaceField<T, N>& field)
  {
    double sum = 0;
    const auto size = static_cast<std::uint32_t>(box_->frame.size());
    for (std::uint32_t i = threadIdx.x; i < size; i += stencil_threads) {
      sum += Tile(field, box_->frame.at(i), function_, measure_).compute_one();
    }
    return sum;
  }

  /// In how many parts shared boxes set the words at the neighbours: each box sets its own if they
  /// are few, otherwise the last one sets all.
  __device__ std::uint32_t parts() const
  {
    return arguments_.shared <= SignalWords<N>::of_each ? arguments_.shared : 1;
  }

  /// Gives the signal before the first step. The thread that sets a word here also does it in
  /// steps, so that values never decrease.
  __device__ void tell_ready() const
  {
    for (std::uint32_t part = blockIdx.x; part < parts(); part += gridDim.x) {
      tell_neighbours(arguments_.signals, arguments_.ready, part, parts());
    }
  }

  /// Tells the neighbours that a shared box has computed its frame.
  __device__ void tell_step(std::uint32_t step, std::uint32_t turn) const
  {
    const bool has_part = parts() == arguments_.shared;
    if (!has_part && !is_last_shared(step)) return;
    const std::uint64_t signal = arguments_.awaited + step + 1;
    tell_neighbours(arguments_.signals, signal, has_part ? turn : 0, parts());
  }

  /// Counts a shared box. Two counters in turn are enough: a box can be a step ahead of another
  /// one, but not two, because neighbours have not got the signal that it waits for then.
  __device__ bool is_last_shared(std::uint32_t step) const
  {
    const std::uint64_t all = static_cast<std::uint64_t>(step / 2 + 1) * arguments_.shared;
    const DeviceWord counter = arguments_.words.counter(step);
    return counter.fetch_add(1, cuda::memory_order_acq_rel) + 1 == all;
  }

  const Arguments& arguments_;
  Function& function_;
  const Measure& measure_;
  ResidentBox<order, N>* box_;
  TilePlace<N> place_;          // the thread's tile
  std::uint32_t adjacent_ = 0;  // the box that the thread waits for
};

template <MemArrange order, class T, dim_t N, int rows, int width, class Function, class Measure>
__global__ void __launch_bounds__(stencil_threads, (resident_blocks_per_processor<T, N>))
    resident_kernel(
        const __grid_constant__ ResidentArguments<order, T, N> arguments, Function function,
        Measure measure)
{
  using Box = ResidentBox<order, N>;
  __shared__ alignas(Box) unsigned char box[sizeof(Box)];
  ResidentBlock<order, T, N, rows, width, Function, Measure>(
      arguments, function, measure, reinterpret_cast<Box*>(box))
      .run();
}

/// Launches a kernel for each batch of steps.
template <MemArrange order, class T, dim_t N, int rows, int width, class Steps, class Function>
class ResidentLaunch {
  using Measure = decltype(Steps::measure);
  /// A row of a box has half as many elements as there are threads. So all elements of a frame that
  /// come from a border and a side together have a thread each.
  static constexpr unsigned most_in_row = stencil_threads / (2 * width);

 public:
  /// \param tiled  the range that tiles cover
  ResidentLaunch(
      const dash::detail::DeviceExecution& exec, const Steps& steps, const Function& function,
      const CoordsBox<N>& tiled)
      : exec_(exec),
        steps_(steps),
        function_(function),
        tiling_(tiled, TileSize{width, rows}, stencil_threads, most_in_row),
        boxes_(
            steps.fields[0].updated, tiling_, steps.fields[0].border, steps.fields[0].from.extents),
        words_(steps.words->room(ResidentWords::size(boxes_.count()))),
        sums_(exec, steps.steps, steps.measured)
  {}

  void run()
  {
    const std::uint32_t shared = steps_.signals.count > 0 ? boxes_.shared_count() : 0;
    ResidentArguments<order, T, N> arguments{
        steps_.fields, tiling_,      boxes_, boxes_.count(),        shared,     steps_.signals,
        steps_.ready,  steps_.ready, 0,      ResidentWords(words_), sums_.of(0)};
    for (std::size_t first = 0; first < steps_.steps; first += arguments.steps) {
      arguments.steps = static_cast<std::uint32_t>(std::min(steps_.steps - first, steps_per_batch));
      sums_.clear(arguments.steps);
      launch(arguments);
      sums_.fetch(first, arguments.steps);
      arguments.ready = 0;
      arguments.awaited += arguments.steps;
    }
    exec_.finish();
  }

 private:
  void launch(ResidentArguments<order, T, N>& arguments)
  {
    const auto kernel = resident_kernel<order, T, N, rows, width, Function, Measure>;
    const std::size_t nbytes = ResidentWords::size(arguments.count) * sizeof(std::uint64_t);
    std::size_t most_blocks = 0;
    exec_.launch([&](cudaStream_t) {
      return dash::detail::resident_blocks(kernel, stencil_threads, &most_blocks);
    });
    const auto blocks =
        static_cast<std::uint32_t>(std::min<std::size_t>(arguments.count, most_blocks));
    exec_.launch([&](cudaStream_t stream) { return cudaMemsetAsync(words_, 0, nbytes, stream); });
    exec_.launch([&](cudaStream_t stream) {
      cudaLaunchAttribute attribute{};
      attribute.id = cudaLaunchAttributeCooperative;
      attribute.val.cooperative = 1;
      const auto config = launch_of(blocks, stream, attribute);
      return cudaLaunchKernelEx(&config, kernel, arguments, function_, steps_.measure);
    });
  }

  const dash::detail::DeviceExecution& exec_;
  const Steps& steps_;
  const Function& function_;
  Tiling<order, N> tiling_;
  StepBoxes<order, N> boxes_;
  std::uint64_t* words_;
  StepSums sums_;
};

}  // namespace dash::halo::detail
