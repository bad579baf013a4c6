/// Measures blocking and pipelined put and get between the memories of two GPUs, and between host
/// memory and the memory of a GPU unit, in comparison with CUDA's copies. Unit 0 copies from and to
/// the last unit. Also measures copies of rows between host memories, in comparison with memcpy.
///
///     dartrun --gpu 2 bench_gpu_copy            # unit 0 is a GPU unit
///     dartrun --cpu 1 --gpu 1 bench_gpu_copy    # unit 0 is a CPU unit: host memory only

#include <algorithm>
#include <cstring>
#include <vector>

#include "gpu/gpu.h"

namespace {

using bench::Reach;
using bench::require;

// size from which bandwidth counts; below it latency counts
constexpr std::size_t bulk_bytes = 1 << 20;
constexpr std::size_t batch_bytes = 256 << 20;
constexpr std::size_t max_repeats = 1000;
constexpr int host = -1;  // number that stands for the host in place of a GPU

enum class Direction { put, get };

/// The two ends of transfers, and raw memory of the same kinds.
struct Route {
  std::string name;
  char* local;
  dart_gptr_t remote;
  int local_gpu;
  int remote_gpu;
  char* raw_local;
  char* raw_remote;
  std::string raw_name;
  Reach small;  ///< bound of times
  Reach bulk;   ///< bound of bandwidths
};

class Transfer {
 public:
  Transfer(const Route& route, Direction direction, const bench::RawStream& stream)
      : route_(route),
        is_put_(direction == Direction::put),
        stream_(stream)
  {}

  void run(std::size_t bytes) const
  {
    constexpr auto byte = DART_TYPE_BYTE;
    require(
        is_put_ ? dart_put_blocking(route_.remote, route_.local, bytes, byte, byte)
                : dart_get_blocking(route_.local, route_.remote, bytes, byte, byte));
  }

  void start(std::size_t offset, std::size_t bytes) const
  {
    constexpr auto byte = DART_TYPE_BYTE;
    auto remote = route_.remote;
    remote.addr_or_offs.offset += offset;
    char* const local = route_.local + offset;
    require(
        is_put_ ? dart_put(remote, local, bytes, byte, byte)
                : dart_get(local, remote, bytes, byte, byte));
  }

  void finish() const { require(dart_flush(route_.remote)); }

  void start_raw(std::size_t offset, std::size_t bytes) const
  {
    char* const local = route_.raw_local + offset;
    char* const remote = route_.raw_remote + offset;
    char* const to = is_put_ ? remote : local;
    const char* const from = is_put_ ? local : remote;
    if (route_.local_gpu == host) {
      require(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_));
    } else {
      const int to_gpu = is_put_ ? route_.remote_gpu : route_.local_gpu;
      const int from_gpu = is_put_ ? route_.local_gpu : route_.remote_gpu;
      require(cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, bytes, stream_));
    }
  }

  void finish_raw() const { stream_.wait(); }

 private:
  const Route& route_;
  bool is_put_;
  const bench::RawStream& stream_;
};

class Measurement {
 public:
  explicit Measurement(bench::Bench& bench) : bench_(bench) {}

  void blocking(const Route& route, Direction direction, std::size_t bytes)
  {
    const std::size_t repeats =
        bench_.sized(std::clamp<std::size_t>(batch_bytes / bytes, 1, max_repeats), 1);
    const Transfer transfer(route, direction, stream_);
    const auto seconds = bench_.duel(
        bench::repeated(bench::Who::one, repeats, [&] { transfer.run(bytes); }),
        bench::repeated(bench::Who::one, repeats, [&] {
          transfer.start_raw(0, bytes);
          transfer.finish_raw();
        }));
    const auto count = static_cast<double>(repeats);
    if (bytes < bulk_bytes) {
      report("", route, direction, bytes, seconds.time(count, bench::micro), "us", route.small);
    } else {
      const double moved = count * static_cast<double>(bytes);
      report("", route, direction, bytes, seconds.rate(moved, bench::giga), "GB/s", route.bulk);
    }
  }

  /// Starts many copies one behind the other and waits once for all of them.
  void pipelined(const Route& route, Direction direction, std::size_t bytes)
  {
    const std::size_t count = bench_.sized(max_repeats, 2);
    const Transfer transfer(route, direction, stream_);
    const auto seconds = bench_.duel(
        bench::by_one([&] {
          for (std::size_t i = 0; i < count; ++i) transfer.start(i * bytes, bytes);
          transfer.finish();
        }),
        bench::by_one([&] {
          for (std::size_t i = 0; i < count; ++i) transfer.start_raw(i * bytes, bytes);
          transfer.finish_raw();
        }));
    const auto time = seconds.time(static_cast<double>(count), bench::micro);
    report("pipelined ", route, direction, bytes, time, "us", route.small);
  }

 private:
  void report(
      const std::string& how, const Route& route, Direction direction, std::size_t bytes,
      const bench::Duel& figures, const char* unit, const Reach& reach)
  {
    bench_.report(
        how + (direction == Direction::put ? "put" : "get") + ", " + route.name,
        {{"bytes", bytes},
         {"by", bench::gpu_of(0) >= 0 ? "GPU unit" : "CPU unit"},
         bench::gpu_units()},
        figures, unit, route.raw_name, reach);
  }

  bench::Bench& bench_;
  const bench::RawStream stream_;
};

/// Global memory of all units and, where unit 0 needs it, raw memory of the same size.
class Memories {
 public:
  explicit Memories(std::size_t bytes)
      : bytes_(bytes),
        target_(bench::last_unit()),
        target_gpu_(bench::gpu_of(target_))
  {
    require(dart_team_memalloc_aligned(DART_TEAM_ALL, bytes, DART_TYPE_BYTE, &segment_));
    raw_remote_ = raw_memory(target_gpu_);
  }
  ~Memories() { dart_team_memfree(segment_); }
  Memories(const Memories&) = delete;
  Memories& operator=(const Memories&) = delete;

  /// Transfers from the memory of unit 0, which is a GPU unit.
  Route from_gpu()
  {
    const int gpu = bench::gpu_of(0);
    void* local = nullptr;
    require(dart_gptr_getaddr(part(dash::myid().id), &local));
    if (bench::is_unit_0()) {
      bench::enable_peer_access(gpu, target_gpu_);
      bench::enable_peer_access(target_gpu_, gpu);
    }
    return {
        .name = "peer GPU",
        .local = static_cast<char*>(local),
        .remote = part(target_),
        .local_gpu = gpu,
        .remote_gpu = target_gpu_,
        .raw_local = raw_memory(gpu),
        .raw_remote = raw_remote_,
        .raw_name = "cudaMemcpyPeerAsync",
        .small = bench::at_most_ratio(1.1),
        .bulk = bench::at_least_ratio(0.98)};
  }

  /// Transfers from host memory; that of the raw code is pinned. \param bound  least ratio of
  /// bandwidths
  Route from_host(const std::string& kind, char* local, char* raw_local, double bound) const
  {
    return {
        .name = "host, " + kind,
        .local = local,
        .remote = part(target_),
        .local_gpu = host,
        .remote_gpu = target_gpu_,
        .raw_local = raw_local,
        .raw_remote = raw_remote_,
        .raw_name = "pinned cudaMemcpyAsync",
        .small = {},
        .bulk = bench::at_least_ratio(bound)};
  }

 private:
  dart_gptr_t part(int unit) const
  {
    auto gptr = segment_;
    dart_gptr_setunit(&gptr, dart_team_unit_t{unit});
    return gptr;
  }

  char* raw_memory(int gpu)
  {
    if (!bench::is_unit_0()) return nullptr;
    raw_.push_back(bench::RawMemory<char>::on_gpu(gpu, bytes_));
    return raw_.back().data();
  }

  std::size_t bytes_;
  int target_;
  int target_gpu_;
  dart_gptr_t segment_;
  std::vector<bench::RawMemory<char>> raw_;
  char* raw_remote_;
};

/// 8 and its multiples by powers of \p factor below \p max_bytes, and \p max_bytes.
std::vector<std::size_t> sizes_up_to(std::size_t max_bytes, std::size_t factor)
{
  std::vector<std::size_t> sizes;
  for (std::size_t bytes = 8; bytes < max_bytes; bytes *= factor) sizes.push_back(bytes);
  sizes.push_back(max_bytes);
  return sizes;
}

void measure_peer(bench::Bench& bench)
{
  const std::size_t max_bytes = bench.sized(1 << 30, 1 << 20);
  Memories memories(max_bytes);
  const Route route = memories.from_gpu();
  Measurement measurement(bench);
  for (const auto direction : {Direction::put, Direction::get}) {
    for (const std::size_t bytes : sizes_up_to(max_bytes, 4)) {
      measurement.blocking(route, direction, bytes);
    }
    for (const std::size_t bytes : {8, 512, 8 << 10}) {
      measurement.pipelined(route, direction, bytes);
    }
  }
}

void measure_host(bench::Bench& bench)
{
  const std::size_t max_bytes = bench.sized(256 << 20, 1 << 20);
  Memories memories(max_bytes);
  const auto pinned = bench::RawMemory<char>::pinned(max_bytes);
  std::vector<char> pageable(max_bytes, 1);
  Measurement measurement(bench);
  for (const Route& route :
       {memories.from_host("pinned", pinned.data(), pinned.data(), 0.98),
        memories.from_host("pageable", pageable.data(), pinned.data(), 0.8)}) {
    for (const auto direction : {Direction::put, Direction::get}) {
      for (const std::size_t bytes : sizes_up_to(max_bytes, 32)) {
        measurement.blocking(route, direction, bytes);
      }
    }
  }
}

/// Rows between host memories, of which a run with GPU units copies boxes, too.
void measure_host_rows(bench::Bench& bench)
{
  const std::size_t bytes = bench.sized(64 << 20, 64 << 10);
  for (const std::size_t row : {8, 64, 1024}) {
    const std::size_t rows = bytes / row, stride = 2 * row;
    std::vector<char> from(rows * stride, 1), to(rows * stride);
    const dart_box_dimension_t dimension{rows, stride, stride};
    const dart_box_copy_t copy{to.data(), from.data(), row, &dimension, 1};
    const auto seconds = bench.duel(
        bench::by_one([&] { require(dart_memory_copy_boxes(&copy, 1)); }), bench::by_one([&] {
          for (std::size_t at = 0; at < rows * stride; at += stride)
            std::memcpy(to.data() + at, from.data() + at, row);
        }));
    bench.report(
        "rows, host to host", {{"rows", rows}, {"bytes", row}, bench::gpu_units()},
        seconds.rate(static_cast<double>(bytes), bench::giga), "GB/s", "memcpy for each row",
        bench::at_least_ratio(0.9));
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("copy", argc, argv, bench::Units::with_cpu, [](bench::Bench& bench) {
    if (dash::size() > 1 && bench::gpu_of(0) >= 0) measure_peer(bench);
    measure_host(bench);
    measure_host_rows(bench);
  });
}
