#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace bench {

inline constexpr double nano = 1e-9;
inline constexpr double micro = 1e-6;
inline constexpr double milli = 1e-3;
inline constexpr double mega = 1e6;
inline constexpr double giga = 1e9;

/// Who runs the measured code. In a program without DASH, both values mean the process itself.
enum class Who {
  one,  ///< unit 0, while all others wait in a barrier
  all,  ///< all units at the same time; the slowest one counts
};

/// A batch of operations that takes much longer than the clock's resolution of 30 ns.
struct Body {
  Who who;
  std::function<void()> run;
  std::function<void()> prepare = {};  ///< runs before each batch and is not measured
};

inline Body by_one(std::function<void()> run)
{
  return {Who::one, std::move(run)};
}
inline Body by_all(std::function<void()> run)
{
  return {Who::all, std::move(run)};
}

/// A batch of \p calls of \p call.
template <class Call>
Body repeated(Who who, std::size_t calls, Call call)
{
  return {who, [calls, call] {
            for (std::size_t i = 0; i < calls; ++i) call();
          }};
}

/// How long to measure.
struct Effort {
  double seconds;  ///< time after which no further round begins
  int min_rounds;
};

/// Which round counts.
enum class Pick {
  best,    ///< the one that other programs disturb least
  median,  ///< for contention, where the best round is one in which the units do not compete
};

/// Measures the seconds of each body over several rounds. A round runs all of them in turn, so that
/// noise of the machine affects all of them alike. Collective; returns the same on all units.
std::vector<double> measure_seconds(
    const std::vector<Body>& bodies, const Effort& effort, Pick pick);

/// Energy of all units for a batch, or for one operation; 0 where it is not known.
struct Joules {
  double all = 0;   ///< energy of processors and GPUs
  double gpus = 0;  ///< energy of GPUs, which may be known where that of processors is not

  Joules operator/(double operations) const { return {all / operations, gpus / operations}; }
};

/// A figure of DASH alone.
struct Figure {
  double value;  ///< seconds of a batch, or what time and rate make of them
  Joules joules = {};

  /// The figure as a time; see Duel::time.
  Figure time(double operations, double unit) const
  {
    return {value / operations / unit, joules / operations};
  }
  /// The figure as a rate; see Duel::rate.
  Figure rate(double operations, double unit) const
  {
    return {operations / value / unit, joules / operations};
  }
};

/// A figure of DASH and one of the raw code with which it is compared.
struct Duel {
  double dash;
  double raw;
  Joules joules = {};  ///< energy that DASH needs

  /// Scales the raw figure if its batch has another number of operations than that of DASH.
  Duel with_raw_scaled(double dash_operations, double raw_operations) const
  {
    return {dash, raw * dash_operations / raw_operations, joules};
  }
  /// Converts seconds and joules per batch to those of one of \p operations, in units of \p unit
  /// seconds.
  Duel time(double operations, double unit) const
  {
    return {dash / operations / unit, raw / operations / unit, joules / operations};
  }
  /// Converts seconds per batch to operations per second, in units of \p unit, and joules to those
  /// of one operation.
  Duel rate(double operations, double unit) const
  {
    return {operations / dash / unit, operations / raw / unit, joules / operations};
  }
};

}  // namespace bench
