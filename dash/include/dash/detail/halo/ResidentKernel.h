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
/// Units give each other the elements at their borders in the same way, without a barrier
/// (BorderWords.h).
///
/// This cannot deadlock, because all thread blocks are on the GPUs at the same time, for which the
/// launch is cooperative: of all turns that are not complete, take one of the earliest step that is
/// the next of its thread block. All turns that it waits for belong to the preceding step, so they
/// are complete.

#include <dash/detail/execution/DeviceExecution.h>
#include <dash/detail/execution/ResidentBlocks.h>
#include <dash/detail/halo/BorderCopies.h>
#include <dash/detail/halo/BorderExchange.h>
#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelSignals.h>
#include <dash/detail/halo/StencilTile.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/StepBoxes.h>
#include <dash/detail/halo/StepSums.h>
#include <dash/halo/Measure.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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

/// Whether tiles also cover the elements that units share in the slowest dimension. A box of three
/// dimensions is one layer; at the side of a block, all of its elements would be in the frame, and
/// each thread would compute several of them one by one. In two dimensions they are one row, which
/// neighbours get sooner if it does not wait for all rows of the tiles.
template <dim_t N>
constexpr bool has_shared_tiles = N > 2;

/// The boxes that a thread block remembers. With more of them, it finds out about each anew.
constexpr std::uint32_t kept_boxes = 8;

/// Least number of thread blocks that a multiprocessor has to hold. With the state that they keep,
/// fewer than for a single step have enough registers.
template <class T, dim_t N>
constexpr unsigned resident_blocks_per_processor =
    blocks_per_processor<T, N> > 2 ? blocks_per_processor<T, N> - 1 : blocks_per_processor<T, N>;

/// The words by which the thread blocks of a kernel wait for each other. Thread blocks poll them,
/// so that they are apart.
class ResidentWords {
  static constexpr std::size_t distance = 4;  // a sector of the cache

 public:
  explicit ResidentWords(std::uint64_t* memory) : words_(memory) {}

  static constexpr std::size_t size(std::size_t boxes) { return boxes * distance; }

  /// The number of steps of a box.
  __device__ DeviceWord flag(std::uint32_t box) const { return DeviceWord(words_[box * distance]); }

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
  BorderWords<T, N> borders;
  std::uint64_t before;  // number of the step before all steps of the run
  std::uint64_t done;    // number of the step before those of the kernel
  std::uint32_t steps;
  ResidentWords words;
  double* sums;  // sums_per_step numbers for each step, if steps are measured
};

/// A box of a thread block.
template <MemArrange order, dim_t N>
struct ResidentBox {
  using Boxes = StepBoxes<order, N>;

  typename Boxes::Coords at;
  CoordsBox<N> range;
  std::uint32_t number;
  std::array<std::uint32_t, Boxes::adjacent_count> adjacent;
  Frame<order, N> frame;
};

/// What a thread block keeps in shared memory: boxes, because registers are scarce, and parts of
/// the arguments, which are so many that the cache for constants does not hold them.
template <MemArrange order, class T, dim_t N>
struct ResidentMemory {
  std::array<InPlaceField<T, N>, 2> fields;
  Tiling<order, N> tiling;
  BorderWords<T, N> borders;
  std::array<ResidentBox<order, N>, kept_boxes> boxes;
};

/// Copies a constant to shared memory, by all threads of a block.
template <class Value>
__device__ void copy_to_shared(Value& to, const Value& from)
{
  using Word = std::uint32_t;
  static_assert(sizeof(Value) % sizeof(Word) == 0 && std::is_trivially_copyable_v<Value>);
  for (std::size_t i = threadIdx.x; i < sizeof(Value) / sizeof(Word); i += blockDim.x)
    reinterpret_cast<Word*>(&to)[i] = reinterpret_cast<const Word*>(&from)[i];
}

/// What a thread block does in a kernel of many steps.
template <MemArrange order, class T, dim_t N, int rows, int width, class Function, class Measure>
class ResidentBlock {
  using Arguments = ResidentArguments<order, T, N>;
  using Memory = ResidentMemory<order, T, N>;
  static constexpr auto reads = has_shared_tiles<N> ? TileReads::beyond_block : TileReads::adjacent;
  using Tile = StencilTile<order, T, N, rows, width, reads, Function, Measure>;
  using Coords = std::array<default_index_t, N>;
  static constexpr unsigned warp = 32;

 public:
  __device__ ResidentBlock(
      const Arguments& arguments, Function& function, const Measure& measure, Memory& memory)
      : arguments_(arguments),
        function_(function),
        measure_(measure),
        exchange_(memory.borders, arguments.fields[0].from.extents, StepNumber(arguments.before)),
        memory_(memory),
        in_box_(arguments.tiling.in_box(threadIdx.x))
  {}

  __device__ void run()
  {
    const auto& [fields, tiling, boxes, count, shared, borders, before, done, steps, words, sums] =
        arguments_;
    copy_to_shared(memory_.fields, fields);
    copy_to_shared(memory_.tiling, tiling);
    copy_to_shared(memory_.borders, borders);
    __syncthreads();
    if (done == before) exchange_.give_first(memory_.fields[0], StepNumber(before));
    const BlockTurns turns(blockIdx.x, gridDim.x, count, shared);
    const bool are_kept = turns.size() <= kept_boxes;
    for (std::uint32_t step = 0; step < steps; ++step) {
      double sum = 0;
      for (std::uint32_t i = 0; i < turns.size(); ++i) {
        const std::uint32_t place = step % 2 != 0 ? turns.reversed(i) : i;
        const std::uint32_t turn = turns.at(place);
        ResidentBox<order, N>& box = memory_.boxes[are_kept ? place : 0];
        if (step == 0 || !are_kept) {
          note(turn, box);
          __syncthreads();
        }
        if (step == 0 || turns.size() > 1) enter(box);
        sum += compute(step, box, turn < shared);
      }
      if constexpr (is_measured<Measure>) add_to_step(sums + step * sums_per_step, sum);
    }
  }

 private:
  /// Notes the box of a turn, by all threads.
  __device__ void note(std::uint32_t turn, ResidentBox<order, N>& box) const
  {
    const auto& boxes = arguments_.boxes;
    if (threadIdx.x < boxes.adjacent_count)
      box.adjacent[threadIdx.x] = boxes.adjacent(boxes.at(turn), threadIdx.x);
    if (threadIdx.x != 0) return;
    box.at = boxes.at(turn);
    box.range = boxes.range(box.at);
    box.number = boxes.number(box.at);
    box.frame = boxes.frame(box.at);
  }

  /// Prepares for a turn of a box.
  __device__ void enter(const ResidentBox<order, N>& box)
  {
    place_ = memory_.tiling.place(box.at, in_box_);
    if (threadIdx.x < box.adjacent.size()) adjacent_ = box.adjacent[threadIdx.x];
  }

  /// Computes a step of the box.
  /// \param is_shared  whether it has elements that other units read, or reads some of theirs
  /// \return the sum of the thread's measures
  __device__ double compute(std::uint32_t step, const ResidentBox<order, N>& box, bool is_shared)
  {
    const InPlaceField<T, N>& field = memory_.fields[step % 2];
    const StepNumber preceding(arguments_.done + step);
    double sum = 0;
    if (threadIdx.x < warp) {
      await_adjacent(step);
    } else if (is_shared) {
      exchange_.take(field, box.range, preceding, threadIdx.x - warp, stencil_threads - warp);
    }
    __syncthreads();
    const StepNumber number = preceding.next();
    const auto give_one = [&](const Coords& at, const T& result) {
      if (is_shared) exchange_.give(at, result, number);
    };
    const auto frame_size = static_cast<std::uint32_t>(box.frame.size());
    for (std::uint32_t i = threadIdx.x; i < frame_size; i += stencil_threads) {
      sum += Tile(field, function_, measure_).compute_one(box.frame.at(i), give_one);
    }
    const auto give = [&](const TilePlace<N>& place, const auto& results) {
      if (has_shared_tiles<N> && is_shared) exchange_.give_tile(place, results, number);
    };
    if (place_.rows > 0) sum += Tile(field, function_, measure_).compute(place_, give);
    const std::uint32_t box_number = box.number;  // before another box is noted
    __syncthreads();
    if (is_teller()) arguments_.words.flag(box_number).store(step + 1, cuda::memory_order_release);
    return sum;
  }

  /// Whether this thread tells others what the thread block has done. It is in a warp that does not
  /// wait for others, because both take time.
  __device__ static bool is_teller() { return threadIdx.x + 1 == stencil_threads; }

  /// Waits until adjacent boxes have reached the step: one thread for each.
  __device__ void await_adjacent(std::uint32_t step) const
  {
    static_assert(StepBoxes<order, N>::adjacent_count <= warp);
    if (threadIdx.x >= StepBoxes<order, N>::adjacent_count) return;
    const DeviceWord flag = arguments_.words.flag(adjacent_);
    while (flag.load(cuda::memory_order_acquire) < step) {
    }
  }

  const Arguments& arguments_;
  Function& function_;
  const Measure& measure_;
  BorderExchange<order, T, N> exchange_;
  Memory& memory_;
  PlaceInBox in_box_;           // the place of the thread's tile
  TilePlace<N> place_;          // the thread's tile
  std::uint32_t adjacent_ = 0;  // the box that the thread waits for
};

template <MemArrange order, class T, dim_t N, int rows, int width, class Function, class Measure>
__global__ void __launch_bounds__(stencil_threads, (resident_blocks_per_processor<T, N>))
    resident_kernel(
        const __grid_constant__ ResidentArguments<order, T, N> arguments, Function function,
        Measure measure)
{
  using Memory = ResidentMemory<order, T, N>;
  __shared__ alignas(Memory) unsigned char memory[sizeof(Memory)];
  ResidentBlock<order, T, N, rows, width, Function, Measure>(
      arguments, function, measure, reinterpret_cast<Memory&>(memory))
      .run();
}

/// Launches a kernel for each batch of steps.
template <MemArrange order, class T, dim_t N, int rows, int width, class Steps, class Function>
class ResidentLaunch {
  using Measure = decltype(Steps::measure);
  static constexpr TileSize tile{width, rows};
  /// A row of a box has half as many elements as there are threads. So all elements of a frame that
  /// come from a border and a side together have a thread each.
  static constexpr unsigned most_in_row = stencil_threads / (2 * width);

 public:
  ResidentLaunch(
      const dash::detail::DeviceExecution& exec, const Steps& steps, const Function& function)
      : exec_(exec),
        steps_(steps),
        function_(function),
        tiling_(
            tiled_box<order>(steps.fields[0], tile, 1, columns_of_tiles<N>, beyond()), tile,
            stencil_threads, most_in_row),
        boxes_(
            steps.fields[0].updated, tiling_, steps.fields[0].border, steps.fields[0].from.extents),
        copies_(steps.borders, steps.fields[0].from.extents),
        words_(steps.words->room(words_for_boxes() + 2 * words_for_copies())),
        sums_(exec, steps.steps, steps.measured)
  {}

  void run()
  {
    ResidentArguments<order, T, N> arguments{
        fields_with_copies(),
        tiling_,
        boxes_,
        boxes_.count(),
        boxes_.shared_count(),
        steps_.borders,
        steps_.ready,
        steps_.ready,
        0,
        ResidentWords(words_),
        sums_.of(0)};
    for (std::size_t first = 0; first < steps_.steps; first += arguments.steps) {
      arguments.steps =
          static_cast<std::uint32_t>((std::min)(steps_.steps - first, steps_per_batch));
      sums_.clear(arguments.steps);
      launch(arguments);
      sums_.fetch(first, arguments.steps);
      arguments.done += arguments.steps;
    }
    exec_.finish();
  }

 private:
  /// A multiple of a cache line.
  static std::size_t rounded_up(std::size_t words) { return (words + 15) / 16 * 16; }

  std::size_t words_for_boxes() const { return rounded_up(ResidentWords::size(boxes_.count())); }
  std::size_t words_for_copies() const
  {
    return rounded_up((copies_.nbytes() + sizeof *words_ - 1) / sizeof *words_);
  }

  /// The fields, in which the elements of other units are copies. A step may overwrite those of the
  /// step before the last one, because adjacent boxes have read them.
  std::array<InPlaceField<T, N>, 2> fields_with_copies() const
  {
    auto fields = steps_.fields;
    std::uint64_t* copies = words_ + words_for_boxes();
    for (auto& field : fields) {
      copies_.replace_parts(field, reinterpret_cast<T*>(copies));
      copies += words_for_copies();
    }
    return fields;
  }

  /// Where tiles cover shared elements.
  Beyond beyond() const
  {
    if constexpr (!has_shared_tiles<N>) return {};
    return {can_load_beyond(0), can_load_beyond(2)};
  }

  /// Whether tiles can get the elements at a side of the slowest dimension: neighbours give them,
  /// or they can be loaded as those of the block.
  /// \param side  0: before the block, 2: behind it
  bool can_load_beyond(std::size_t side) const
  {
    const std::size_t region = Surroundings<T, N>::beside(slowest_dimension<order, N>, side);
    if (steps_.borders.has(region)) return true;
    const auto is_aligned = [&](const InPlaceField<T, N>& field) {
      const auto& part = field.from.parts[region];
      return part.exists() && is_aligned_for(part, fastest_dimension<order, N>, width);
    };
    return is_aligned(steps_.fields[0]) && is_aligned(steps_.fields[1]);
  }

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
  BorderCopies<order, T, N> copies_;
  std::uint64_t* words_;
  StepSums sums_;
};

}  // namespace dash::halo::detail
