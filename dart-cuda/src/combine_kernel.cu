#include "combine_kernel.h"

#include <algorithm>

#include "fold.h"
#include "move_words.h"

namespace dart::cuda {
namespace {

/// Of a block; small kernels have fewer, because the fence of each thread before the signal counts.
constexpr unsigned most_threads = 512, least_threads = 32;
/// Blocks that fill the largest GPUs several times; a thread works on several vectors then.
constexpr std::size_t most_blocks = 1024;
constexpr unsigned vector_bytes = 16;

/* ---- kernels --------------------------------------------------------------------------------- */

struct Operands {
  Combining how;
  dart_operation_t operation;
  unsigned sources, targets;
  const void* from[Combination::most_buffers];
  void* to[Combination::most_buffers];
};

/// Work on the elements from \c first on.
template <class T, unsigned count>
class Columns {
 public:
  using Values = Vector<T, count>;

  __device__ Columns(const Operands& operands, std::size_t first)
      : operands_(operands),
        first_(first)
  {}

  /// From the last source to the first: the order of reductions in host memory.
  __device__ void reduce() const
  {
    Values result = load(operands_.sources - 1);
#pragma unroll 4
    for (unsigned k = operands_.sources - 1; k-- > 0;) {
      Values next = load(k);
      fold(operands_.operation, next, result, first_);
      result = next;
    }
    for (unsigned k = 0; k < operands_.targets; ++k) store(k, result);
  }

  __device__ void scan() const
  {
    Values result = load(0);
    for (unsigned k = 1; k < operands_.sources; ++k) {
      // Loaded first, because the target may be this source.
      const Values next = load(k);
      store(k - 1, result);
      fold(operands_.operation, result, next, first_);
    }
    store(operands_.sources - 1, result);
  }

 private:
  __device__ Values load(unsigned k) const
  {
    return *reinterpret_cast<const Values*>(static_cast<const T*>(operands_.from[k]) + first_);
  }
  __device__ void store(unsigned k, const Values& values) const
  {
    *reinterpret_cast<Values*>(static_cast<T*>(operands_.to[k]) + first_) = values;
  }

  const Operands& operands_;
  std::size_t first_;
};

template <class T, unsigned count>
__device__ void combine_at(const Operands& operands, std::size_t first)
{
  const Columns<T, count> columns(operands, first);
  if (operands.how == Combining::reduction)
    columns.reduce();
  else
    columns.scan();
}

__device__ void give(DoneSignal signal)
{
  if (signal.words == nullptr) return;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) {
    *const_cast<volatile std::uint32_t*>(signal.words + blockIdx.x) = signal.value;
  }
}

/// \param elements  elements of each buffer, of which the last ones need not fill a vector
template <class T, unsigned count>
__global__ void __launch_bounds__(most_threads)
    combine_all(const __grid_constant__ Operands operands, std::size_t elements, DoneSignal signal)
{
  const std::size_t vectors = elements / count, stride = std::size_t(gridDim.x) * blockDim.x;
  const std::size_t self = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (std::size_t i = self; i < vectors; i += stride) combine_at<T, count>(operands, i * count);
  const std::size_t rest = vectors * count + self;
  if (count > 1 && rest < elements) combine_at<T, 1>(operands, rest);
  give(signal);
}

struct Copies {
  unsigned count;
  DeviceSpace::Move moves[DeviceSpace::most_moves];
};

/// Blocks of one row of the grid work on one move after the other.
__global__ void __launch_bounds__(most_threads)
    move_all(const __grid_constant__ Copies copies, DoneSignal signal)
{
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  const std::size_t self = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < copies.count; ++k) move_words(copies.moves[k], self, stride);
  give(signal);
}

/* ---- launches -------------------------------------------------------------------------------- */

struct Grid {
  unsigned blocks, threads;
};

/// A thread for each vector, up to what fills a GPU.
Grid grid_for(std::size_t vectors)
{
  const std::size_t warps = std::max<std::size_t>((vectors + 31) / 32, 1);
  const auto threads =
      static_cast<unsigned>(std::clamp<std::size_t>(warps * 32, least_threads, most_threads));
  const std::size_t blocks = (vectors + threads - 1) / threads;
  return {static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, most_blocks)), threads};
}

DoneSignal signal_of(Grid grid, DoneSignal signal, unsigned* signals)
{
  const bool is_given = signal.words != nullptr && grid.blocks <= DoneSignal::most_blocks;
  *signals = is_given ? grid.blocks : 0;
  return is_given ? signal : DoneSignal{nullptr, 0};
}

template <class T, unsigned count>
cudaError_t launch(
    const Operands& operands, std::size_t elements, DoneSignal signal, cudaStream_t stream,
    unsigned* signals)
{
  // The elements behind the last vector need threads, too, which are fewer than 32.
  const Grid grid = grid_for(elements / count);
  combine_all<T, count><<<grid.blocks, grid.threads, 0, stream>>>(
      operands, elements, signal_of(grid, signal, signals));
  return cudaGetLastError();
}

bool are_aligned(const Combination& combination)
{
  const auto is_aligned = [](const std::byte* address) {
    return reinterpret_cast<std::uintptr_t>(address) % vector_bytes == 0;
  };
  return std::all_of(combination.from.begin(), combination.from.end(), is_aligned) &&
         std::all_of(combination.to.begin(), combination.to.end(), is_aligned);
}

}  // namespace

cudaError_t launch_combine(
    const Combination& combination, DoneSignal signal, cudaStream_t stream, unsigned* signals)
{
  Operands operands{
      combination.how,
      combination.operation,
      static_cast<unsigned>(combination.from.size()),
      static_cast<unsigned>(combination.to.size()),
      {},
      {}};
  std::copy(combination.from.begin(), combination.from.end(), operands.from);
  std::copy(combination.to.begin(), combination.to.end(), operands.to);
  return with_represented_type(combination.type, [&]<class T>(T) {
    if (are_aligned(combination)) {
      return launch<T, vector_bytes / sizeof(T)>(
          operands, combination.elements, signal, stream, signals);
    }
    return launch<T, 1>(operands, combination.elements, signal, stream, signals);
  });
}

cudaError_t launch_moves(
    std::span<const DeviceSpace::Move> moves, DoneSignal signal, cudaStream_t stream,
    unsigned* signals)
{
  Copies copies{static_cast<unsigned>(moves.size()), {}};
  std::size_t most = 0;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    copies.moves[k] = moves[k];
    most = std::max(most, moves[k].bytes);
  }
  const Grid grid = grid_for(most / vector_bytes);
  move_all<<<grid.blocks, grid.threads, 0, stream>>>(copies, signal_of(grid, signal, signals));
  return cudaGetLastError();
}

cudaError_t load_combine_kernels()
{
  cudaFuncAttributes attributes;
  cudaError_t loaded = cudaFuncGetAttributes(&attributes, move_all);
  for (dart_datatype_t type = DART_TYPE_BYTE; type < DART_TYPE_LONG_DOUBLE; ++type) {
    if (loaded != cudaSuccess) return loaded;
    loaded = with_represented_type(type, [&]<class T>(T) {
      const cudaError_t vectors =
          cudaFuncGetAttributes(&attributes, combine_all<T, vector_bytes / sizeof(T)>);
      return vectors != cudaSuccess ? vectors
                                    : cudaFuncGetAttributes(&attributes, combine_all<T, 1>);
    });
  }
  return loaded;
}

}  // namespace dart::cuda
