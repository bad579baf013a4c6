#include "combine_kernel.h"

#include <algorithm>

#include "fold.h"
#include "kernel_clock.h"
#include "move_words.h"

namespace dart::cuda {
namespace {

/// The largest and the smallest number of threads of a block. Small kernels have fewer, because the
/// fence of each thread before the signal counts.
constexpr unsigned most_threads = 512, least_threads = 32;
/// Blocks that fill the largest GPUs several times; a thread works on several vectors then.
constexpr std::size_t most_blocks = 1024;
constexpr unsigned vector_bytes = 16;
/// Threads of the persistent kernel, which leave room for other kernels on its processor, and how
/// many vectors each of them loads at a time.
constexpr unsigned small_threads = 512, small_batch = 2;
/// All sources of small work together have at most so many bytes.
constexpr std::size_t most_small_bytes = std::size_t(64) << 10;
/// A persistent kernel ends after this time, even if more work comes.
constexpr std::uint64_t longest_life_ns = 1'000'000;

/* ---- kernels --------------------------------------------------------------------------------- */

/// Work on a few vectors of elements, the first ones of which are at \c first and \c step apart:
/// all loads from one source are under way at the same time.
template <class T, unsigned count, unsigned batch>
class Columns {
 public:
  __device__ Columns(const Operands& operands, std::size_t first, std::size_t step)
      : operands_(operands),
        first_(first),
        step_(step)
  {}

  /// Combines from the last source to the first, which is the order of reductions in host memory.
  __device__ void reduce() const
  {
    Values result = load(operands_.sources - 1);
#pragma unroll 4
    for (unsigned k = operands_.sources - 1; k-- > 0;) {
      Values next = load(k);
      fold_all(next, result);
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
      fold_all(result, next);
    }
    store(operands_.sources - 1, result);
  }

 private:
  struct Values {
    Vector<T, count> at[batch];
  };

  __device__ std::size_t place(unsigned i) const { return first_ + i * step_; }
  __device__ Values load(unsigned k) const
  {
    Values values;
#pragma unroll
    for (unsigned i = 0; i < batch; ++i) {
      const T* const from = static_cast<const T*>(operands_.from[k]) + place(i);
      values.at[i] = *reinterpret_cast<const Vector<T, count>*>(from);
    }
    return values;
  }
  __device__ void store(unsigned k, const Values& values) const
  {
#pragma unroll
    for (unsigned i = 0; i < batch; ++i) {
      T* const to = static_cast<T*>(operands_.to[k]) + place(i);
      *reinterpret_cast<Vector<T, count>*>(to) = values.at[i];
    }
  }
  __device__ void fold_all(Values& a, const Values& b) const
  {
#pragma unroll
    for (unsigned i = 0; i < batch; ++i) fold(operands_.operation, a.at[i], b.at[i], place(i));
  }

  const Operands& operands_;
  std::size_t first_, step_;
};

template <class T, unsigned count, unsigned batch>
__device__ void combine_at(const Operands& operands, std::size_t first, std::size_t step)
{
  const Columns<T, count, batch> columns(operands, first, step);
  if (operands.how == Combining::reduction)
    columns.reduce();
  else
    columns.scan();
}

__device__ void store(std::uint32_t& place, std::uint32_t value)
{
  *const_cast<volatile std::uint32_t*>(&place) = value;
}

__device__ void give(DoneSignal signal)
{
  if (signal.words == nullptr) return;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) store(signal.words[blockIdx.x], signal.value);
}

/// Combines the share of a thread.
/// \param elements  elements of each buffer, of which the last ones need not fill a vector
/// \param self      number of the thread, one of \p stride
template <class T, unsigned count, unsigned batch>
__device__ void combine_elements(
    const Operands& operands, std::size_t elements, std::size_t self, std::size_t stride)
{
  const std::size_t vectors = elements / count, step = stride * count;
  std::size_t i = self;
  for (; batch > 1 && i + (batch - 1) * stride < vectors; i += batch * stride)
    combine_at<T, count, batch>(operands, i * count, step);
  for (; i < vectors; i += stride) combine_at<T, count, 1>(operands, i * count, step);
  const std::size_t rest = vectors * count + self;
  if (count > 1 && rest < elements) combine_at<T, 1, 1>(operands, rest, step);
}

template <class T, unsigned count>
__global__ void __launch_bounds__(most_threads)
    combine_all(const __grid_constant__ Operands operands, std::size_t elements, DoneSignal signal)
{
  const std::size_t self = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  combine_elements<T, count, 1>(operands, elements, self, std::size_t(gridDim.x) * blockDim.x);
  give(signal);
}

/// Blocks of one row of the grid work on one move after the other.
__global__ void __launch_bounds__(most_threads)
    move_all(const __grid_constant__ Copies copies, DoneSignal signal)
{
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  const std::size_t self = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < copies.count; ++k) move_words(copies.moves[k], self, stride);
  give(signal);
}

/* ---- the persistent kernel ------------------------------------------------------------------- */

template <class T>
__device__ __noinline__ void combine_small(const SmallWork& work)
{
  if (work.are_aligned) {
    combine_elements<T, vector_bytes / sizeof(T), small_batch>(
        work.operands, work.elements, threadIdx.x, blockDim.x);
  } else {
    combine_elements<T, 1, small_batch>(work.operands, work.elements, threadIdx.x, blockDim.x);
  }
}

/// The branch is the same for all threads. Integers of the same size and signedness are one type,
/// as in with_represented_type().
__device__ void combine_small(const SmallWork& work)
{
  switch (work.type) {
    case DART_TYPE_BYTE:
      return combine_small<char>(work);
    case DART_TYPE_SHORT:
      return combine_small<short>(work);
    case DART_TYPE_UBYTE:
      return combine_small<unsigned char>(work);
    case DART_TYPE_USHORT:
      return combine_small<unsigned short>(work);
    case DART_TYPE_INT:
      return combine_small<int>(work);
    case DART_TYPE_UINT:
      return combine_small<unsigned>(work);
    case DART_TYPE_LONG:
    case DART_TYPE_LONGLONG:
      return combine_small<long>(work);
    case DART_TYPE_ULONG:
    case DART_TYPE_ULONGLONG:
      return combine_small<unsigned long>(work);
    case DART_TYPE_FLOAT:
      return combine_small<float>(work);
    case DART_TYPE_DOUBLE:
      return combine_small<double>(work);
    default:
      return;
  }
}

__device__ void perform(const SmallWork& work)
{
  if (work.kind == SmallWork::Kind::combination) return combine_small(work);
  for (unsigned k = 0; k < work.copies.count; ++k)
    move_words(work.copies.moves[k], threadIdx.x, blockDim.x);
}

/// The number of the work that follows \p number; the same if none comes until \p end.
__device__ std::uint32_t await_next(
    const std::uint32_t* place, std::uint32_t number, std::uint64_t end)
{
  std::uint32_t seen = number;
  while (seen == number && clock_ns() < end)
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(place) : "memory");
  return seen;
}

/// Gets its first work as a parameter, since a look into host memory takes as long as small work.
__global__ void __launch_bounds__(small_threads) persistent(
    Mailbox* mailbox, const __grid_constant__ SmallWork first, std::uint32_t number,
    unsigned linger_ns)
{
  __shared__ SmallWork received;
  __shared__ std::uint32_t next;
  const std::uint64_t end = clock_ns() + longest_life_ns;
  perform(first);
  for (;;) {
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
      store(mailbox->done, number);
      next = await_next(&mailbox->number, number, min(clock_ns() + linger_ns, end));
      if (next == number) {
        __threadfence_system();
        store(mailbox->ended, 1);
      }
    }
    __syncthreads();
    if (next == number) return;
    number = next;
    const auto* const from = reinterpret_cast<const volatile unsigned*>(&mailbox->work);
    auto* const to = reinterpret_cast<unsigned*>(&received);
    for (unsigned i = threadIdx.x; i < sizeof received / sizeof *to; i += blockDim.x)
      to[i] = from[i];
    __syncthreads();
    perform(received);
  }
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

Operands operands_of(const Combination& combination)
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
  return operands;
}

Copies copies_of(std::span<const DeviceSpace::Move> moves)
{
  Copies copies{static_cast<unsigned>(moves.size()), {}};
  std::copy(moves.begin(), moves.end(), copies.moves);
  return copies;
}

}  // namespace

std::optional<SmallWork> small_work(const Combination& combination)
{
  const std::size_t bytes = combination.elements * basic_type_bytes[combination.type];
  if (bytes * combination.from.size() > most_small_bytes) return std::nullopt;
  return SmallWork{
      SmallWork::Kind::combination,
      combination.type,
      are_aligned(combination),
      static_cast<std::uint32_t>(combination.elements),
      {operands_of(combination)}};
}

std::optional<SmallWork> small_work(std::span<const DeviceSpace::Move> moves)
{
  std::size_t bytes = 0;
  for (const DeviceSpace::Move& move : moves) bytes += move.bytes;
  if (bytes > most_small_bytes) return std::nullopt;
  SmallWork work{SmallWork::Kind::copies, DART_TYPE_BYTE, true, 0, {}};
  work.copies = copies_of(moves);
  return work;
}

cudaError_t launch_persistent(Mailbox* mailbox, unsigned linger_ns, cudaStream_t stream)
{
  persistent<<<1, small_threads, 0, stream>>>(mailbox, mailbox->work, mailbox->number, linger_ns);
  return cudaGetLastError();
}

cudaError_t launch_combine(
    const Combination& combination, DoneSignal signal, cudaStream_t stream, unsigned* signals)
{
  const Operands operands = operands_of(combination);
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
  const Copies copies = copies_of(moves);
  std::size_t most = 0;
  for (const DeviceSpace::Move& move : moves) most = std::max(most, move.bytes);
  const Grid grid = grid_for(most / vector_bytes);
  move_all<<<grid.blocks, grid.threads, 0, stream>>>(copies, signal_of(grid, signal, signals));
  return cudaGetLastError();
}

cudaError_t load_combine_kernels()
{
  cudaFuncAttributes attributes;
  cudaError_t loaded = cudaFuncGetAttributes(&attributes, move_all);
  if (loaded == cudaSuccess) loaded = cudaFuncGetAttributes(&attributes, persistent);
  if (loaded != cudaSuccess) return loaded;
  return for_each_represented_type([&]<class T>(T) {
    const cudaError_t vectors =
        cudaFuncGetAttributes(&attributes, combine_all<T, vector_bytes / sizeof(T)>);
    return vectors != cudaSuccess ? vectors : cudaFuncGetAttributes(&attributes, combine_all<T, 1>);
  });
}

}  // namespace dart::cuda
