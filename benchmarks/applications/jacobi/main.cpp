/// app_jacobi: Jacobi's relaxation of a square that is cut in both dimensions, as in the paper on
/// GPU-triggered networking, by each control path. Compares with a plain loop on one core, and the
/// cells with those of a serial run, bit by bit.
///
///     dartrun -n 2 app_jacobi
///     dartrun -n 2 app_jacobi --by stream    # one control path: host, stream, trigger or library

#include <dash/Team.h>
#include <dash/algorithm/Copy.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "applications/support/control.h"
#include "border_exchange.h"
#include "field.h"
#include "library_driven.h"
#include "support/application.h"

namespace {

/// The same square in one process.
class SerialSquare {
 public:
  explicit SerialSquare(std::size_t size)
      : size_(size),
        cells_(size * size, jacobi::cold),
        next_(cells_),
        hot_(size, jacobi::hot),
        cold_(size, jacobi::cold)
  {}

  void run(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) {
      for (std::size_t r = 0; r < size_; ++r) relax_row(r);
      cells_.swap(next_);
    }
  }

  const std::vector<float>& cells() const { return cells_; }

 private:
  void relax_row(std::size_t r)
  {
    const float* const row = cells_.data() + r * size_;
    const float* const above = r == 0 ? hot_.data() : row - size_;
    const float* const below = r + 1 == size_ ? cold_.data() : row + size_;
    float* const next = next_.data() + r * size_;
    for (std::size_t c = 1; c + 1 < size_; ++c)
      next[c] = jacobi::mean(above[c], below[c], row[c - 1], row[c + 1]);
    const std::size_t last = size_ - 1;
    next[0] = jacobi::mean(above[0], below[0], jacobi::cold, row[1]);
    next[last] = jacobi::mean(above[last], below[last], row[last - 1], jacobi::cold);
  }

  std::size_t size_;
  std::vector<float> cells_, next_;
  std::vector<float> hot_, cold_;  ///< rows beyond the edges
};

/// Steps of a path, one or several at once, give the cells of the serial run. Collective.
template <class Path>
void check(std::size_t size)
{
  Path path(size);
  for (const std::size_t steps : {1, 2, 17}) path.run(steps);
  path.field().barrier();
  std::vector<float> cells(size * size);
  dash::copy(path.field().begin(), path.field().end(), cells.data());
  SerialSquare serial(size);
  serial.run(20);
  bench::require(cells == serial.cells(), "the cells are those of the serial run");
}

template <class Path>
void measure_path(bench::Bench& bench)
{
  if (!bench.measures_path(Path::name)) return;
  for (const std::size_t size : {12, 31}) check<Path>(size);
  for (const std::size_t size : bench.sizes({256, 1024, 4096}, 64)) {
    const std::size_t steps = bench.sized(20, 2);
    Path path(size);
    SerialSquare serial(size);
    auto params = bench::where();
    params.emplace_back("size", size);
    params.emplace_back("control", std::string(Path::name));
    const auto seconds = bench.duel(
        bench::by_all([&] { path.run(steps); }), bench::by_one([&] { serial.run(steps); }));
    bench.report(
        "step", std::move(params), seconds.time(static_cast<double>(steps), bench::micro), "us",
        "plain loop, one core");
  }
}

void measure(bench::Bench& bench)
{
  measure_path<jacobi::BorderExchange<control::Host>>(bench);
  measure_path<jacobi::BorderExchange<control::Stream>>(bench);
  measure_path<jacobi::BorderExchange<control::Triggers>>(bench);
  measure_path<jacobi::LibraryDriven>(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("jacobi", argc, argv, measure);
}
