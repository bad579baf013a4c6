/// Measures dash::copy between local memory and another unit's part, in comparison with memcpy of
/// the same memory; and the copy of a whole CYCLIC array to a local buffer, in comparison with a
/// BLOCKED array.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Init.h>
#include <dash/algorithm/Copy.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_least_ratio;
using bench::at_most_ratio;
using bench::by_one;

/// Least number of bytes that a batch copies.
constexpr std::size_t batch_bytes = 32 << 20;
constexpr std::size_t max_repeats = 1 << 18;
/// Small copies proceed through a window of this size: if they repeated the same few bytes, these
/// would stay in the first-level cache, which never holds fresh data of another unit.
constexpr std::size_t window_bytes = 1 << 20;

class Transfer {
 public:
  Transfer(bench::Bench& bench, std::size_t max_bytes)
      : bench_(bench),
        per_unit_(max_bytes / sizeof(double)),
        array_(per_unit_ * dash::size()),
        local_(per_unit_, 1.0),
        remote_(bench::raw_part(array_, 1))
  {
    std::fill(array_.lbegin(), array_.lend(), 1.0);
    array_.barrier();
  }

  void measure(std::size_t bytes)
  {
    const std::size_t n = bytes / sizeof(double);
    const std::size_t repeats =
        bench_.sized(std::clamp<std::size_t>(batch_bytes / bytes, 1, max_repeats), 1);
    const auto first = array_.begin() + per_unit_;
    double* const local = local_.data();
    double* const remote = remote_;
    report(
        "get", bytes, repeats,
        bench_.duel(
            walking(
                n, repeats,
                [=](std::size_t i) { dash::copy(first + i, first + (i + n), local + i); }),
            walking(
                n, repeats, [=](std::size_t i) { std::memcpy(local + i, remote + i, bytes); })));
    report(
        "put", bytes, repeats,
        bench_.duel(
            walking(
                n, repeats,
                [=](std::size_t i) { dash::copy(local + i, local + (i + n), first + i); }),
            walking(
                n, repeats, [=](std::size_t i) { std::memcpy(remote + i, local + i, bytes); })));
  }

 private:
  /// Copies pieces of \p n elements one after the other.
  template <class Copy>
  static bench::Body walking(std::size_t n, std::size_t repeats, Copy copy)
  {
    const std::size_t window = std::max(n, window_bytes / sizeof(double));
    return by_one([=] {
      std::size_t position = 0;
      for (std::size_t i = 0; i < repeats; ++i) {
        copy(position);
        bench::clobber_memory();
        position += n;
        if (position == window) position = 0;
      }
    });
  }

  void report(const char* name, std::size_t bytes, std::size_t repeats, const bench::Duel& seconds)
  {
    if (bytes < 4096) {
      bench_.report(
          name, {{"bytes", bytes}}, seconds.time(static_cast<double>(repeats), bench::nano), "ns",
          "memcpy", bytes == 8 ? bench::at_most(10, "ns") : bench::Reach{});
    } else {
      const double moved = static_cast<double>(bytes) * static_cast<double>(repeats);
      bench_.report(
          name, {{"bytes", bytes}}, seconds.rate(moved, bench::giga), "GB/s", "memcpy",
          at_least_ratio(0.95));
    }
  }

  bench::Bench& bench_;
  std::size_t per_unit_;
  dash::Array<double> array_;
  std::vector<double> local_;
  double* remote_;
};

void measure_cyclic(bench::Bench& bench, std::size_t elements)
{
  dash::Array<double> cyclic(elements, dash::CYCLIC);
  dash::Array<double> blocked(elements, dash::BLOCKED);
  std::fill(cyclic.lbegin(), cyclic.lend(), 1.0);
  std::fill(blocked.lbegin(), blocked.lend(), 1.0);
  dash::barrier();
  std::vector<double> local(elements);
  const auto whole = [&](const auto& array) {
    return by_one([&] { dash::copy(array.begin(), array.end(), local.data()); });
  };
  bench.report(
      "get all, CYCLIC", {{"elements", elements}},
      bench.duel(whole(cyclic), whole(blocked)).time(1, bench::micro), "us", "BLOCKED",
      at_most_ratio(4));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("copy", argc, argv, [](bench::Bench& bench) {
    const std::size_t max_bytes = bench.sized(256 << 20, 2 << 20);
    {
      Transfer transfer(bench, max_bytes);
      for (std::size_t bytes : {8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20}) {
        transfer.measure(bytes);
      }
      for (std::size_t bytes = 16 << 20; bytes <= max_bytes; bytes *= 16) transfer.measure(bytes);
    }
    measure_cyclic(bench, bench.sized(1000000, 1000));
  });
}
