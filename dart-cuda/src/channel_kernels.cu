#include "channel_kernels.h"

#include <algorithm>

#include "fold.cuh"
#include "kernel_waits.cuh"
#include "memory/channel_layout.h"

namespace dart::cuda {
namespace {

using Kind = QueueCollective::Kind;

constexpr unsigned vector_bytes = 16;
constexpr unsigned most_threads = 512, warp = 32;

/// What the kernel of a unit gets.
struct Call {
  Kind kind;
  dart_operation_t operation;
  unsigned units, me, root;
  const void* send;
  void* recv;
  std::size_t elements;  ///< of a block
  std::size_t chunk;     ///< of them, with which a channel does one step, or two
  bool is_aligned;       ///< blocks begin at multiples of a vector
  std::byte* memory[ChannelLayout::most_units];  ///< channels of each unit
};

/* ---- what is done in a step ------------------------------------------------------------------ */

/// Elements for or from each unit.
template <class T>
struct Blocks {
  T* begin;
  std::size_t stride;    ///< from the block of a unit to that of the next one; 0: all have the same
  std::size_t elements;  ///< of a block, except that …
  std::size_t end;       ///< … blocks at a stride end here

  __device__ T* of(unsigned unit) const { return begin + unit * stride; }
  __device__ std::size_t size_of(unsigned unit) const
  {
    const std::size_t first = unit * stride;
    return first < end ? min(elements, end - first) : 0;
  }
};

template <class T>
struct Step {
  unsigned senders, receivers;  ///< a bit for each unit
  Blocks<const T> send;         ///< of this unit, for each receiver
  Blocks<T> recv;               ///< where the block of each sender goes …
  bool combines;                ///< … or, at this unit's place, their combination

  __device__ bool sends(unsigned unit) const { return senders >> unit & 1; }
  __device__ bool receives(unsigned unit) const { return receivers >> unit & 1; }
};

/// Blocks of which a step takes the elements from \c first on.
template <class T>
__device__ Blocks<T> part_of(T* blocks, std::size_t stride, std::size_t first, std::size_t elements)
{
  return {blocks + first, stride, elements, ~std::size_t(0)};
}

/// The step that is all of a collective for a chunk of its elements.
template <class T>
__device__ Step<T> whole_step(const Call& call, std::size_t first, std::size_t n)
{
  const auto* const send = static_cast<const T*>(call.send);
  auto* const recv = static_cast<T*>(call.recv);
  const unsigned all = call.units == warp ? ~0u : (1u << call.units) - 1, root = 1u << call.root;
  const bool is_divided = call.kind == Kind::alltoall || call.kind == Kind::reduce_scatter;
  const bool is_collected = call.kind == Kind::alltoall || call.kind == Kind::allgather;
  return {
      call.kind == Kind::broadcast ? root : all, call.kind == Kind::reduce ? root : all,
      part_of(send, is_divided ? call.elements : 0, first, n),
      part_of(recv, is_collected ? call.elements : 0, first, n),
      call.kind == Kind::reduce || call.kind == Kind::allreduce ||
          call.kind == Kind::reduce_scatter};
}

/// A chunk of an allreduce has a part for each unit, which combines it …
template <class T>
__device__ Step<T> combining_step(
    const Call& call, std::size_t first, std::size_t n, std::size_t part)
{
  Step<T> step = whole_step<T>(call, first, n);
  step.send = {step.send.begin, part, part, n};
  step.recv = {step.recv.begin, part, part, n};
  return step;
}
/// … and gives it to the others.
template <class T>
__device__ Step<T> spreading_step(const Step<T>& combining, unsigned me)
{
  Step<T> step = combining;
  const std::size_t elements = step.recv.size_of(me);
  step.send = {step.recv.of(me), 0, elements, elements};
  step.combines = false;
  return step;
}

/* ---- loads and stores ------------------------------------------------------------------------ */

/// \return elements of which those from the end on are 0
template <unsigned count, class T>
__device__ Vector<T, count> load(const T* from, std::size_t rest, bool is_aligned)
{
  if (is_aligned && rest >= count) return *reinterpret_cast<const Vector<T, count>*>(from);
  Vector<T, count> values{};
#pragma unroll
  for (unsigned i = 0; i < count; ++i)
    if (i < rest) values.at[i] = from[i];
  return values;
}

template <unsigned count, class T>
__device__ void store(T* to, const Vector<T, count>& values, std::size_t rest, bool is_aligned)
{
  if (is_aligned && rest >= count) {
    *reinterpret_cast<Vector<T, count>*>(to) = values;
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < count; ++i)
    if (i < rest) to[i] = values.at[i];
}

/// All threads copy elements of which \c count fit into a vector.
template <unsigned count, class T>
__device__ void copy(T* to, const T* from, std::size_t n, bool is_aligned)
{
  if (to == from) return;
#pragma unroll 4
  for (std::size_t i = threadIdx.x * count; i < n; i += blockDim.x * count)
    store<count>(to + i, load<count>(from + i, n - i, is_aligned), n - i, is_aligned);
}

/// All threads combine elements of all units, from the last unit to the first, which is the order
/// of reductions in host memory.
/// \param value_of  gets a unit and the index of a vector's first element
template <unsigned count, class T, class ValueOf>
__device__ void combine(const Call& call, T* to, std::size_t n, const ValueOf& value_of)
{
#pragma unroll 2
  for (std::size_t i = threadIdx.x * count; i < n; i += blockDim.x * count) {
    Vector<T, count> result = value_of(call.units - 1, i);
    for (unsigned unit = call.units - 1; unit-- > 0;) {
      Vector<T, count> next = value_of(unit, i);
      fold(call.operation, next, result, i);
      result = next;
    }
    store<count>(to + i, result, n - i, call.is_aligned);
  }
}

/* ---- channels -------------------------------------------------------------------------------- */

/// The channel of a block, on all units.
class Channel {
 public:
  __device__ Channel(const Call& call, const FaultPlace& place)
      : call_(call),
        place_(place),
        layout_(call.units),
        step_(header_of(call.me).step)
  {}

  /// Remembers how far it is for the next kernel.
  __device__ void close() const
  {
    if (threadIdx.x == 0) header_of(call_.me).step = step_;
  }

 protected:
  __device__ ChannelLayout::Header& header_of(unsigned unit) const
  {
    return *reinterpret_cast<ChannelLayout::Header*>(
        call_.memory[unit] + ChannelLayout::header(blockIdx.x));
  }

  /// Calls a function for each other unit, in a thread of its own.
  template <class F>
  __device__ void for_each_other(const F& f) const
  {
    const unsigned unit = threadIdx.x;
    if (unit < call_.units && unit != call_.me) f(unit);
  }

  /// Waits until the others have read what was pushed in the last step with the same place.
  __device__ void begin_step()
  {
    ++step_;
    for_each_other([this](unsigned unit) {
      await_number(&header_of(call_.me).taken[unit], place_, unit, step_ - 2);
    });
    __syncthreads();
  }
  /// Tells the others that this unit has read everything. No fence is needed: what was read is
  /// known, and whoever sees the number overwrites it later.
  __device__ void end_step() const
  {
    __syncthreads();
    for_each_other([this](unsigned unit) {
      *const_cast<volatile FlagWord*>(&header_of(unit).taken[call_.me]) = step_;
    });
  }

  const Call& call_;
  const FaultPlace& place_;
  ChannelLayout layout_;
  FlagWord step_;
};

/// Pushes to slots, and then sets flags.
template <class T>
class SlotChannel : public Channel {
 public:
  static constexpr bool has_room_for_parts = true;
  static constexpr unsigned count = vector_bytes / sizeof(T);
  using Channel::Channel;

  __device__ void exchange(const Step<T>& step)
  {
    const unsigned me = call_.me;
    begin_step();
    if (step.sends(me)) push(step);
    if (!step.combines && step.sends(me) && step.receives(me)) {
      copy<count>(step.recv.of(me), step.send.of(me), step.send.size_of(me), call_.is_aligned);
    }
    if (step.receives(me)) {
      for_each_other([&](unsigned unit) {
        if (step.sends(unit)) await_number(&header_of(me).arrived[unit], place_, unit, step_);
      });
      __syncthreads();
      take(step);
    }
    end_step();
  }

 private:
  /// The slot at one unit for what another one pushes.
  __device__ T* slot(unsigned at, unsigned from) const
  {
    return reinterpret_cast<T*>(call_.memory[at] + layout_.slot(blockIdx.x, step_, from));
  }

  __device__ void push(const Step<T>& step) const
  {
    for (unsigned distance = 1; distance < call_.units; ++distance) {
      const unsigned unit = (call_.me + distance) % call_.units;
      if (!step.receives(unit)) continue;
      copy<count>(
          slot(unit, call_.me), step.send.of(unit), step.send.size_of(unit), call_.is_aligned);
    }
    __syncthreads();
    for_each_other([&](unsigned unit) {
      if (!step.receives(unit)) return;
      __threadfence_system();
      store_release(&header_of(unit).arrived[call_.me], step_);
    });
  }

  __device__ void take(const Step<T>& step) const
  {
    const unsigned me = call_.me;
    if (step.combines) {
      const std::size_t n = step.recv.size_of(me);
      const T* const own = step.send.of(me);
      combine<count>(call_, step.recv.of(me), n, [&](unsigned unit, std::size_t i) {
        return load<count>((unit == me ? own : slot(me, unit)) + i, n - i, call_.is_aligned);
      });
      return;
    }
    for (unsigned unit = 0; unit < call_.units; ++unit) {
      if (unit == me || !step.sends(unit)) continue;
      copy<count>(step.recv.of(unit), slot(me, unit), step.recv.size_of(unit), call_.is_aligned);
    }
  }
};

/// Pushes lines, which tell by themselves that they have arrived.
template <class T>
class LineChannel : public Channel {
 public:
  static constexpr bool has_room_for_parts = false;
  static constexpr unsigned count = ChannelLayout::data_of_line / sizeof(T);
  using Channel::Channel;

  __device__ void exchange(const Step<T>& step)
  {
    const unsigned me = call_.me;
    begin_step();
    if (step.sends(me)) push(step);
    if (step.receives(me)) take(step);
    end_step();
  }

 private:
  using Line = ChannelLayout::Line;
  using Values = Vector<T, count>;
  union Words {
    Values values;
    std::uint32_t words[2];
  };

  __device__ Line* lines(unsigned at, unsigned from) const
  {
    return reinterpret_cast<Line*>(call_.memory[at] + layout_.lines(blockIdx.x, step_, from));
  }
  __device__ std::uint32_t mark() const { return static_cast<std::uint32_t>(step_); }

  __device__ void push(const Step<T>& step) const
  {
    for (unsigned distance = 1; distance < call_.units; ++distance) {
      const unsigned unit = (call_.me + distance) % call_.units;
      if (!step.receives(unit)) continue;
      const std::size_t n = step.send.size_of(unit);
      Line* const to = lines(unit, call_.me);
      for (std::size_t i = threadIdx.x * count; i < n; i += blockDim.x * count)
        write(to + i / count, load<count>(step.send.of(unit) + i, n - i, call_.is_aligned));
    }
  }

  __device__ void take(const Step<T>& step) const
  {
    const unsigned me = call_.me;
    const auto value_of = [&](unsigned unit, std::size_t i) {
      if (unit != me) return read(lines(me, unit) + i / count, unit);
      return load<count>(step.send.of(me) + i, step.send.size_of(me) - i, call_.is_aligned);
    };
    if (step.combines)
      return combine<count>(call_, step.recv.of(me), step.recv.size_of(me), value_of);
    for (unsigned unit = 0; unit < call_.units; ++unit) {
      if (!step.sends(unit)) continue;
      T* const to = step.recv.of(unit);
      if (unit == me && to == step.send.of(me)) continue;
      const std::size_t n = step.recv.size_of(unit);
      for (std::size_t i = threadIdx.x * count; i < n; i += blockDim.x * count)
        store<count>(to + i, value_of(unit, i), n - i, call_.is_aligned);
    }
  }

  __device__ void write(Line* line, const Values& values) const
  {
    const Words data{values};
    const std::uint64_t number = std::uint64_t(mark()) << 32;
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(line),
                 "l"(number | data.words[0]), "l"(number | data.words[1])
                 : "memory");
  }

  __device__ Values read(const Line* line, unsigned unit) const
  {
    Patience patience(place_);
    for (;;) {
      std::uint64_t first, second;
      asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
                   : "=l"(first), "=l"(second)
                   : "l"(line)
                   : "memory");
      const bool is_there = first >> 32 == mark() && second >> 32 == mark();
      if (is_there || patience.is_over(unit, first >> 32)) {
        Words data;
        data.words[0] = static_cast<std::uint32_t>(first);
        data.words[1] = static_cast<std::uint32_t>(second);
        return data.values;
      }
    }
  }
};

template <template <class> class Way, class T>
__global__ void __launch_bounds__(most_threads)
    execute(const __grid_constant__ Call call, const __grid_constant__ FaultPlace place)
{
  if (place.time_limit != 0 && is_broken(place)) return;
  Way<T> channel(call, place);
  const std::size_t stride = gridDim.x * call.chunk;
  for (std::size_t first = blockIdx.x * call.chunk; first < call.elements; first += stride) {
    const std::size_t n = min(call.chunk, call.elements - first);
    if (Way<T>::has_room_for_parts && call.kind == Kind::allreduce) {
      const auto step = combining_step<T>(call, first, n, call.chunk / call.units);
      channel.exchange(step);
      channel.exchange(spreading_step(step, call.me));
    } else {
      channel.exchange(whole_step<T>(call, first, n));
    }
  }
  channel.close();
}

/* ---- launches -------------------------------------------------------------------------------- */

/// Up to this size of a block, lines take less time than slots, although they have twice the size.
constexpr std::size_t most_bytes_in_lines = std::size_t(128) << 10;
/// Smaller chunks take as long as these.
constexpr std::size_t least_bytes_in_lines = 2048, least_bytes_in_slots = 8192;

/// How a collective is divided; the same on all units.
struct Plan {
  bool in_lines;
  std::size_t chunk_bytes;  ///< a multiple of a vector
  unsigned channels, threads;
};

Plan plan_for(const QueueCollective& collective, std::size_t bytes)
{
  const auto units = static_cast<unsigned>(collective.channels.size());
  const ChannelLayout layout(units);
  const std::size_t in_all_lines = layout.line_channels * layout.line_data_bytes();
  Plan plan{bytes <= std::min(most_bytes_in_lines / (units - 1), in_all_lines), 0, 0, most_threads};
  const std::size_t parts = collective.kind == Kind::allreduce && !plan.in_lines ? units : 1;
  const std::size_t channels = plan.in_lines ? layout.line_channels : layout.channels;
  const std::size_t least = plan.in_lines ? least_bytes_in_lines : least_bytes_in_slots;
  const std::size_t most = plan.in_lines ? layout.line_data_bytes() : layout.slot_bytes();
  const std::size_t even = (bytes / parts + channels - 1) / channels;
  const std::size_t part = std::clamp(even, std::min(least, most), most) + vector_bytes - 1;
  plan.chunk_bytes = parts * (part / vector_bytes * vector_bytes);
  const std::size_t chunks = (bytes + plan.chunk_bytes - 1) / plan.chunk_bytes;
  plan.channels = static_cast<unsigned>(std::min(chunks, channels));
  if (plan.in_lines) {
    const std::size_t lines = std::min(bytes, plan.chunk_bytes) / ChannelLayout::data_of_line + 1;
    plan.threads = static_cast<unsigned>(
        std::clamp<std::size_t>((lines + warp - 1) / warp * warp, warp, most_threads));
  }
  return plan;
}

bool is_aligned(const QueueCollective& collective, std::size_t block_bytes, unsigned bytes)
{
  const auto places = reinterpret_cast<std::uintptr_t>(collective.send) |
                      reinterpret_cast<std::uintptr_t>(collective.recv);
  const bool has_blocks = collective.kind != Kind::broadcast &&
                          collective.kind != Kind::allreduce && collective.kind != Kind::reduce;
  return (places | (has_blocks ? block_bytes : 0)) % bytes == 0;
}

template <class T>
cudaError_t launch(
    const QueueCollective& collective, std::size_t bytes, const FaultPlace& place,
    cudaStream_t stream)
{
  const Plan plan = plan_for(collective, bytes);
  Call call{
      collective.kind,
      collective.operation,
      static_cast<unsigned>(collective.channels.size()),
      collective.me,
      collective.root,
      collective.send,
      collective.recv,
      bytes / sizeof(T),
      plan.chunk_bytes / sizeof(T),
      is_aligned(collective, bytes, vector_bytes),
      {}};
  std::copy(collective.channels.begin(), collective.channels.end(), call.memory);
  if (plan.in_lines)
    execute<LineChannel, T><<<plan.channels, plan.threads, 0, stream>>>(call, place);
  else
    execute<SlotChannel, T><<<plan.channels, plan.threads, 0, stream>>>(call, place);
  return cudaGetLastError();
}

}  // namespace

cudaError_t launch_collective(
    const QueueCollective& collective, const FaultPlace& place, cudaStream_t stream)
{
  if (collective.type == DART_TYPE_BYTE) {  // words move faster than bytes
    const std::size_t bytes = collective.elements;
    using Word = unsigned;
    return bytes % sizeof(Word) == 0 && is_aligned(collective, bytes, sizeof(Word))
               ? launch<Word>(collective, bytes, place, stream)
               : launch<char>(collective, bytes, place, stream);
  }
  return with_represented_type(collective.type, [&]<class T>(T) {
    return launch<T>(collective, collective.elements * sizeof(T), place, stream);
  });
}

cudaError_t load_channel_kernels()
{
  cudaError_t loaded = cudaSuccess;
  for (dart_datatype_t type = DART_TYPE_BYTE; type < DART_TYPE_LONG_DOUBLE; ++type) {
    if (loaded != cudaSuccess) return loaded;
    loaded = with_represented_type(type, [&]<class T>(T) {
      cudaFuncAttributes attributes;
      const cudaError_t lines = cudaFuncGetAttributes(&attributes, execute<LineChannel, T>);
      return lines != cudaSuccess ? lines
                                  : cudaFuncGetAttributes(&attributes, execute<SlotChannel, T>);
    });
  }
  return loaded;
}

}  // namespace dart::cuda
