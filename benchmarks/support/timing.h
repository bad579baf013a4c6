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

/// Who runs the code that is measured. In a program without DASH, both mean the process itself.
enum class Who {
  one,  ///< unit 0, while all others wait in a barrier
  all,  ///< all units at once; the slowest one counts
};

/// A batch of operations, long against the clock's 30 ns.
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
  best,    ///< the one least disturbed by other programs
  median,  ///< where units are to disturb each other, and a round in which they do not is no good
};

/// Seconds of each body over several rounds. A round runs all of them in turn, so that noise of the
/// machine hits all alike, and bodies that are compared see the machine in the same state.
/// Collective; the same on all units.
std::vector<double> measure_seconds(
    const std::vector<Body>& bodies, const Effort& effort, Pick pick);

/// A figure of DASH and one of the raw code that it is compared with.
struct Duel {
  double dash;
  double raw;

  /// For a batch of raw code that held other numbers of operations: as if it had held as many.
  Duel with_raw_scaled(double dash_operations, double raw_operations) const
  {
    return {dash, raw * dash_operations / raw_operations};
  }
  /// For batches given in seconds: time of one of \p operations, in units of \p unit seconds.
  Duel time(double operations, double unit) const
  {
    return {dash / operations / unit, raw / operations / unit};
  }
  /// For batches given in seconds: operations a second, in units of \p unit.
  Duel rate(double operations, double unit) const
  {
    return {operations / dash / unit, operations / raw / unit};
  }
};

}  // namespace bench
