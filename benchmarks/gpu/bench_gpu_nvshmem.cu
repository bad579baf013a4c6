/// Measures communication of running kernels of two GPU units in comparison with the same loops
/// written with NVSHMEM, on memory of its symmetric heap.

#include <nvshmem.h>
#include <nvshmemx.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>

#include "applications/random_access/random_access.h"
#include "gpu/gpu.h"
#include "gpu/kernel_loops.h"

namespace {

using namespace bench::loops;

void require_nvshmem(
    int status, const std::source_location& place = std::source_location::current())
{
  if (status != 0) bench::fail("NVSHMEM call failed with " + std::to_string(status), place);
}

/// NVSHMEM in the processes of this run, on the GPUs of their units.
class Nvshmem {
 public:
  Nvshmem()
  {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    if (bench::is_unit_0()) require_nvshmem(nvshmemx_get_uniqueid(&id));
    bench::require(dart_bcast(&id, sizeof id, DART_TYPE_BYTE, {0}, DART_TEAM_ALL));
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    require_nvshmem(nvshmemx_set_attr_uniqueid_args(
        dash::myid().id, static_cast<int>(dash::size()), &id, &attributes));
    require_nvshmem(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes));
  }
  ~Nvshmem() { nvshmem_finalize(); }
  Nvshmem(const Nvshmem&) = delete;
  Nvshmem& operator=(const Nvshmem&) = delete;
};

/// Memory of the symmetric heap, all zero.
template <class T>
class Symmetric {
 public:
  explicit Symmetric(std::size_t n) : data_(static_cast<T*>(nvshmem_calloc(n, sizeof(T))))
  {
    if (data_ == nullptr) throw std::runtime_error("no memory left in NVSHMEM's symmetric heap");
  }
  ~Symmetric() { nvshmem_free(data_); }
  Symmetric(const Symmetric&) = delete;
  Symmetric& operator=(const Symmetric&) = delete;

  T* data() const { return data_; }

 private:
  T* data_;
};

/* ---- the same loops -------------------------------------------------------------------------- */

struct NvshmemLink {
  Word *data, *flag;  ///< the same places at both units
  int other;

  __device__ void send(Word value) const
  {
    nvshmem_uint64_p(data, value, other);
    nvshmem_fence();
    nvshmemx_signal_op(flag, value, NVSHMEM_SIGNAL_SET, other);
  }
  __device__ void await(Word value) const
  {
    nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, value);
  }
};

/// The put and the signal in one call, from memory.
struct NvshmemPutSignal {
  NvshmemLink link;
  Word* source;

  __device__ void send(Word value) const
  {
    *source = value;
    nvshmem_uint64_put_signal(
        link.data, source, 1, link.flag, value, NVSHMEM_SIGNAL_SET, link.other);
  }
  __device__ void await(Word value) const { link.await(value); }
};

/// Each block puts a part.
struct NvshmemPut {
  uint4* to;
  const uint4* from;
  std::size_t n, repeats;
  int other;

  __device__ void operator()(const kernel::Grid& grid) const
  {
    const std::size_t part = (n + gridDim.x - 1) / gridDim.x;
    const std::size_t first = min(n, part * grid.block()), last = min(n, first + part);
    for (std::size_t i = 0; i < repeats; ++i) {
      nvshmemx_putmem_block(to + first, from + first, (last - first) * sizeof(uint4), other);
    }
  }
};

struct NvshmemAdd {
  Word* words;
  int other;

  __device__ Word operator()(std::size_t i, Word value) const
  {
    return nvshmem_uint64_atomic_fetch_add(words + i, value, other);
  }
};

/// Batches of updates of a table of which each of two units has a part, as random_access::Updates.
struct NvshmemUpdates {
  Word* part;
  std::size_t size;
  int part_bits;
  std::uint64_t me;

  DASH_HOST_DEVICE void operator()([[maybe_unused]] std::uint64_t batch) const
  {
#if defined(__CUDA_ARCH__)
    const Word mask = (Word{1} << part_bits) - 1;
    Word number = random_access::number_at((2 * batch + me) * random_access::look_ahead);
    for (std::uint64_t i = 0; i < random_access::look_ahead; ++i) {
      const Word index = number & (size - 1);
      nvshmem_uint64_atomic_xor(
          part + (index & mask), number, static_cast<int>(index >> part_bits));
      number = random_access::next(number);
    }
#endif
  }
};

/* ---- measurements ---------------------------------------------------------------------------- */

class Comparison : TwoUnits {
 public:
  explicit Comparison(bench::Bench& bench) : TwoUnits(bench) {}

  void measure_latency()
  {
    constexpr std::ptrdiff_t data_at = 0, flag_at = 32, source_at = 64, words = 96;
    dash::Array<Word> array(words * dash::size());
    dash::fill(array, Word{0});
    array.barrier();
    const Symmetric<Word> symmetric(words);
    const std::size_t rounds = bench_.sized(5000, 10);
    const auto at = [&](int unit, std::ptrdiff_t i) {
      return team_.pointer(part(array, unit)) + i;
    };
    const int me = dash::myid();
    const Link link{team_.view(), at(other_, data_at), at(other_, flag_at), at(me, flag_at)};
    const NvshmemLink apart{symmetric.data() + data_at, symmetric.data() + flag_at, other_};
    const NvshmemPutSignal together{apart, symmetric.data() + source_at};
    const auto report = [&](const char* name, const auto& raw) {
      const auto seconds = bench_.duel(ping_pong(link, rounds), ping_pong(raw, rounds));
      bench_.report(
          "put + flag, one way, thread", {{"bytes", 8}, bench::gpu_units()},
          seconds.time(2.0 * static_cast<double>(rounds), bench::nano), "ns", name,
          bench::at_most_ratio(1));
    };
    report("NVSHMEM put_signal", together);
    report("NVSHMEM p, fence, signal", apart);
  }

  void measure_bandwidth(std::size_t bytes)
  {
    const std::size_t n = bytes / sizeof(uint4);
    dash::Array<uint4> array(2 * n * dash::size());
    const Symmetric<uint4> symmetric(2 * n);
    const auto to = team_.pointer(part(array, other_));
    const uint4* const from = team_.pointer(part(array, dash::myid().id)).address() + n;
    const std::size_t repeats = bench_.sized(std::max<std::size_t>(1, (1 << 30) / bytes), 1);
    const Put<kernel::Grid> put{team_.view(), to, from, n, repeats};
    const NvshmemPut raw{symmetric.data(), symmetric.data() + n, n, repeats, other_};
    const kernel::Shape shape = full(256, put, raw);
    const auto seconds = bench_.duel(by_unit_0(shape, put), by_unit_0(shape, raw));
    bench_.report(
        "put, all blocks", {{"bytes", bytes}, bench::gpu_units()},
        seconds.rate(static_cast<double>(repeats * bytes), bench::giga), "GB/s",
        "NVSHMEM put by blocks", bench::at_least_ratio(1));
  }

  void measure_atomics()
  {
    dash::Array<Word> counters(most_threads() * dash::size());
    const Symmetric<Word> symmetric(most_threads());
    const LibraryAdd add{team_.view(), team_.pointer(part(counters, other_))};
    const NvshmemAdd raw{symmetric.data(), other_};
    const std::size_t chain = bench_.sized(5000, 10), rounds = bench_.sized(100, 1);
    const kernel::Shape alone{1, 1};
    const auto latency = bench_.duel(
        by_unit_0(alone, AddChain<LibraryAdd>{add, chain}),
        by_unit_0(alone, AddChain<NvshmemAdd>{raw, chain}));
    bench_.report(
        "fetch_add on a peer, latency", {bench::gpu_units()},
        latency.time(static_cast<double>(chain), bench::nano), "ns", "NVSHMEM",
        bench::at_most_ratio(1));
    const AddFlood<LibraryAdd> flood{add, rounds};
    const AddFlood<NvshmemAdd> raw_flood{raw, rounds};
    const kernel::Shape shape = full(256, flood, raw_flood);
    const auto rate = bench_.duel(by_unit_0(shape, flood), by_unit_0(shape, raw_flood));
    bench_.report(
        "fetch_add on a peer, rate", {bench::gpu_units()},
        rate.rate(static_cast<double>(rounds * shape.blocks * shape.threads), bench::giga), "1/ns",
        "NVSHMEM", bench::at_least_ratio(1));
  }

  void measure_random_access()
  {
    const std::size_t size = bench_.sized(std::size_t{1} << 27, 1 << 12);
    const std::size_t part = size / dash::size();
    random_access::RandomAccess application(size);
    const Symmetric<Word> table(part);
    const std::size_t updates = 4 * size;
    const std::uint64_t batches = updates / random_access::look_ahead / dash::size();
    const auto me = static_cast<std::uint64_t>(dash::myid().id);
    const NvshmemUpdates raw{table.data(), size, std::countr_zero(part), me};
    const auto seconds =
        bench_.duel(bench::by_all([&] { application.update(); }), bench::by_all([&] {
                      dash::for_each_index(batches, raw);
                      nvshmem_barrier_all();
                    }));
    bench_.report(
        "RandomAccess", {{"words", size}, bench::gpu_units()},
        seconds.rate(static_cast<double>(updates), bench::giga), "GUPS", "NVSHMEM atomic_xor",
        bench::at_least_ratio(1));
  }

 private:
  Nvshmem nvshmem_;
};

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units(
      "nvshmem", argc, argv, bench::Units::gpu_only, [](bench::Bench& bench) {
        Comparison comparison(bench);
        comparison.measure_latency();
        for (const std::size_t bytes : put_bytes) {
          comparison.measure_bandwidth(bench.sized(bytes, 1 << 16));
        }
        comparison.measure_atomics();
        comparison.measure_random_access();
      });
}
