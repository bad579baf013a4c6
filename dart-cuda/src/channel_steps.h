#pragma once

/// \file
/// The steps of which a collective consists for the channels of its units.

#include <cuda_runtime_api.h>

#include <cstddef>

#include "memory/channel_layout.h"
#include "memory/operation_queue.h"

namespace dart::cuda {

constexpr unsigned warp = 32;

/// What the kernel of a unit gets.
struct CollectiveArguments {
  QueueCollective::Kind kind;
  dart_operation_t operation;
  unsigned units, me, root;
  const void* send;
  void* recv;
  std::size_t elements;  ///< number of elements of a block
  std::size_t chunk;     ///< number of elements with which a channel does one step, or two
  bool is_aligned;       ///< blocks begin at multiples of a vector
  std::byte* memory[ChannelLayout::most_units];  ///< channels of each unit
};

/// Elements for or from each unit.
template <class T>
struct Blocks {
  T* begin;
  std::size_t stride;    ///< from the block of a unit to that of the next one; 0: all have the same
  std::size_t elements;  ///< number of elements of a block, except that …
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
  Blocks<const T> send;         ///< this unit's block for each receiver
  Blocks<T> recv;               ///< where the block of each sender goes …
  bool combines;                ///< … or, at this unit's place, their combination

  __device__ bool sends(unsigned unit) const { return senders >> unit & 1; }
  __device__ bool receives(unsigned unit) const { return receivers >> unit & 1; }
  __device__ bool travels(unsigned from, unsigned to) const { return sends(from) && receives(to); }
};

/// Blocks of which a step takes the elements from \c first on.
template <class T>
__device__ Blocks<T> part_of(T* blocks, std::size_t stride, std::size_t first, std::size_t elements)
{
  return {blocks + first, stride, elements, ~std::size_t(0)};
}

/// The step that is all of a collective for a chunk of its elements.
template <class T>
__device__ Step<T> whole_step(const CollectiveArguments& call, std::size_t first, std::size_t n)
{
  const auto* const send = static_cast<const T*>(call.send);
  auto* const recv = static_cast<T*>(call.recv);
  const unsigned all = ~0u >> (warp - call.units), root = 1u << call.root;
  const bool spreads = call.kind == QueueCollective::Kind::broadcast,
             collects = call.kind == QueueCollective::Kind::reduce;
  const bool is_divided = call.kind == QueueCollective::Kind::alltoall ||
                          call.kind == QueueCollective::Kind::reduce_scatter;
  const bool is_collected =
      call.kind == QueueCollective::Kind::alltoall || call.kind == QueueCollective::Kind::allgather;
  return {
      spreads ? root : all,
      collects  ? root
      : spreads ? all & ~root
                : all,
      part_of(send, is_divided ? call.elements : 0, first, n),
      part_of(recv, is_collected ? call.elements : 0, first, n),
      collects || call.kind == QueueCollective::Kind::allreduce ||
          call.kind == QueueCollective::Kind::reduce_scatter};
}

/// A chunk of an allreduce has a part for each unit, which combines it …
template <class T>
__device__ Step<T> combining_step(
    const CollectiveArguments& call, std::size_t first, std::size_t n, std::size_t part)
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

/// The steps of a block, for each of its chunks one, or two if a chunk of an allreduce has parts.
template <class T>
class StepsOfBlock {
 public:
  __device__ StepsOfBlock(const CollectiveArguments& call, bool has_parts)
      : call_(call),
        steps_of_chunk_(has_parts && call.kind == QueueCollective::Kind::allreduce ? 2 : 1)
  {}

  __device__ std::size_t count() const
  {
    const std::size_t chunks = (call_.elements + call_.chunk - 1) / call_.chunk;
    const std::size_t own =
        chunks > blockIdx.x ? (chunks - blockIdx.x - 1) / gridDim.x + 1 : std::size_t(0);
    return own * steps_of_chunk_;
  }

  /// Whether a step pushes what the step before it has combined.
  __device__ bool is_spreading(std::size_t step) const
  {
    return steps_of_chunk_ == 2 && step % 2 == 1;
  }

  __device__ Step<T> operator[](std::size_t step) const
  {
    const std::size_t chunk = blockIdx.x + step / steps_of_chunk_ * gridDim.x;
    const std::size_t first = chunk * call_.chunk;
    const std::size_t n = min(call_.chunk, call_.elements - first);
    if (steps_of_chunk_ == 1) return whole_step<T>(call_, first, n);
    const Step<T> combining = combining_step<T>(call_, first, n, call_.chunk / call_.units);
    return is_spreading(step) ? spreading_step(combining, call_.me) : combining;
  }

 private:
  const CollectiveArguments& call_;
  std::size_t steps_of_chunk_;
};

}  // namespace dart::cuda
