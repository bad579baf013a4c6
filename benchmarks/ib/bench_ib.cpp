/// Measures puts, gets and atomic operations of the verbs transport between two adapters in
/// comparison with perftest on the same adapters.

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "peer.h"
#include "perftest.h"
#include "support/bench.h"

namespace {

using bench::at_least_ratio;
using bench::at_most_ratio;
using bench::Result;
using namespace bench::ib;
using dart::Transport;

constexpr std::size_t largest = 4 << 20;
constexpr std::size_t sizes[] = {1, 8, 64, 512, 4 << 10, 32 << 10, 256 << 10, largest};

/// Number of alternating measurements of each side; the best one counts.
constexpr int rounds = 8;

double microseconds(const std::function<void()>& run)
{
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// The median, which perftest calls "typical".
double typical(std::size_t iterations, const std::function<void()>& run)
{
  std::vector<double> times(iterations);
  for (double& time : times) time = microseconds(run);
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

class Measurement {
 public:
  Measurement(bench::Bench& bench, Unit& own, Peer& peer) : bench_(bench), own_(own), peer_(peer) {}

  void latency(std::size_t bytes)
  {
    const std::size_t n = bench_.sized(bytes < (64 << 10) ? 500 : 50, 10);
    report_time(
        "put, one way", "ib_write_lat", bytes, n, [=, this] { return ping_pong(bytes, n); });
    report_time("get", "ib_read_lat", bytes, n, [=, this] {
      return typical(n, [=, this] { get(bytes); });
    });
  }

  void atomic_latency()
  {
    const std::size_t n = bench_.sized(500, 10);
    report_time("fetch and add", "ib_atomic_lat", 8, n, [=, this] {
      return typical(n, [this] { add(); });
    });
  }

  void bandwidth(std::size_t bytes)
  {
    const std::size_t n = bench_.sized(std::clamp<std::size_t>((32 << 20) / bytes, 8, 2000), 5);
    const double moved = static_cast<double>(n * bytes) / (1 << 20);
    report_rate(
        "put", {{"bytes", bytes}}, "MB/s", "ib_write_bw",
        [=, this] { return moved / put_all(bytes, n) * 1e6; },
        [=] { return perftest_bandwidth("ib_write_bw", bytes, n); });
    report_rate(
        "get", {{"bytes", bytes}}, "MB/s", "ib_read_bw",
        [=, this] { return moved / get_all(bytes, n) * 1e6; },
        [=] { return perftest_bandwidth("ib_read_bw", bytes, n); });
  }

  void message_rate(int queue_pairs)
  {
    const std::size_t n = bench_.sized(4000, 50);
    report_rate(
        "messages of 8 bytes", {{"queue pairs", queue_pairs}}, "M/s", "ib_write_bw",
        [=, this] { return static_cast<double>(n * queue_pairs) / put_small(queue_pairs, n); },
        [=] { return perftest_rate(queue_pairs, n); });
  }

 private:
  Transport& transport() { return own_.transport(); }

  void check(dart_ret_t result)
  {
    if (result != DART_OK) throw std::runtime_error("the transport failed; see its message");
  }

  void get(std::size_t bytes)
  {
    Transport::Ticket ticket;
    check(transport().get(own_.memory(), peer_.memory_of(1), bytes, &ticket));
    check(transport().wait(ticket, false));
  }

  void add()
  {
    const long one = 1;
    long old;
    check(transport().atomic(
        peer_.memory_of(1), {DART_TYPE_LONG, 1, DART_OP_SUM, &one, nullptr, &old}));
  }

  /// Half of the time until the reply has arrived.
  double ping_pong(std::size_t bytes, std::size_t n)
  {
    std::byte* const out = own_.memory() + largest;
    volatile char* const arrived = last_byte(own_.memory(), bytes);
    *arrived = 0;
    char value = 0;
    out[bytes - 1] = std::byte{};
    Transport::Ticket ticket;
    check(transport().put(peer_.memory_of(1), out, bytes, &ticket));
    check(transport().wait(ticket, true));
    peer_.echo(bytes);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double time = typical(n, [&] {
      value = static_cast<char>(value % 100 + 1);
      out[bytes - 1] = static_cast<std::byte>(value);
      check(transport().put(peer_.memory_of(1), out, bytes, &ticket));
      while (*arrived != value) {
      }
    });
    peer_.echo(0);
    return time / 2;
  }

  double put_all(std::size_t bytes, std::size_t n)
  {
    return microseconds([=, this] {
      Transport::Ticket ticket;
      for (std::size_t i = 0; i < n; ++i) {
        check(transport().put(peer_.memory_of(1), own_.memory(), bytes, &ticket));
      }
      check(transport().flush(1, true));
    });
  }

  double get_all(std::size_t bytes, std::size_t n)
  {
    return microseconds([=, this] {
      Transport::Ticket ticket;
      for (std::size_t i = 0; i < n; ++i) {
        check(transport().get(own_.memory(), peer_.memory_of(1), bytes, &ticket));
      }
      check(transport().flush(1, true));
    });
  }

  /// Puts to several units, each over a queue pair of its own.
  double put_small(int queue_pairs, std::size_t n)
  {
    return microseconds([=, this] {
      Transport::Ticket ticket;
      for (std::size_t i = 0; i < n; ++i) {
        for (int unit = 1; unit <= queue_pairs; ++unit) {
          check(transport().put(peer_.memory_of(unit), own_.memory(), 8, &ticket));
        }
      }
      for (int unit = 1; unit <= queue_pairs; ++unit) check(transport().flush(unit, true));
    });
  }

  void report_time(
      const std::string& name, const std::string& program, std::size_t bytes, std::size_t n,
      const std::function<double()>& measure)
  {
    double best = measure(), baseline = perftest_latency(program, bytes, n);
    for (int i = 1; i < (bench_.quick() ? 1 : rounds); ++i) {
      best = std::min(best, measure());
      baseline = std::min(baseline, perftest_latency(program, bytes, n));
    }
    bench_.report(
        {name,
         {{"bytes", bytes}},
         best,
         "us",
         bench::Baseline{program, baseline},
         at_most_ratio(1.15)});
  }

  void report_rate(
      const std::string& name, std::vector<bench::Param> params, const std::string& unit,
      const std::string& program, const std::function<double()>& measure,
      const std::function<double()>& measure_baseline)
  {
    measure();  // makes the connection
    double best = measure(), baseline = measure_baseline();
    for (int i = 1; i < (bench_.quick() ? 1 : rounds); ++i) {
      best = std::max(best, measure());
      baseline = std::max(baseline, measure_baseline());
    }
    bench_.report(
        {name, std::move(params), best, unit, bench::Baseline{program, baseline},
         at_least_ratio(0.95)});
  }

  bench::Bench& bench_;
  Unit& own_;
  Peer& peer_;
};

void measure(bench::Bench& bench)
{
  pin_to(own_core);
  dart::ib::test::SocketMesh mesh(units);
  Peer peer(mesh, largest);
  Unit own(0, mesh, 2 * largest, "rxe0");
  peer.board().address[0] = reinterpret_cast<std::uint64_t>(own.memory());
  Measurement measurement(bench, own, peer);
  for (const std::size_t bytes : sizes) {
    if (bench.quick() && bytes > 64) break;
    measurement.latency(bytes);
  }
  measurement.atomic_latency();
  for (const std::size_t bytes : sizes) {
    if (bytes < 64 || (bench.quick() && bytes > 64)) continue;
    measurement.bandwidth(bytes);
  }
  for (const int queue_pairs : {1, 8}) measurement.message_rate(queue_pairs);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_alone("ib", argc, argv, measure);
}
