#pragma once

/// \file
/// A step of a stencil as one kernel, for files that nvcc compiles.
///
/// A thread computes a tile: some adjacent elements of the fastest dimension, in some rows of the
/// next one. It loads all elements that they read before it stores the first result, and loads each
/// element once. Such a small number of wide loads, many of them in progress at the same time,
/// comes near the bandwidth of the memory. In the frame around the tiles, where other units'
/// elements are read, each thread computes one element, so that loads do not wait for each other.

#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/execution/DeviceExecution.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/StepSignals.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/halo/Measure.h>
#include <dash/halo/Neighborhood.h>

#include <cuda_runtime.h>
#include <cuda/atomic>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace dash::halo::detail {

constexpr unsigned stencil_threads = dash::detail::device::threads_per_block;
/// Least number of thread blocks that a multiprocessor has to hold. For bodies with few values the
/// compiler then uses as many registers as this leaves to them, and can have more loads in
/// progress; other bodies use as many registers as they need.
template <class T, dim_t N>
constexpr unsigned blocks_per_processor = N <= 2 && sizeof(T) <= 4 ? 5 : 2;
/// Number of separate sums for a step, so that thread blocks seldom update the same one.
constexpr std::size_t sums_per_step = 16;
/// Number of steps after which the host reads their sums, if they are measured.
constexpr std::size_t steps_per_batch = 1024;

/// The shape of a thread's tile: number of elements in the fastest dimension, and of rows.
template <class T, dim_t N>
struct TileShape {
  static constexpr int width = sizeof(T) >= 8 ? 1 : sizeof(T) == 4 ? 2 : 4;
  static constexpr int most_rows = N == 1 ? 1 : N == 2 ? 8 : 4;
  static constexpr int fitting_rows = static_cast<int>(32 / sizeof(T));
  static constexpr int rows = fitting_rows < 1           ? 1
                              : fitting_rows < most_rows ? fitting_rows
                                                         : most_rows;
};

/// Values around a tile, in registers.
template <class T, dim_t N, int rows, int width>
struct TileValues {
  static constexpr int depth = NumRegionsMax<(N > 2 ? N - 2 : 0)>;
  static constexpr int height = N > 1 ? rows + 2 : 1;

  T at[depth][height][width + 2];
};

/// A Neighborhood of an element of a tile, with distances up to 1.
template <class T, dim_t N, MemArrange order, int rows, int width>
class TileNeighborhood {
 public:
  using value_type = T;
  using Values = TileValues<T, N, rows, width>;

  __device__ TileNeighborhood(const Values& values, int row, int column)
      : values_(&values),
        row_(row),
        column_(column)
  {}

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  __device__ T operator()(Offsets... offsets) const
  {
    const int distances[] = {static_cast<int>(offsets)...};
    int depth = 0;
    int row = N > 1 ? row_ + 1 : 0;
    int column = column_ + 1;
#pragma unroll
    for (int pace = 0; pace < static_cast<int>(N); ++pace) {
      const int distance = distances[dash::detail::dimension_at_pace<order, N>(pace)];
      if (pace + 1 == static_cast<int>(N)) {
        column += distance;
      } else if (pace + 2 == static_cast<int>(N)) {
        row += distance;
      } else {
        depth = 3 * depth + distance + 1;
      }
    }
    return values_->at[depth][row][column];
  }

 private:
  const Values* values_;
  int row_;
  int column_;
};

template <MemArrange order, class T, dim_t N>
struct StencilArguments {
  InPlaceField<T, N> field;
  Frame<order, N> frame;
  std::uint32_t frame_blocks;  // blocks of the frame come first, because neighbours wait for them
  Tiling<order, N> tiling;
  SignalWords<N> signals;
  std::uint64_t ready;    // signal to give before the step; 0 if it has been given before
  std::uint64_t awaited;  // signal of the neighbours to wait for before their elements are accessed
  std::uint64_t reached;  // signal to give when the frame is done
  std::uint64_t* done;    // counts blocks of the frame over all steps
  double* sums;           // sums_per_step numbers, if the step is measured
};

template <dim_t N>
__device__ void tell_neighbours(const SignalWords<N>& signals, std::uint64_t count)
{
  __threadfence_system();
  for (std::size_t i = 0; i < signals.count; ++i) {
    cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system> word(*signals.at_neighbours[i]);
    word.store(count, cuda::memory_order_release);
  }
}

/// Called by all threads of a block.
template <dim_t N>
__device__ void await_neighbours(const SignalWords<N>& signals, std::uint64_t count)
{
  for (std::size_t i = threadIdx.x; i < signals.count; i += blockDim.x) {
    cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system> word(signals.arrived[i]);
    while (word.load(cuda::memory_order_acquire) < count) __nanosleep(20);
  }
  __syncthreads();
}

template <dim_t N>
__global__ void await_neighbours_kernel(SignalWords<N> signals, std::uint64_t count)
{
  await_neighbours(signals, count);
}

template <class T, int n>
struct alignas(n * sizeof(T)) Pack {
  T values[n];
};

/// The type of a thread's sum. Float is not converted to double, because that would cost as much as
/// the rest.
template <class T, class Measure>
struct TileSum {
  using type = double;
};
template <class T, class Measure>
  requires std::is_same_v<std::invoke_result_t<const Measure&, const T&, const T&>, float>
struct TileSum<T, Measure> {
  using type = float;
};

/// The computation of one thread.
/// \tparam near  whether no distance in the stencil is larger than 1
template <
    MemArrange order, class T, dim_t N, int rows, int width, bool near, class Function,
    class Measure>
class StencilTile {
  static constexpr std::size_t fastest = fastest_dimension<order, N>;
  static constexpr std::size_t next = row_dimension<order, N>;
  using Coords = std::array<default_index_t, N>;
  using Field = InPlaceField<T, N>;
  using Sum = typename TileSum<T, Measure>::type;

 public:
  __device__ StencilTile(
      const Field& field, const Coords& at, Function& function, const Measure& measure)
      : field_(field),
        at_(at),
        function_(function),
        measure_(measure)
  {}

  /// Computes the tile. \return the sum of measures
  __device__ double compute()
  {
    near ? compute_from_registers() : compute_from_memory();
    return static_cast<double>(sum_);
  }

  /// Computes the first element only, which may be anywhere in the block.
  __device__ double compute_one()
  {
    T& result = *target();
    result = static_cast<T>(function_(BorderNeighborhood<T, N>(field_.from, at_)));
    add(*source(at_), result);
    return static_cast<double>(sum_);
  }

 private:
  const __device__ Coords& strides() const { return field_.from.parts[center].strides(); }
  const __device__ T* source(const Coords& at) const
  {
    return field_.from.parts[center].address(at);
  }

  __device__ T* target() const
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at_[d] * strides()[d];
    return field_.to + offset;
  }

  __device__ void compute_from_registers()
  {
    using Values = TileValues<T, N, rows, width>;
    Values around;
#pragma unroll
    for (int depth = 0; depth < Values::depth; ++depth) {
#pragma unroll
      for (int row = 0; row < Values::height; ++row) {
        load_row(around.at[depth][row], row_at(depth, row));
      }
    }
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const TileNeighborhood<T, N, order, rows, width> cell(around, row, column);
        results[row][column] = static_cast<T>(function_(cell));
        add(around.at[Values::depth / 2][N > 1 ? row + 1 : 0][column + 1], results[row][column]);
      }
    }
    store(results);
  }

  /// The beginning of a row around the tile, without the element before it.
  const __device__ T* row_at(int depth, int row) const
  {
    Coords at = at_;
    if (N > 1) at[next] += row - 1;
#pragma unroll
    for (int pace = static_cast<int>(N) - 3; pace >= 0; --pace) {
      at[dash::detail::dimension_at_pace<order, N>(pace)] += depth % 3 - 1;
      depth /= 3;
    }
    return source(at);
  }

  __device__ static void load_row(T (&values)[width + 2], const T* __restrict__ row)
  {
    const auto pack = *reinterpret_cast<const Pack<T, width>*>(row);
#pragma unroll
    for (int i = 0; i < width; ++i) values[i + 1] = pack.values[i];
    values[0] = row[-1];
    values[width + 1] = row[width];
  }

  __device__ void compute_from_memory()
  {
    const T* const __restrict__ first = source(at_);
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const T* const place = first + row * strides()[next] * (N > 1) + column;
        results[row][column] =
            static_cast<T>(function_(Neighborhood<T, N, order>(place, strides())));
        add(*place, results[row][column]);
      }
    }
    store(results);
  }

  __device__ void store(const T (&results)[rows][width]) const
  {
    T* const first = target();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      Pack<T, width> pack;
#pragma unroll
      for (int i = 0; i < width; ++i) pack.values[i] = results[row][i];
      *reinterpret_cast<Pack<T, width>*>(first + row * strides()[next] * (N > 1)) = pack;
    }
  }

  __device__ void add([[maybe_unused]] const T& before, [[maybe_unused]] const T& after)
  {
    if constexpr (is_measured<Measure>) sum_ += static_cast<Sum>(measure_(before, after));
  }

  static constexpr std::size_t center = Surroundings<T, N>::center;

  const Field& field_;
  Coords at_;
  Function& function_;
  const Measure& measure_;
  Sum sum_ = 0;
};

template <
    MemArrange order, class T, dim_t N, int rows, int width, bool near, class Function,
    class Measure>
__global__ void __launch_bounds__(stencil_threads, (blocks_per_processor<T, N>)) stencil_kernel(
    const __grid_constant__ StencilArguments<order, T, N> arguments, Function function,
    Measure measure)
{
  using Tile = StencilTile<order, T, N, rows, width, near, Function, Measure>;
  const auto& [field, frame, frame_blocks, tiling, signals, ready, awaited, reached, done, sums] =
      arguments;
  if (ready != 0 && blockIdx.x == 0 && threadIdx.x == 0) tell_neighbours(signals, ready);
  const bool is_in_frame = blockIdx.x < frame_blocks;
  double sum = 0;
  if (is_in_frame) {
    await_neighbours(signals, awaited);
    const auto index = static_cast<default_index_t>(blockIdx.x) * stencil_threads + threadIdx.x;
    if (index < frame.size()) sum = Tile(field, frame.at(index), function, measure).compute_one();
  } else {
    std::array<default_index_t, N> at;
    if (tiling.locate(blockIdx.x - frame_blocks, threadIdx.x, &at)) {
      sum = Tile(field, at, function, measure).compute();
    }
  }

  if constexpr (is_measured<Measure>) {
    const double total = dash::detail::device::sum_of_block(sum);
    if (threadIdx.x == 0) atomicAdd(sums + blockIdx.x % sums_per_step, total);
  }
  if (!is_in_frame) return;
  __syncthreads();
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> blocks(*done);
  const std::uint64_t before = blocks.fetch_add(1, cuda::memory_order_acq_rel);
  if ((before + 1) % frame_blocks == 0) tell_neighbours(signals, reached);
}

/// Whether tiles begin at multiples of their width.
template <class T, dim_t N>
bool is_aligned_for(const InPlaceField<T, N>& field, std::size_t fastest, int width)
{
  const auto& block = field.from.parts[field.from.center];
  const auto step = static_cast<std::size_t>(width);
  bool result = reinterpret_cast<std::uintptr_t>(block.address({})) % (step * sizeof(T)) == 0 &&
                reinterpret_cast<std::uintptr_t>(field.to) % (step * sizeof(T)) == 0;
  for (std::size_t d = 0; d < N; ++d) {
    result = result && (d == fastest || static_cast<std::size_t>(block.strides()[d]) % step == 0);
  }
  return result;
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
        done_(dash::detail::MemoryKind::device, 1),
        sums_(
            dash::detail::MemoryKind::device,
            steps.measured != nullptr ? std::min(steps.steps, steps_per_batch) * sums_per_step : 0)
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
    const auto tiled = tiled_box<order>(field, tile, near ? 1 : 0);
    const Frame<order, N> frame(field.updated, tiled);
    const Tiling<order, N> tiling(tiled, tile, stencil_threads);
    StencilArguments<order, T, N> arguments{
        field,        frame,        blocks_of(frame), tiling,       steps_.signals,
        steps_.ready, steps_.ready, steps_.ready + 1, done_.data(), sums_.data()};
    const std::uint32_t blocks = arguments.frame_blocks + tiling.count();
    const bool is_empty = blocks == 0;
    exec_.launch([&](cudaStream_t stream) {
      return cudaMemsetAsync(done_.data(), 0, sizeof(std::uint64_t), stream);
    });
    for (std::size_t step = 0; step < steps_.steps && !is_empty; ++step) {
      const std::size_t in_batch = step % steps_per_batch;
      if (sums_.data() != nullptr) prepare_sums(in_batch, arguments);
      arguments.field = steps_.fields[step % 2];
      exec_.launch([&](cudaStream_t stream) {
        stencil_kernel<order, T, N, rows, width, near>
            <<<blocks, stencil_threads, 0, stream>>>(arguments, function_, steps_.measure);
        return cudaGetLastError();
      });
      arguments.ready = 0;
      ++arguments.awaited;
      ++arguments.reached;
      const bool is_last = step + 1 == steps_.steps || in_batch + 1 == steps_per_batch;
      if (sums_.data() != nullptr && is_last) fetch_sums(step - in_batch, in_batch + 1);
    }
    if (steps_.signals.count > 0) {
      exec_.launch([&](cudaStream_t stream) {
        await_neighbours_kernel<<<1, 32, 0, stream>>>(steps_.signals, arguments.awaited);
        return cudaGetLastError();
      });
    }
    exec_.complete();
  }

  /// Number of blocks of the frame; at least one, because it also signals to the neighbours.
  std::uint32_t blocks_of(const Frame<order, N>& frame) const
  {
    const auto full = (frame.size() + stencil_threads - 1) / stencil_threads;
    return std::max(static_cast<std::uint32_t>(full), steps_.signals.count > 0 ? 1U : 0U);
  }

  void prepare_sums(std::size_t in_batch, StencilArguments<order, T, N>& arguments)
  {
    arguments.sums = sums_.data() + in_batch * sums_per_step;
    if (in_batch > 0) return;
    const std::size_t nbytes =
        std::min(steps_.steps, steps_per_batch) * sums_per_step * sizeof(double);
    exec_.launch(
        [&](cudaStream_t stream) { return cudaMemsetAsync(sums_.data(), 0, nbytes, stream); });
  }

  void fetch_sums(std::size_t first, std::size_t n)
  {
    std::vector<double> sums(n * sums_per_step);
    exec_.complete();
    dash::detail::copy_elements_between(
        sums.data(), sums_.data(), static_cast<std::ptrdiff_t>(sums.size()));
    for (std::size_t i = 0; i < sums.size(); ++i) {
      steps_.measured[first + i / sums_per_step] += sums[i];
    }
  }

  const dash::detail::DeviceExecution& exec_;
  const Steps& steps_;
  const Function& function_;
  dash::detail::WorkBuffer<std::uint64_t> done_;
  dash::detail::WorkBuffer<double> sums_;
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
