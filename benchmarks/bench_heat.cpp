/// bench_heat: the stencil of examples/05-heat on dash::Array, against the same stencil written by
/// hand for processes that share memory. Both run in the same units, in turn, on a picture of
/// 4096 x 4096 cells.
///
///     dartrun -n 2 bench_heat [--json]

#include <libdash.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../examples/05-heat/field.h"
#include "../examples/05-heat/stencil.h"

namespace {

constexpr std::size_t size = 4096;
constexpr int steps = 10;
constexpr int rounds = 5;

/// Memory that all units map, made without the library: a memfd of unit 0, opened through /proc.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes) : _bytes(bytes)
  {
    std::array<int, 2> owner{getpid(), -1};
    int file = -1;
    if (dash::myid() == 0) {
      file = owner[1] = memfd_create("bench_heat", 0);
      if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) fail();
    }
    dash::broadcast(owner.begin(), owner.end(), dash::team_unit_t{0});
    if (dash::myid() != 0) {
      const auto path = "/proc/" + std::to_string(owner[0]) + "/fd/" + std::to_string(owner[1]);
      file = open(path.c_str(), O_RDWR);
      if (file < 0) fail();
    }
    _address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (_address == MAP_FAILED) fail();
    dash::barrier();  // all have opened it
    close(file);
  }
  ~SharedMemory() { munmap(_address, _bytes); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  void* address() const { return _address; }

 private:
  [[noreturn]] static void fail()
  {
    throw std::runtime_error(std::string("bench_heat: shared memory: ") + std::strerror(errno));
  }

  std::size_t _bytes;
  void* _address = nullptr;
};

/// The barrier that one would write: count arrivals, spin until the last one opens the next round.
struct SpinBarrier {
  std::atomic<unsigned> arrived;
  std::atomic<unsigned> round;

  void wait(unsigned participants)
  {
    const unsigned mine = round.load(std::memory_order_relaxed);
    if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == participants) {
      arrived.store(0, std::memory_order_relaxed);
      round.store(mine + 1, std::memory_order_release);
    } else {
      while (round.load(std::memory_order_acquire) == mine) __builtin_ia32_pause();
    }
  }
};

double ripple(std::size_t i)
{
  return static_cast<double>(i * 7919 % 256);
}

/// Two copies of the picture in shared memory; each unit steps its share of the rows.
class HandWritten {
 public:
  HandWritten()
      : _memory(header + 2 * size * size * sizeof(double)),
        _units(dash::size()),
        _first(size * static_cast<std::size_t>(dash::myid()) / _units),
        _last(size * (static_cast<std::size_t>(dash::myid()) + 1) / _units),
        _barrier(static_cast<SpinBarrier*>(_memory.address())),
        _cells(reinterpret_cast<double*>(static_cast<std::byte*>(_memory.address()) + header)),
        _next(_cells + size * size)
  {
    for (std::size_t i = _first * size; i < _last * size; ++i) _cells[i] = _next[i] = ripple(i);
    dash::barrier();
  }

  void step(const stencil::Diffusion& diffusion)
  {
    const double* block = _cells + _first * size;
    const double* north = _first == 0 ? block : block - size;
    const double* south = _cells + (_last == size ? size - 1 : _last) * size;
    stencil::step_block(
        diffusion, north, block, south, _next + _first * size, _last - _first, size);
    std::swap(_cells, _next);
    _barrier->wait(static_cast<unsigned>(_units));
  }

 private:
  static constexpr std::size_t header = 4096;

  SharedMemory _memory;
  std::size_t _units;
  std::size_t _first;
  std::size_t _last;
  SpinBarrier* _barrier;
  double* _cells;
  double* _next;
};

/// Seconds a step.
template <class Stencil>
double time_steps(Stencil& field, const stencil::Diffusion& diffusion)
{
  dash::barrier();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) field.step(diffusion);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / steps;
}

struct Times {
  double dash = std::numeric_limits<double>::max();
  double hand_written = std::numeric_limits<double>::max();
};

/// Best of some rounds that alternate, so that both see the same machine.
Times measure(HeatField& field, HandWritten& reference, stencil::Model model)
{
  stencil::Diffusion diffusion;
  diffusion.model = model;
  Times best;
  for (int round = 0; round < rounds; ++round) {
    best.dash = std::min(best.dash, time_steps(field, diffusion));
    best.hand_written = std::min(best.hand_written, time_steps(reference, diffusion));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  const bool as_json = argc > 1 && std::string(argv[1]) == "--json";
  {
    HeatField field(size, size);
    auto& cells = field.cells();
    dash::generate_with_index(cells.begin(), cells.end(), [](std::size_t i) { return ripple(i); });
    HandWritten reference;
    for (const auto model : {stencil::Model::heat, stencil::Model::perona_malik}) {
      const Times t = measure(field, reference, model);
      if (dash::myid() != 0) continue;
      const std::string name = model == stencil::Model::heat ? "heat" : "perona-malik";
      std::cout << name << ": dash " << t.dash * 1e3 << " ms, by hand " << t.hand_written * 1e3
                << " ms a step, ratio " << t.hand_written / t.dash << std::endl;
    }
    (void)as_json;
    dash::barrier();
  }
  dash::finalize();
  return 0;
}
