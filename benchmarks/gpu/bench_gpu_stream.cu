/// Measures communication on streams and by triggers in comparison with the same copies and stream
/// memory operations of CUDA, called directly.

#include <cuda.h>

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "gpu/gpu.h"

namespace {

using bench::Graph;
using bench::require;
using Word = std::uint64_t;

void require_driver(
    CUresult result, const std::source_location& place = std::source_location::current())
{
  if (result != CUDA_SUCCESS) bench::fail("CUDA driver error " + std::to_string(result), place);
}

__device__ Word load_acquire(const Word* word)
{
  Word value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__device__ void store_release(Word* word, Word value)
{
  asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

__device__ Word clock_ns()
{
  Word ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

/// Waits for a value, and stores it where the other GPU waits for it.
__global__ void echo(const Word* arrived, Word* answer, Word value)
{
  while (load_acquire(arrived) < value) {
  }
  store_release(answer, value);
}

/// Fires, and measures the time until the answer comes. A null count: the host does the rest.
__global__ void fire_and_wait(Word* count, const Word* answer, Word value, Word* ns)
{
  const Word begin = clock_ns();
  __threadfence_system();
  atomicAdd_system(reinterpret_cast<unsigned long long*>(count), 1ULL);
  while (load_acquire(answer) < value) {
  }
  *ns = clock_ns() - begin;
}

__global__ void write_word(Word* word, Word value)
{
  *word = value;
}

constexpr int chain = 100;

/// Data and flags of two GPU units, of which unit 0 sends.
struct Ends {
  Ends() : data(bytes * dash::size()), flags(8)
  {
    void* address = nullptr;
    const auto there = data.begin() + static_cast<long>(bytes) * bench::last_unit();
    require(dart_gptr_kernel_address(there.dart_gptr(), bytes, &address));
    remote = static_cast<char*>(address);
    local = data.lbegin();
  }

  Word* flag(int unit, int i) const
  {
    void* address = nullptr;
    require(dart_gptr_kernel_address(flags(unit, i).dart_gptr(), sizeof(Word), &address));
    return static_cast<Word*>(address);
  }
  dart_gptr_t target() const
  {
    return (data.begin() + static_cast<long>(bytes) * bench::last_unit()).dart_gptr();
  }

  static constexpr std::size_t bytes = std::size_t(1) << 20;
  dash::Array<char> data;
  dash::Flags<Word, dash::UnitSpace> flags;
  char* remote = nullptr;
  char* local = nullptr;
};

/// Puts in a graph, each behind the one before it.
void measure_chains(bench::Bench& bench, const Ends& ends)
{
  const dash::Stream stream;
  const bench::RawStream raw_stream;
  for (const std::size_t nbytes : {std::size_t(8), std::size_t(4096), std::size_t(1) << 20}) {
    std::unique_ptr<bench::Graph> dash_graph, raw_graph;
    if (bench::is_unit_0()) {
      dash_graph = std::make_unique<bench::Graph>(static_cast<cudaStream_t>(stream.native()), [&] {
        for (int i = 0; i < chain; ++i) {
          require(dart_stream_put(
              stream.dart_stream(), ends.target(), ends.local, nbytes, DART_TYPE_BYTE,
              DART_TYPE_BYTE));
        }
      });
      raw_graph = std::make_unique<bench::Graph>(raw_stream, [&] {
        for (int i = 0; i < chain; ++i) {
          require(cudaMemcpyAsync(ends.remote, ends.local, nbytes, cudaMemcpyDefault, raw_stream));
        }
      });
    }
    const auto seconds = bench.duel(
        bench::by_one([&] { dash_graph->run(); }), bench::by_one([&] { raw_graph->run(); }));
    bench.report(
        "100 puts in a graph, each", {{"bytes", nbytes}, bench::gpu_units()},
        seconds.time(chain, bench::micro), "us", "cudaMemcpyAsync in a graph",
        bench::at_most_ratio(1.1));
  }
}

/// Barriers in a graph.
void measure_barriers(bench::Bench& bench)
{
  const dash::Stream stream;
  stream.barrier();
  stream.wait();
  const bench::Graph graph(static_cast<cudaStream_t>(stream.native()), [&] {
    for (int i = 0; i < chain; ++i) stream.barrier();
  });
  const auto seconds = bench.duel(
      bench::repeated(bench::Who::all, 1, [&] { graph.run(); }),
      bench::repeated(bench::Who::all, 1, [&] {
        for (int i = 0; i < chain; ++i) {
          require(cudaStreamSynchronize(bench::unit_stream()));
          require(dart_barrier(DART_TEAM_ALL));
        }
      }));
  bench.report(
      "100 barriers in a graph, each", {bench::gpu_units()}, seconds.time(chain, bench::micro),
      "us", "barriers of the host, with an empty stream", {});
}

/// Times from the firing by a kernel until it sees the answer of a kernel on the other GPU.
class Latency {
 public:
  explicit Latency(Ends& ends)
      : ends_(ends),
        ns_(bench::RawMemory<Word>::pinned(1)),
        fired_(bench::RawMemory<Word>::on_gpu(bench::gpu_of(dash::myid().id), 1))
  {
    require(cudaMemset(fired_.data(), 0, sizeof(Word)));
    require(cudaDeviceSynchronize());
  }

  /// Collective. \param post  prepares what the firing of \c count starts at unit 0
  double round_trip(
      const std::function<void(Word round)>& post, Word* count, Word round,
      const std::function<void(Word round)>& by_host = {})
  {
    const int last = bench::last_unit();
    const cudaStream_t stream = bench::unit_stream();
    dash::barrier();
    if (dash::myid() == last) {
      echo<<<1, 1, 0, stream>>>(ends_.flag(last, 0), ends_.flag(0, 1), round);
      require(cudaGetLastError());
    }
    double us = 0;
    if (bench::is_unit_0()) {
      if (post) post(round);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      if (by_host) {
        const auto begin = std::chrono::steady_clock::now();
        by_host(round);
        us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
                 .count();
      } else {
        fire_and_wait<<<1, 1, 0, stream>>>(count, ends_.flag(0, 1), round, ns_.data());
        require(cudaGetLastError());
        require(cudaStreamSynchronize(stream));
        us = static_cast<double>(*ns_.data()) / 1000;
      }
    }
    if (dash::myid() == last) require(cudaStreamSynchronize(stream));
    dash::barrier();
    return us;
  }

  Word* fired() const { return fired_.data(); }

 private:
  Ends& ends_;
  bench::RawMemory<Word> ns_, fired_;
};

double median(std::vector<double> values)
{
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// A put that a kernel triggers, beside stream memory operations, and beside the host's way: a
/// kernel, a wait of the host, a notified put.
void measure_triggers(bench::Bench& bench, Ends& ends)
{
  constexpr int rounds = 40;
  Latency latency(ends);
  dash::Triggers triggers(1);
  dart_trigger_view_t view{};
  require(dart_triggers_view(triggers.dart_triggers(), &view));
  const bench::RawStream raw_stream;
  const int last = bench::last_unit();
  Word round = 0, raw_fired = 0;
  for (const std::size_t nbytes : {std::size_t(8), std::size_t(4096)}) {
    std::vector<double> triggered, raw, by_host;
    const auto post = [&](Word value) {
      triggers.put_notify(
          0, 1, ends.data.begin() + static_cast<long>(Ends::bytes) * last, {ends.local, nbytes},
          ends.flags(last, 0), value);
    };
    const auto post_raw = [&](Word value) {
      const auto wait = reinterpret_cast<CUdeviceptr>(latency.fired());
      require_driver(cuStreamWaitValue64(raw_stream, wait, ++raw_fired, CU_STREAM_WAIT_VALUE_GEQ));
      require(cudaMemcpyAsync(ends.remote, ends.local, nbytes, cudaMemcpyDefault, raw_stream));
      require_driver(cuStreamWriteValue64(
          raw_stream, reinterpret_cast<CUdeviceptr>(ends.flag(last, 0)), value, 0));
    };
    const auto put_by_host = [&](Word value) {
      const cudaStream_t stream = bench::unit_stream();
      write_word<<<1, 1, 0, stream>>>(reinterpret_cast<Word*>(ends.local), value);
      require(cudaStreamSynchronize(stream));
      const dart_gptr_t flag = ends.flags(last, 0).dart_gptr();
      require(dart_put_notify(ends.target(), ends.local, nbytes, DART_TYPE_BYTE, flag, value));
      echo<<<1, 1, 0, stream>>>(ends.flag(0, 1), ends.flag(0, 2), value);
      require(cudaStreamSynchronize(stream));
    };
    for (int i = 0; i < rounds; ++i) {
      triggered.push_back(latency.round_trip(post, view.counts, ++round));
      raw.push_back(latency.round_trip(post_raw, latency.fired(), ++round));
      by_host.push_back(latency.round_trip({}, nullptr, ++round, put_by_host));
    }
    triggers.wait();
    const std::vector<bench::Param> params{{"bytes", nbytes}, bench::gpu_units()};
    bench.report(
        "trigger to answer", params, {median(triggered), median(raw)}, "us",
        "stream memory operations", bench::at_most_ratio(1.1));
    bench.report(
        "trigger to answer", params, {median(triggered), median(by_host)}, "us",
        "kernel, wait, put by the host, kernel", bench::at_most_ratio(0.5));
  }
}

void measure(bench::Bench& bench)
{
  if (dash::size() < 2) return;
  Ends ends;
  measure_chains(bench, ends);
  measure_barriers(bench);
  measure_triggers(bench, ends);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("stream", argc, argv, bench::Units::gpu_only, measure);
}
