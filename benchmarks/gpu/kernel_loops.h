#pragma once

/// \file
/// Loops of communication in kernels of two GPU units, by the library, and the parts that they have
/// in common with the same loops by other means.

#include <dash/Kernels.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

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

/// Puts by the threads of a scope: by one block or by the whole grid.
template <class Scope>
struct Put {
  kernel::Team team;
  kernel::Pointer<uint4> to;
  const uint4* from;
  std::size_t n;
  std::size_t repeats;

  __device__ void operator()([[maybe_unused]] const kernel::Grid& grid) const
  {
    for (std::size_t i = 0; i < repeats; ++i) {
      if constexpr (std::is_same_v<Scope, kernel::Grid>)
        kernel::put(grid, team, to, from, n);
      else
        kernel::put(Scope{}, team, to, from, n);
    }
  }
};

/// Adds ones, each after the answer to the last one: what is added depends on its highest bit,
/// which is never set.
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

/// What measurements of two GPU units have in common.
class TwoUnits {
 protected:
  /// \throws std::runtime_error unless there are two units
  explicit TwoUnits(Bench& bench) : bench_(bench), other_(dash::myid() == 0 ? 1 : 0)
  {
    if (dash::size() != 2) throw std::runtime_error("needs two units: dartrun --gpu 2");
  }

  /// The first of as many values of flags as there are rounds, which are all above earlier ones.
  Word next_value(std::size_t rounds) { return std::exchange(value_, value_ + rounds); }

  template <class Way>
  Body ping_pong(const Way& way, std::size_t rounds)
  {
    return by_all([=, this] {
      run({1, 1}, PingPong<Way>{way, dash::myid() == 0, next_value(rounds), rounds});
    });
  }

  template <class Kernel>
  static Body by_unit_0(const kernel::Shape& shape, const Kernel& kernel)
  {
    return by_one([=] { run(shape, kernel); });
  }

  Bench& bench_;
  dash::KernelTeam team_;
  int other_;

 private:
  Word value_ = 1;
};

/// Sizes of puts.
inline constexpr std::size_t put_bytes[] = {1 << 20, 16 << 20, 256 << 20};

}  // namespace bench::loops
