/// Measures collectives of buffers in memory of the units, in comparison with NCCL where the
/// benchmark is built with it and each unit has a GPU of its own; otherwise with copies through
/// host memory.

#ifdef BENCH_WITH_NCCL
#include <nccl.h>
#endif

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <dash/Stream.h>

#include "gpu/gpu.h"

namespace {

using bench::require;

enum class Collective { allreduce, reduce_scatter, allgather, alltoall, broadcast };

constexpr std::array all_collectives{
    Collective::allreduce, Collective::reduce_scatter, Collective::allgather, Collective::alltoall,
    Collective::broadcast};

const char* name_of(Collective collective)
{
  constexpr std::array names{"allreduce", "reduce_scatter", "allgather", "alltoall", "broadcast"};
  return names[static_cast<std::size_t>(collective)];
}

/// Calls the collective of DART. Buffers have room for \p n floats, of which each unit has a part
/// where the collective has a part for each unit.
void call(Collective collective, const float* send, float* recv, std::size_t n)
{
  const std::size_t part = n / dash::size();
  switch (collective) {
    case Collective::allreduce:
      return require(dart_allreduce(send, recv, n, DART_TYPE_FLOAT, DART_OP_SUM, DART_TEAM_ALL));
    case Collective::reduce_scatter:
      return require(
          dart_reduce_scatter(send, recv, part, DART_TYPE_FLOAT, DART_OP_SUM, DART_TEAM_ALL));
    case Collective::allgather:
      return require(dart_allgather(send, recv, part, DART_TYPE_FLOAT, DART_TEAM_ALL));
    case Collective::alltoall:
      return require(dart_alltoall(send, recv, part, DART_TYPE_FLOAT, DART_TEAM_ALL));
    case Collective::broadcast:
      return require(dart_bcast(recv, n, DART_TYPE_FLOAT, {0}, DART_TEAM_ALL));
  }
}

/// Adds the collective of DART to a stream.
void add(dart_stream_t stream, Collective collective, const float* send, float* recv, std::size_t n)
{
  const std::size_t part = n / dash::size();
  const dart_team_t team = DART_TEAM_ALL;
  switch (collective) {
    case Collective::allreduce:
      return require(
          dart_stream_allreduce(stream, send, recv, n, DART_TYPE_FLOAT, DART_OP_SUM, team));
    case Collective::reduce_scatter:
      return require(
          dart_stream_reduce_scatter(stream, send, recv, part, DART_TYPE_FLOAT, DART_OP_SUM, team));
    case Collective::allgather:
      return require(dart_stream_allgather(stream, send, recv, part, DART_TYPE_FLOAT, team));
    case Collective::alltoall:
      return require(dart_stream_alltoall(stream, send, recv, part, DART_TYPE_FLOAT, team));
    case Collective::broadcast:
      return require(dart_stream_bcast(stream, recv, n, DART_TYPE_FLOAT, {0}, team));
  }
}

/// The same for two buffers of a unit, with copies in host memory.
class ThroughHost {
 public:
  explicit ThroughHost(std::size_t n) : send_(n), recv_(n) {}

  static const char* name() { return "through host memory"; }

  void operator()(Collective collective, const float* send, float* recv, std::size_t n)
  {
    require(cudaMemcpy(send_.data(), send, n * sizeof(float), cudaMemcpyDefault));
    call(collective, send_.data(), recv_.data(), n);
    require(cudaMemcpy(recv, recv_.data(), n * sizeof(float), cudaMemcpyDefault));
  }

 private:
  std::vector<float> send_, recv_;
};

#ifdef BENCH_WITH_NCCL
void require(
    ncclResult_t result, const std::source_location& place = std::source_location::current())
{
  if (result != ncclSuccess) bench::fail(ncclGetErrorString(result), place);
}

/// NCCL's collectives, for which the caller waits.
class Nccl {
 public:
  explicit Nccl(std::size_t)
  {
    ncclUniqueId id;
    if (dash::myid() == 0) require(ncclGetUniqueId(&id));
    bench::require(dart_bcast(&id, sizeof id, DART_TYPE_BYTE, {0}, DART_TEAM_ALL));
    require(ncclCommInitRank(&comm_, static_cast<int>(dash::size()), id, dash::myid().id));
  }
  ~Nccl() { ncclCommDestroy(comm_); }
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  static const char* name() { return "NCCL"; }

  void operator()(Collective collective, const float* send, float* recv, std::size_t n)
  {
    add(stream_, collective, send, recv, n);
    stream_.wait();
  }

  void add(
      cudaStream_t stream, Collective collective, const float* send, float* recv, std::size_t n)
  {
    const std::size_t part = n / dash::size();
    switch (collective) {
      case Collective::allreduce:
        require(ncclAllReduce(send, recv, n, ncclFloat, ncclSum, comm_, stream));
        break;
      case Collective::reduce_scatter:
        require(ncclReduceScatter(send, recv, part, ncclFloat, ncclSum, comm_, stream));
        break;
      case Collective::allgather:
        require(ncclAllGather(send, recv, part, ncclFloat, comm_, stream));
        break;
      case Collective::alltoall:
        alltoall(stream, send, recv, part);
        break;
      case Collective::broadcast:
        require(ncclBroadcast(recv, recv, n, ncclFloat, 0, comm_, stream));
        break;
    }
  }

 private:
  void alltoall(cudaStream_t stream, const float* send, float* recv, std::size_t part)
  {
    require(ncclGroupStart());
    for (int unit = 0; unit <= bench::last_unit(); ++unit) {
      require(ncclSend(send + unit * part, part, ncclFloat, unit, comm_, stream));
      require(ncclRecv(recv + unit * part, part, ncclFloat, unit, comm_, stream));
    }
    require(ncclGroupEnd());
  }

  ncclComm_t comm_ = nullptr;
  bench::RawStream stream_;
};

/// Whether each unit has a GPU of its own.
bool has_own_gpus()
{
  std::vector<int> gpus;
  for (int unit = 0; unit <= bench::last_unit(); ++unit) gpus.push_back(bench::gpu_of(unit));
  std::sort(gpus.begin(), gpus.end());
  return gpus.front() >= 0 && std::adjacent_find(gpus.begin(), gpus.end()) == gpus.end();
}
#endif

/// Memory of the unit.
class UnitBuffer {
 public:
  explicit UnitBuffer(std::size_t n)
  {
    require(dart_memalloc(n * sizeof(float), DART_TYPE_BYTE, &block_));
    void* address = nullptr;
    require(dart_gptr_getaddr(block_, &address));
    data_ = static_cast<float*>(address);
    const std::vector<float> ones(n, 1.0f);
    require(cudaMemcpy(data_, ones.data(), n * sizeof(float), cudaMemcpyDefault));
  }
  ~UnitBuffer() { dart_memfree(block_); }
  UnitBuffer(const UnitBuffer&) = delete;
  UnitBuffer& operator=(const UnitBuffer&) = delete;

  float* data() const { return data_; }

 private:
  dart_gptr_t block_ = DART_GPTR_NULL;
  float* data_ = nullptr;
};

/// Bounds for several GPUs where the baseline is NCCL.
bench::Reach reach_of(Collective collective, std::size_t bytes, bool beside_nccl)
{
  if (!beside_nccl || dash::size() < 2) return {};
  const bool reduces_all = collective == Collective::allreduce;
  if (bytes <= 32 << 10) return bench::at_most_ratio(reduces_all ? 0.5 : 0.6);
  if (bytes <= 8 << 20) return bench::at_most_ratio(reduces_all ? 0.8 : 1.0);
  return bench::at_most_ratio(1.0);
}

template <class Raw>
void measure_beside(bench::Bench& bench, bool beside_nccl)
{
  // Through host memory, a gibibyte takes seconds.
  const std::size_t most = std::size_t(beside_nccl ? 1024 : 128) << 20;
  const std::size_t largest = bench.sized(most, std::size_t(1) << 20);
  for (std::size_t bytes :
       {std::size_t(8), std::size_t(64), std::size_t(4) << 10, std::size_t(32) << 10,
        std::size_t(512) << 10, std::size_t(8) << 20, std::size_t(128) << 20,
        std::size_t(1) << 30}) {
    if (bytes > largest) break;
    const std::size_t n = bytes / sizeof(float);
    const UnitBuffer send(n), recv(n);
    Raw raw(n);
    const std::size_t calls = bench.sized(bytes <= (512 << 10) ? 50 : 5, 2);
    for (const Collective collective : all_collectives) {
      const auto times = bench.duel(
          bench::repeated(
              bench::Who::all, calls, [&] { call(collective, send.data(), recv.data(), n); }),
          bench::repeated(
              bench::Who::all, calls, [&] { raw(collective, send.data(), recv.data(), n); }));
      bench.report(
          name_of(collective),
          {{"bytes", bytes},
           {"CPU units", bench::last_unit() + 1 - bench::gpu_unit_count()},
           bench::gpu_units()},
          times.time(static_cast<double>(calls), bench::micro), "us", Raw::name(),
          reach_of(collective, bytes, beside_nccl));
    }
  }
}

#ifdef BENCH_WITH_NCCL
/// Bounds within graphs.
bench::Reach reach_in_graph(Collective collective, std::size_t bytes)
{
  if (dash::size() < 2) return {};
  return bench::at_most_ratio(collective == Collective::allreduce && bytes <= 8 ? 0.5 : 1.0);
}

void measure_in_graphs(bench::Bench& bench)
{
  const dash::Stream stream;
  const auto native = static_cast<cudaStream_t>(stream.native());
  const bench::RawStream raw;
  Nccl nccl(0);
  for (std::size_t bytes :
       {std::size_t(8), std::size_t(4) << 10, std::size_t(32) << 10, std::size_t(512) << 10,
        std::size_t(8) << 20, std::size_t(128) << 20}) {
    const std::size_t n = bytes / sizeof(float);
    const UnitBuffer send(n), recv(n);
    const std::size_t calls = bench.sized(bytes <= 32 << 10 ? 1000 : bytes <= 8 << 20 ? 50 : 4, 4);
    for (const Collective collective : all_collectives) {
      const auto add_ours = [&] {
        add(stream.dart_stream(), collective, send.data(), recv.data(), n);
      };
      const auto add_theirs = [&] { nccl.add(raw, collective, send.data(), recv.data(), n); };
      add_ours();  // the first one takes memory
      add_theirs();
      stream.wait();
      raw.wait();
      const auto repeated = [calls](const auto& add_one) {
        return [=] {
          for (std::size_t k = 0; k < calls; ++k) add_one();
        };
      };
      const bench::Graph ours(native, repeated(add_ours)), theirs(raw, repeated(add_theirs));
      const auto times = bench.duel(
          bench::repeated(bench::Who::all, 1, [&] { ours.run(); }),
          bench::repeated(bench::Who::all, 1, [&] { theirs.run(); }));
      bench.report(
          name_of(collective), {{"bytes", bytes}, {"in a graph", calls}, bench::gpu_units()},
          times.time(static_cast<double>(calls), bench::micro), "us", Nccl::name(),
          reach_in_graph(collective, bytes));
    }
  }
}
#endif

void measure(bench::Bench& bench)
{
#ifdef BENCH_WITH_NCCL
  if (has_own_gpus()) {
    measure_beside<Nccl>(bench, true);
    if (dash::size() > 1) measure_in_graphs(bench);
    return;
  }
#endif
  measure_beside<ThroughHost>(bench, false);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("collectives", argc, argv, bench::Units::with_cpu, measure);
}
