/// 16-kernel-communication: a smoothing on a ring, in which the GPU communicates by itself.
///
/// Each unit has a part of a ring of numbers, and replaces each number by the mean of itself and
/// its neighbours, step by step. Between two steps, units send each other the numbers at the ends
/// of their parts. Three ways to do that, none of which needs the host between steps:
///
///   stream    puts and waits for flags are in a stream, between the kernels of the steps
///   trigger   the same, but the kernel itself starts the puts, which were posted before
///   kernel    one kernel executes all steps, and its blocks have roles: one of them computes and
///             exchanges the ends, while the others compute what is between
///
///     dartrun -n 2 16-kernel-communication
///     dartrun --gpu 2 16-kernel-communication --size 1048576 --steps 1000
///     dartrun --gpu 2 --gpu-backend emulated 16-kernel-communication

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Stream.h>
#include <dash/Triggers.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/OnStream.h>
#include <dash/algorithm/TeamCollectives.h>
#include <dash/kernel/KernelCollectives.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>
#include <dash/kernel/PutGet.h>
#include <dash/memory/UnitSpace.h>

#include <dash/dart/if/dart_trace.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iostream>
#include <vector>

#include "../support/program.h"

namespace {

const char* const name = "16-kernel-communication";

struct Options {
  std::size_t size = 1000;
  std::size_t steps = 100;
};

void declare(CommandLine& line, Options& o)
{
  line.add("--size", o.size, "Numbers of each unit").is_positive().shows_default();
  line.add("--steps", o.steps, "Number of steps").is_positive().shows_default();
}

using Index = std::ptrdiff_t;
using Step = std::uint64_t;

/// The numbers of a unit before and after a step, each part between copies of the neighbours'.
struct Smooth {
  const double* from;
  double* to;

  DASH_HOST_DEVICE void operator()(Index i) const
  {
    to[i + 1] = (from[i] + from[i + 1] + from[i + 2]) / 3;
  }
};

/// The same; where the first and the last number are computed, their tags are fired.
struct SmoothAndFire {
  Smooth smooth;
  Index size;
  dash::kernel::Triggers triggers;

  DASH_HOST_DEVICE void operator()(Index i) const
  {
    smooth(i);
    if (i == 0) triggers.fire(0);
    if (i == size - 1) triggers.fire(1);
  }
};

/// The number of the ring at a place of its copies.
struct Start {
  Index size, part, all;

  DASH_HOST_DEVICE static double of(Index number)
  {
    return static_cast<double>(number * 7919 % 1000);
  }
  DASH_HOST_DEVICE double operator()(Index i) const
  {
    return of((i / part * size + i % part - 1 + all) % all);
  }
};

/// A ring of numbers: two copies of it, of which each step reads one and writes the other.
class Ring {
 public:
  explicit Ring(std::size_t size)
      : size_(static_cast<Index>(size)),
        me_(dash::myid()),
        left_((me_ + units() - 1) % units()),
        right_((me_ + 1) % units()),
        copies_{
            dash::Array<double>((size + 2) * dash::size()),
            dash::Array<double>((size + 2) * dash::size())}
  {}

  static int units() { return static_cast<int>(dash::size()); }
  Index size() const { return size_; }

  /// Sets all numbers, and forgets the flags.
  void begin()
  {
    dash::barrier();  // the neighbours' last numbers have come
    for (auto& copy : copies_) {
      // The places at both ends of a part are for the neighbours' numbers.
      const Index parts = size_ + 2, all = size_ * units();
      dash::generate_with_index(copy, Start{size_, parts, all});
      copy.barrier();
    }
    flags_.allocate(3);
  }

  Smooth step(Step step) { return {address(copies_[(step - 1) % 2]), address(copies_[step % 2])}; }
  /// Calls \c send(place, value, flag) for both ends of the part after a step: where the number
  /// goes, where it is, and the flag that tells the neighbour.
  template <class Send>
  void for_each_end(Step step, Send send)
  {
    auto& copy = copies_[step % 2];
    double* const own = copy.lbegin();
    const auto at = [&](int unit, Index i) { return copy.begin() + (size_ + 2) * unit + i; };
    send(at(left_, size_ + 1), own + 1, flags_(left_, 1));
    send(at(right_, 0), own + size_, flags_(right_, 0));
  }
  /// Flag 0 counts the steps of the left neighbour, flag 1 those of the right one, and flag 2 those
  /// of the blocks of a kernel.
  dash::FlagRef<Step> flag(std::size_t i) const { return flags_[i]; }

  /// The sum of all numbers, each with a weight.
  double sum(Step steps)
  {
    dash::barrier();
    const auto& copy = copies_[steps % 2];
    std::vector<double> own(static_cast<std::size_t>(size_));
    const auto first = copy.begin() + (size_ + 2) * me_ + 1;
    dash::copy(first, first + size_, own.data());
    double sum = 0;
    for (Index i = 0; i < size_; ++i)
      sum += static_cast<double>(size_ * me_ + i + 1) * own[static_cast<std::size_t>(i)];
    return dash::all_reduce(sum, dash::plus<double>());
  }

 private:
  static double* address(dash::Array<double>& copy)
  {
    return static_cast<double*>(dart_kernel_address(copy.lbegin()));
  }

  Index size_;
  int me_, left_, right_;
  dash::Array<double> copies_[2];
  dash::Flags<Step, dash::UnitSpace> flags_{0};
};

/* ---- three ways ------------------------------------------------------------------------------ */

void await_neighbours(const dash::Stream& stream, const Ring& ring, Step step)
{
  if (step == 0) return;
  for (const std::size_t side : {0, 1})
    stream.wait_for(ring.flag(side), std::greater_equal{}, step);
}

void smooth_by_stream(Ring& ring, Step steps)
{
  dash::Stream stream;
  for (Step step = 1; step <= steps; ++step) {
    await_neighbours(stream, ring, step - 1);
    dash::for_each_index(stream, ring.size(), ring.step(step));
    ring.for_each_end(step, [&](auto place, double* value, auto flag) {
      stream.put_notify(place, {value, 1}, flag, step);
    });
  }
  stream.wait();
}

void smooth_by_triggers(Ring& ring, Step steps)
{
  dash::Stream stream;
  dash::Triggers triggers(2);
  for (Step step = 1; step <= steps; ++step) {
    std::size_t tag = 0;
    ring.for_each_end(step, [&](auto place, double* value, auto flag) {
      triggers.put_notify(tag++, 1, place, {value, 1}, flag, step);
    });
    await_neighbours(stream, ring, step - 1);
    dash::for_each_index(
        stream, ring.size(), SmoothAndFire{ring.step(step), ring.size(), triggers.view()});
  }
  stream.wait();
  triggers.wait();
}

/// What the kernel needs for the numbers at one end of the part, in each of the two copies.
struct End {
  dash::kernel::Pointer<double> place[2];
  const double* value[2];
  dash::kernel::Pointer<Step> flag, arrived;
};

/// All steps. The blocks of a unit have roles, and meet after each step by a counter.
struct SmoothAll {
  dash::kernel::Team team;
  Smooth steps[2];
  End ends[2];
  dash::kernel::Pointer<Step> completed;
  Index size;
  Step count;

  DASH_HOST_DEVICE void operator()(const dash::kernel::Grid& grid) const
  {
    const dash::kernel::Block block;
    for (Step step = 1; step <= count; ++step) {
      if (grid.block() == 0) {
        exchange_ends(block, step);
      } else {
        smooth_between({grid.block() - 1, grid.blocks() - 1}, step);
      }
      dash::kernel::notify_add(block, team, completed);
      if (!reaches(block, completed, step * grid.blocks())) return;
    }
  }

 private:
  DASH_HOST_DEVICE void exchange_ends(const dash::kernel::Block& block, Step step) const
  {
    for (std::size_t i = block.rank(); i < 2; i += block.size())
      steps[step % 2](i == 0 ? 0 : size - 1);
    block.sync();
    for (const End& end : ends) {
      dash::kernel::put_notify(
          block, team, end.place[step % 2], end.value[step % 2], 1, end.flag, step);
    }
    for (const End& end : ends) reaches(block, end.arrived, step);
  }

  /// \param others  all blocks but the one for the ends
  DASH_HOST_DEVICE void smooth_between(const dash::kernel::Grid& others, Step step) const
  {
    const Smooth smooth = steps[step % 2];
    const Index n = size > 2 ? size - 2 : 0;
    others.for_each(
        static_cast<std::size_t>(n), [&](std::size_t i) { smooth(static_cast<Index>(i) + 1); });
  }

  DASH_HOST_DEVICE bool reaches(
      const dash::kernel::Block& block, const dash::kernel::Pointer<Step>& flag, Step value) const
  {
    return dash::kernel::wait(block, team, flag, dash::kernel::Comparison::greater_equal, value);
  }
};

void smooth_by_kernel(Ring& ring, Step steps)
{
  dash::KernelTeam team;
  SmoothAll body{team.view(), {ring.step(2), ring.step(1)},
                 {},          team.pointer(ring.flag(2)),
                 ring.size(), steps};
  for (const Step step : {1, 2}) {
    std::size_t side = 0;
    ring.for_each_end(step, [&](auto place, double* value, auto flag) {
      End& end = body.ends[side];
      end.place[step % 2] = team.pointer(place);
      end.value[step % 2] = static_cast<double*>(dart_kernel_address(value));
      end.flag = team.pointer(flag);
      end.arrived = team.pointer(ring.flag(side++));
    });
  }
  dash::barrier();
  const std::size_t threads = 256, blocks = 1 + ring.size() / threads;
  const std::size_t most = dash::kernel::most_blocks(threads, body);
  dash::kernel::launch({std::max<std::size_t>(2, std::min(blocks, most)), threads}, body).wait();
  team.check();
}

/* ---- check ----------------------------------------------------------------------------------- */

double serial_sum(std::size_t size, Step steps)
{
  const std::size_t all = size * dash::size();
  std::vector<double> from(all), to(all);
  for (std::size_t i = 0; i < all; ++i) from[i] = Start::of(static_cast<Index>(i));
  for (Step step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < all; ++i)
      to[i] = (from[(i + all - 1) % all] + from[i] + from[(i + 1) % all]) / 3;
    from.swap(to);
  }
  double sum = 0;
  for (std::size_t i = 0; i < all; ++i) sum += static_cast<double>(i + 1) * from[i];
  return sum;
}

bool measure(Ring& ring, const Options& o, const char* way, void (*smooth)(Ring&, Step))
{
  ring.begin();
  smooth(ring, o.steps);  // once before, because the first time loads code
  ring.begin();
  dash::barrier();
  dart_trace_begin("way", way);  // for dartrun --trace
  const auto begin = std::chrono::steady_clock::now();
  smooth(ring, o.steps);
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
  dart_trace_end(0);
  const double expected = serial_sum(o.size, o.steps);
  const bool is_right = std::abs(ring.sum(o.steps) - expected) <= 1e-9 * expected;
  if (is_root()) {
    std::cout << way << (is_right ? ": right, " : ": WRONG, ")
              << time.count() / static_cast<double>(o.steps) << " us a step" << std::endl;
  }
  return is_right;
}

bool run(const Options& o)
{
  Ring ring(o.size);
  bool is_right = measure(ring, o, "stream", smooth_by_stream);
  is_right = measure(ring, o, "trigger", smooth_by_triggers) && is_right;
  return measure(ring, o, "kernel", smooth_by_kernel) && is_right;
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Smooths a ring of numbers; the GPU communicates by itself", declare, run);
}
