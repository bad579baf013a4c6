#pragma once

/// \file
/// Loops of communication in kernels of two GPU units, by the library, and the parts that they have
/// in common with the same loops by other means.

#include <dash/Kernels.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/gpu.h"

namespace bench::loops {

namespace kernel = dash::kernel;

using Word = std::uint64_t;
using Pointer = kernel::Pointer<Word>;

/// Starts a kernel and waits for it. Raw kernels start in the same way.
template <class Body>
void run(const kernel::Shape& shape, const Body& body)
{
  kernel::launch(shape, body).wait();
}

inline std::size_t gpu_attribute(cudaDeviceAttr attribute)
{
  int gpu = 0;
  int value = 0;
  require(cudaGetDevice(&gpu));
  require(cudaDeviceGetAttribute(&value, attribute, gpu));
  return static_cast<std::size_t>(value);
}

/// The number of blocks of one for each multiprocessor.
inline std::size_t one_block_each()
{
  return gpu_attribute(cudaDevAttrMultiProcessorCount);
}

/// Threads that a GPU holds at the same time.
inline std::size_t most_threads()
{
  return one_block_each() * gpu_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
}

/// A shape with as many blocks as fit on the GPU for both kernels.
template <class Body, class Raw>
kernel::Shape full(std::size_t threads, const Body& body, const Raw& raw)
{
  return {std::min(kernel::most_blocks(threads, body), kernel::most_blocks(threads, raw)), threads};
}

/// A word and a flag to the other unit, by the library.
struct Link {
  kernel::Team team;
  Pointer data, flag, own_flag;

  __device__ void send(Word value) const
  {
    kernel::put_notify(kernel::Thread{}, team, data, &value, 1, flag, value);
  }
  __device__ void await(Word value) const
  {
    kernel::wait(kernel::Thread{}, team, own_flag, kernel::Comparison::greater_equal, value);
  }
};

template <class Way>
struct PingPong {
  Way way;
  bool begins;
  Word first;
  std::size_t rounds;

  __device__ void operator()(const kernel::Grid&) const
  {
    for (Word value = first; value < first + rounds; ++value) {
      if (begins) way.send(value);
      way.await(value);
      if (!begins) way.send(value);
    }
  }
};

/// A put by all blocks.
struct PutByGrid {
  kernel::Team team;
  kernel::Pointer<uint4> to;
  const uint4* from;
  std::size_t n;
  std::size_t repeats;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    for (std::size_t i = 0; i < repeats; ++i) kernel::put(grid, team, to, from, n);
  }
};

/// The same by one block.
struct PutByBlock {
  kernel::Team team;
  kernel::Pointer<uint4> to;
  const uint4* from;
  std::size_t n;
  std::size_t repeats;

  __device__ void operator()(const kernel::Grid&) const
  {
    for (std::size_t i = 0; i < repeats; ++i) {
      kernel::put(kernel::Block{}, team, to, from, n);
    }
  }
};

/// Adds ones, each after the answer to the last one, of which no bit that counts is ever set.
template <class Add>
struct AddChain {
  Add add;
  std::size_t rounds;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    Word sum = 0;
    for (std::size_t i = 0; i < rounds; ++i) sum = add(grid.rank(), 1 + (sum >> 63));
  }
};

/// Adds ones without waiting, each thread to a word of its own.
template <class Add>
struct AddFlood {
  Add add;
  std::size_t rounds;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    for (std::size_t i = 0; i < rounds; ++i) add(grid.rank(), 1);
  }
};

struct LibraryAdd {
  kernel::Team team;
  Pointer words;

  __device__ Word operator()(std::size_t i, Word value) const
  {
    return kernel::fetch_add(team, words + static_cast<std::ptrdiff_t>(i), value);
  }
};

/// Iterator to the first element of a unit.
template <class Array>
auto part(Array& array, int unit)
{
  return array.begin() +
         static_cast<std::ptrdiff_t>(unit * static_cast<int>(array.size() / dash::size()));
}

}  // namespace bench::loops
