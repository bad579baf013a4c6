/// Measures communication of running kernels of two GPU units in comparison with kernels that
/// load and store the same memory by themselves.

#include <cooperative_groups.h>
#include <dash/Kernels.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/gpu.h"
#include "gpu/kernel_loops.h"

namespace {

using namespace bench::loops;

/// Words of a unit that others write, each in a line of its own.
constexpr std::ptrdiff_t data_at = 0, flag_at = 32, words_of_unit = 64;

/// A store, a fence and a flag.
struct RawLink {
  volatile Word* data;
  volatile Word* flag;
  volatile Word* own_flag;

  __device__ void send(Word value) const
  {
    *data = value;
    __threadfence_system();
    *flag = value;
  }
  __device__ void await(Word value) const
  {
    while (*own_flag < value) {
    }
    __threadfence_system();
  }
};

struct RawStores {
  uint4* to;
  const uint4* from;
  std::size_t n;
  std::size_t repeats;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    for (std::size_t k = 0; k < repeats; ++k) {
      for (std::size_t i = grid.rank(); i < n; i += grid.size()) to[i] = from[i];
    }
  }
};

struct RawAdd {
  unsigned long long* words;

  __device__ Word operator()(std::size_t i, Word value) const
  {
    return atomicAdd_system(words + i, static_cast<unsigned long long>(value));
  }
};

struct Barriers {
  kernel::Team team;
  std::size_t rounds;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    for (std::size_t i = 0; i < rounds; ++i) kernel::barrier(team, grid);
  }
};

/// A barrier of the grid by CUDA, after which one thread tells the other unit, and each block
/// looks.
struct RawBarriers {
  volatile Word* flag;
  volatile Word* own_flag;
  Word first;
  std::size_t rounds;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    for (Word value = first; value < first + rounds; ++value) {
      __threadfence_system();
      cooperative_groups::this_grid().sync();
      if (threadIdx.x == 0) {
        if (grid.block() == 0) *flag = value;
        while (*own_flag < value) {
        }
        __threadfence_system();
      }
      __syncthreads();
    }
  }
};

class Communication : TwoUnits {
 public:
  explicit Communication(bench::Bench& bench)
      : TwoUnits(bench),
        words_(words_of_unit * dash::size())
  {
    dash::fill(words_, Word{0});
    words_.barrier();
  }

  void measure_latency()
  {
    const std::size_t rounds = bench_.sized(5000, 10);
    Link link{team_.view(), other(data_at), other(flag_at), own(flag_at)};
    const RawLink raw{other(data_at).address(), other(flag_at).address(), own(flag_at).address()};
    const auto seconds = bench_.duel(ping_pong(link, rounds), ping_pong(raw, rounds));
    bench_.report(
        "put + flag, one way, thread", {{"bytes", 8}, bench::gpu_units()},
        seconds.time(2.0 * static_cast<double>(rounds), bench::nano), "ns", "store, fence, flag",
        bench::at_most_ratio(1.2));
  }

  void measure_bandwidth(std::size_t bytes)
  {
    const std::size_t n = bytes / sizeof(uint4);
    dash::Array<uint4> array(2 * n * dash::size());
    const auto to = team_.pointer(part(array, other_));
    const uint4* const from = team_.pointer(part(array, dash::myid().id)).address() + n;
    const std::size_t repeats = bench_.sized(std::max<std::size_t>(1, (1 << 30) / bytes), 1);
    const auto report = [&](const char* name, const kernel::Shape& shape, const auto& put) {
      const RawStores stores{to.address(), from, n, put.repeats};
      const auto seconds = bench_.duel(by_unit_0(shape, put), by_unit_0(shape, stores));
      bench_.report(
          name, {{"bytes", bytes}, bench::gpu_units()},
          seconds.rate(static_cast<double>(put.repeats * bytes), bench::giga), "GB/s", "raw stores",
          bench::at_least_ratio(0.98));
    };
    const Put<kernel::Grid> by_grid{team_.view(), to, from, n, repeats};
    report(
        "put, all blocks", full(256, by_grid, RawStores{to.address(), from, n, repeats}), by_grid);
    const std::size_t few = std::max<std::size_t>(1, repeats / 100);
    report("put, one block", {1, 1024}, Put<kernel::Block>{team_.view(), to, from, n, few});
  }

  void measure_atomics()
  {
    constexpr std::size_t threads = 256;
    dash::Array<Word> counters(most_threads() * dash::size());
    const auto words = team_.pointer(part(counters, other_));
    const LibraryAdd add{team_.view(), words};
    const RawAdd raw{reinterpret_cast<unsigned long long*>(words.address())};
    const std::size_t chain = bench_.sized(5000, 10);
    const kernel::Shape alone{1, 1};
    const auto latency = bench_.duel(
        by_unit_0(alone, AddChain<LibraryAdd>{add, chain}),
        by_unit_0(alone, AddChain<RawAdd>{raw, chain}));
    bench_.report(
        "fetch_add on a peer, latency", {bench::gpu_units()},
        latency.time(static_cast<double>(chain), bench::nano), "ns", "atomicAdd_system",
        bench::at_most_ratio(1.1));
    const std::size_t rounds = bench_.sized(100, 1);
    const AddFlood<LibraryAdd> flood{add, rounds};
    const AddFlood<RawAdd> raw_flood{raw, rounds};
    const kernel::Shape shape = full(threads, flood, raw_flood);
    const auto rate = bench_.duel(by_unit_0(shape, flood), by_unit_0(shape, raw_flood));
    bench_.report(
        "fetch_add on a peer, rate", {bench::gpu_units()},
        rate.rate(static_cast<double>(rounds * shape.blocks * shape.threads), bench::giga), "1/ns",
        "atomicAdd_system", bench::at_least_ratio(1 / 1.1));
  }

  void measure_barrier()
  {
    const std::size_t rounds = bench_.sized(2000, 5);
    for (const std::size_t threads : {64, 256, 1024}) {
      const kernel::Shape shape{one_block_each(), threads};
      const auto library = bench::by_all([=, this] { run(shape, Barriers{team_.view(), rounds}); });
      const auto raw = bench::by_all([=, this] {
        Volatile flag = other(flag_at).address(), own_flag = own(flag_at).address();
        run(shape, RawBarriers{flag, own_flag, next_value(rounds), rounds});
      });
      const auto seconds = bench_.duel(library, raw);
      bench_.report(
          "barrier of all blocks of two units",
          {{"blocks", shape.blocks}, {"threads", threads}, bench::gpu_units()},
          seconds.time(static_cast<double>(rounds), bench::micro), "us", "grid sync + flags",
          bench::at_most_ratio(1.2));
    }
  }

 private:
  using Volatile = volatile Word*;

  Pointer own(std::ptrdiff_t at) { return team_.pointer(part(words_, dash::myid().id)) + at; }
  Pointer other(std::ptrdiff_t at) { return team_.pointer(part(words_, other_)) + at; }

  dash::Array<Word> words_;
};

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units(
      "kernel", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
        Communication communication(bench);
        communication.measure_latency();
        for (const std::size_t bytes : put_bytes) {
          communication.measure_bandwidth(bench.sized(bytes, 1 << 16));
        }
        communication.measure_atomics();
        communication.measure_barrier();
      });
}
