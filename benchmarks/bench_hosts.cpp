/// Measures accesses to the other one of two hosts, emulated on this machine or real, by DART and
/// by MPI's own one-sided operations and collectives, in the same processes. scripts/bench runs
/// this program once for each transport.

#include <dash/Init.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hosts/dart_side.h"
#include "hosts/mpi_side.h"
#include "support/bench.h"

namespace {

using bench::at_most_ratio;
using bench::Param;
using bench::Reach;
using namespace bench::hosts;

using Step = std::function<void(Side&)>;

/// A batch of calls. The time of unit 0 counts.
struct Batch {
  std::size_t calls;
  Step origin;
  Step others = {};    ///< what all other units do; if empty, they wait in a barrier
  Step epilogue = {};  ///< what unit 0 does after the batch, not measured
};

Step only_target(Step step)
{
  return [step = std::move(step)](Side& side) {
    if (side.is_target()) step(side);
  };
}

Step repeated(std::size_t calls, Step call)
{
  return [calls, call = std::move(call)](Side& side) {
    for (std::size_t i = 0; i < calls; ++i) call(side);
  };
}

Batch by_origin(std::size_t calls, Step call)
{
  return {calls, repeated(calls, std::move(call))};
}

Batch by_all(std::size_t calls, const Step& call)
{
  return {calls, repeated(calls, call), repeated(calls, call)};
}

double run_origin(Side& side, const Batch& batch)
{
  const auto start = std::chrono::steady_clock::now();
  batch.origin(side);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (batch.epilogue) batch.epilogue(side);
  return taken.count();
}

/// Collective. \return seconds at unit 0
double run(Side& side, const Batch& batch)
{
  double seconds = 0;
  side.barrier();
  if (side.is_origin()) {
    seconds = run_origin(side, batch);
  } else if (batch.others) {
    batch.others(side);
  }
  side.barrier();
  return seconds;
}

/// The shortest time of several batches.
class Best {
 public:
  void add(double seconds)
  {
    best_ = std::min(best_, seconds);
    spent_ += seconds;
  }
  double microseconds_per_call(const Batch& batch) const
  {
    return best_ / static_cast<double>(batch.calls) / bench::micro;
  }
  double spent() const { return spent_; }

 private:
  double best_ = std::numeric_limits<double>::infinity();
  double spent_ = 0;
};

struct Rival {
  std::string name;
  Side* side;  ///< null: this is the runtime itself
  Batch batch;
  Reach reach = {};
  Best best = {};
};

class Measurement {
 public:
  explicit Measurement(bench::Bench& bench)
      : bench_(bench),
        me_(dash::myid()),
        units_(static_cast<int>(dash::size()))
  {
    dash::finalize();
    dynamic_ = std::make_unique<MpiSide>(me_, units_, Window::dynamic);
    allocated_ = std::make_unique<MpiSide>(me_, units_, Window::allocated);
  }
  ~Measurement()
  {
    allocated_.reset();
    dynamic_.reset();
    dash::init(nullptr, nullptr);  // in the state in which the program expects it
  }

  void transfers();
  void pipelined();
  void atomics();
  void notification();
  void collectives();
  void start();

 private:
  std::size_t calls(std::size_t bytes) const
  {
    return bench_.sized(std::clamp<std::size_t>((4 << 20) / bytes, 10, 200), 3);
  }
  /// The bound applies to the transport mpi only: other transports do not use the operations that
  /// they are compared with.
  Reach reach() const { return transport() == "mpi" ? at_most_ratio(1.15) : Reach(); }
  static std::string transport();
  static std::string network();

  void against_windows(const std::string& name, const std::vector<Param>& params, Batch batch);
  void compare(
      const std::string& name, std::vector<Param> params, const Batch& dart,
      std::vector<Rival> rivals);
  void run_phase(const Batch& dart, Best& best, std::vector<Rival>& rivals);
  bool goes_on(int round, double spent) const;
  void report(const std::string& name, std::vector<Param> params, double value, const Rival& rival);

  bench::Bench& bench_;
  int me_, units_;
  std::unique_ptr<MpiSide> dynamic_, allocated_;
};

std::string Measurement::transport()
{
  const char* name = std::getenv("DART_TRANSPORT");
  return name == nullptr ? "auto" : name;
}

std::string Measurement::network()
{
  const char* btl = std::getenv("OMPI_MCA_btl");
  return btl == nullptr ? "default network" : btl;
}

/// All units continue as long as unit 0 has time left.
bool Measurement::goes_on(int round, double spent) const
{
  const bench::Effort effort = bench_.effort();
  int more = round < effort.min_rounds || spent < effort.seconds;
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more != 0;
}

/// Alternates between the runtime and MPI's own calls. The runtime calls MPI from several threads,
/// but over TCP MPI permits only one at a time, so the runtime exists only in its own turns.
void Measurement::run_phase(const Batch& dart, Best& best, std::vector<Rival>& rivals)
{
  constexpr int batches = 4;  // the first one still has cold caches and no connections
  for (Rival& rival : rivals) {
    for (int i = 0; rival.side != nullptr && i < batches; ++i) {
      rival.best.add(run(*rival.side, rival.batch));
    }
  }
  dash::init(nullptr, nullptr);
  {
    DartSide side(me_, units_);
    for (int i = 0; i < batches; ++i) {
      best.add(run(side, dart));
      for (Rival& rival : rivals) {
        if (rival.side == nullptr) rival.best.add(run(side, rival.batch));
      }
    }
  }
  dash::finalize();
}

void Measurement::compare(
    const std::string& name, std::vector<Param> params, const Batch& dart,
    std::vector<Rival> rivals)
{
  Best best;
  for (int round = 0; goes_on(round, best.spent()); ++round) run_phase(dart, best, rivals);
  params.emplace_back("transport", transport());
  params.emplace_back("network", network());
  for (const Rival& rival : rivals) {
    report(name, params, best.microseconds_per_call(dart), rival);
  }
}

void Measurement::report(
    const std::string& name, std::vector<Param> params, double value, const Rival& rival)
{
  if (me_ != 0) return;  // without the runtime, Bench treats all processes alike
  bench_.report(
      name, std::move(params), {value, rival.best.microseconds_per_call(rival.batch)}, "us",
      rival.name, rival.reach);
}

void Measurement::against_windows(
    const std::string& name, const std::vector<Param>& params, Batch batch)
{
  compare(
      name, params, batch,
      {{"MPI, dynamic window", dynamic_.get(), batch, reach()},
       {"MPI, allocated window", allocated_.get(), batch}});
}

void Measurement::transfers()
{
  for (const std::size_t bytes :
       {std::size_t(8), std::size_t(4) << 10, std::size_t(64) << 10, largest}) {
    against_windows("put + flush", {{"bytes", bytes}}, by_origin(calls(bytes), [=](Side& side) {
                      side.put(bytes);
                      side.flush();
                    }));
    against_windows("get + flush", {{"bytes", bytes}}, by_origin(calls(bytes), [=](Side& side) {
                      side.get(bytes);
                      side.flush();
                    }));
  }
}

void Measurement::pipelined()
{
  for (const std::size_t bytes : {std::size_t(8), std::size_t(64) << 10}) {
    const std::size_t n = calls(bytes);
    against_windows(
        "puts, one flush", {{"bytes", bytes}, {"puts", n}},
        {n, [=](Side& side) {
           repeated(n, [=](Side& each) { each.put(bytes); })(side);
           side.flush();
         }});
  }
}

void Measurement::atomics()
{
  const Step add = [](Side& side) { side.add(); };
  Batch waits = by_origin(calls(8), add);
  Batch computes = by_origin(bench_.sized(50, 3), add);
  computes.others = only_target([](Side& side) { side.compute(); });
  computes.epilogue = [](Side& side) { side.stop_computing(); };
  for (const auto& [owner, batch] :
       {std::pair("owner waits", waits), {"owner computes", computes}}) {
    compare(
        "fetch and add", {{"owner", owner}}, batch,
        {{"MPI_Fetch_and_op + flush", dynamic_.get(), batch}});
  }
}

void Measurement::notification()
{
  const std::size_t n = calls(8);
  const Step ping = [](Side& side) {
    side.signal();
    side.await_signal();
  };
  const Step pong = [](Side& side) {
    side.await_signal();
    side.signal();
  };
  // Each round has one signal in each direction.
  const Batch signals{2 * n, repeated(n, ping), only_target(repeated(n, pong))};
  const Batch barriers{
      n,
      repeated(
          n,
          [](Side& side) {
            side.put(8);
            side.flush();
            side.native_barrier();
          }),
      repeated(n, [](Side& side) { side.native_barrier(); })};
  compare(
      "put_notify until seen", {{"bytes", 8}}, signals,
      {{"dart_put, dart_flush, dart_barrier", nullptr, barriers},
       {"MPI_Put, flush, MPI_Put, flush", dynamic_.get(), signals},
       {"MPI_Put, flush, MPI_Barrier", dynamic_.get(), barriers}});
}

void Measurement::collectives()
{
  const Batch barrier = by_all(calls(8), [](Side& side) { side.native_barrier(); });
  compare("barrier", {{"units", units_}}, barrier, {{"MPI_Barrier", dynamic_.get(), barrier}});
  for (const std::size_t bytes : {std::size_t(8), largest}) {
    const Batch reduction =
        by_all(calls(bytes), [=](Side& side) { side.allreduce(bytes / sizeof(double)); });
    compare(
        "allreduce", {{"bytes", bytes}, {"units", units_}}, reduction,
        {{"MPI_Allreduce", dynamic_.get(), reduction}});
  }
}

/// Measures the start of the runtime alone; MPI has been started before.
void Measurement::start()
{
  const Batch sessions = by_all(bench_.sized(5, 1), [](Side&) {
    dash::init(nullptr, nullptr);
    dash::finalize();
  });
  Best best;
  for (int round = 0; goes_on(round, best.spent()); ++round) best.add(run(*dynamic_, sessions));
  if (me_ != 0) return;
  bench_.report(
      {.name = "dash::init + dash::finalize",
       .params = {{"units", units_}, {"transport", transport()}, {"network", network()}},
       .value = best.microseconds_per_call(sessions) * bench::micro / bench::milli,
       .unit = "ms"});
}

void measure(bench::Bench& bench)
{
  Measurement measurement(bench);
  measurement.transfers();
  measurement.pipelined();
  measurement.atomics();
  measurement.notification();
  measurement.collectives();
  measurement.start();
}

/// Collective.
bool middle_is_on_another_host()
{
  dart_gptr_t memory = DART_GPTR_NULL;
  dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_BYTE, &memory);
  dart_gptr_t of_middle = memory;
  dart_gptr_setunit(&of_middle, dart_team_unit_t{static_cast<int>(dash::size()) / 2});
  void* address = nullptr;
  dart_gptr_mapped(of_middle, &address);
  char seen_by_first = address == nullptr;
  dart_bcast(&seen_by_first, 1, DART_TYPE_BYTE, dart_team_unit_t{0}, DART_TEAM_ALL);
  dart_team_memfree(memory);
  return seen_by_first != 0;
}

std::string needs_two_hosts()
{
  return middle_is_on_another_host()
             ? ""
             : "compares two hosts with as many units each: dartrun --hosts-emulated 2 -n 2";
}

/// Starts MPI in the same way as the runtime does, but so that it outlives the runtime.
void start_mpi(int* argc, char*** argv)
{
  setenv("OMPI_MCA_osc", "^ucx", 0);
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
}

}  // namespace

int main(int argc, char** argv)
{
  start_mpi(&argc, &argv);
  const int status = bench::run_units("hosts", argc, argv, measure, needs_two_hosts);
  MPI_Finalize();
  return status;
}
