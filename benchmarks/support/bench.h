#pragma once

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/optimizer.h"
#include "support/reporter.h"
#include "support/result.h"
#include "support/timing.h"

namespace bench {

struct Options {
  bool json = false;
  std::string save;      ///< file to which JSON lines are appended; none if empty
  bool quick = false;    ///< only shows that the program works; figures are meaningless
  double seconds = 0.4;  ///< time to spend on each figure
  std::size_t size = 0;  ///< the only size to measure, where there are several; 0: all of them
  std::string by;        ///< the only control path to measure; empty: all of them
  std::string cases;     ///< part of the names of cases to measure, where there are many
  bool energy = false;   ///< measure energy as well, which takes a second more for each figure
};

using Sizes = std::vector<std::size_t>;

/// What a benchmark program works with: sizes, measuring and reporting.
class Bench {
 public:
  Bench(std::string name, const Options& options)
      : options_(options),
        reporter_(std::move(name), options.json, options.save)
  {}

  bool quick() const { return options_.quick; }
  /// A size or count, which is reduced in a quick run.
  std::size_t sized(std::size_t full, std::size_t quick) const
  {
    return options_.quick ? quick : full;
  }

  /// The sizes to measure: \p all, or the one that was asked for, or \p quick in a quick run.
  Sizes sizes(const Sizes& all, std::size_t quick) const;

  /// Whether to measure a control path: all, or the one that was asked for. Paths whose names are
  /// not "host", "stream" or "trigger" are those of the library.
  bool measures_path(const std::string& name) const;

  /// Whether to measure a case: all, or those whose names have a part that was asked for.
  bool measures_case(const std::string& name) const;

  /// The effort to spend, for programs that measure by themselves.
  Effort effort() const;
  /// Seconds of the best batch. Collective.
  double best(Body body) const;
  /// The same, with the energy of a batch if the program was asked for it. Collective.
  Figure figure(const Body& body) const;
  /// Seconds of a batch of DASH and of raw code, measured in turn. Collective.
  Duel duel(Body dash, Body raw, Pick pick = Pick::best) const;

  /// Reports a figure. Only unit 0 prints it.
  void report(const Result& result);
  /// Reports a figure that has no baseline.
  void report(
      const std::string& name, std::vector<Param> params, const Figure& figure, std::string unit);
  /// Reports both sides of a comparison.
  void report(
      const std::string& name, std::vector<Param> params, const Duel& figures, std::string unit,
      std::string baseline_name, Reach reach = {});

  void start();
  void finish();

 private:
  Joules joules_of(const Body& body, double seconds) const;

  Options options_;
  Reporter reporter_;
};

/// The reason why a program cannot measure in this run, and how to start it; empty if it can.
using Objection = std::function<std::string()>;

std::string needs_two_units();

/// Body of main for programs that run on several units. \return exit code
int run_units(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure,
    const Objection& objection = needs_two_units);

/// Body of main for programs that run as one process, without DASH. \return exit code
int run_alone(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure);

/// Address at which this unit may load and store \p unit's part of \p array.
template <class Array>
typename Array::value_type* raw_part(const Array& array, int unit)
{
  auto gptr = array.data().dart_gptr();
  dart_gptr_setunit(&gptr, dart_team_unit_t{unit});
  void* address = nullptr;
  dart_gptr_mapped(gptr, &address);
  return static_cast<typename Array::value_type*>(address);
}

}  // namespace bench
