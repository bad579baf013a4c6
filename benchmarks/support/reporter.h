#pragma once

#include <fstream>
#include <string>

#include "support/result.h"

namespace bench {

/// Prints figures as they arrive, as a table or as one JSON object per line:
///
///     {"bench": "element", "case": "get", "params": {"elements": 4194304}, "value": 3.1,
///      "unit": "ns", "baseline": 2.9, "baseline_name": "raw load", "ratio": 1.07,
///      "reach": "<= 1.5 x", "holds": true, "joules": null,
///      "gpu_joules": null}
///
/// Fields that do not apply are null. Joules are those of all units for one operation.
class Reporter {
 public:
  /// \param json  whether to print JSON lines instead of a table
  /// \param file  file to which JSON lines are appended in either case; none if empty
  /// \throws std::runtime_error if the file cannot be written
  Reporter(std::string bench, bool json, const std::string& file);

  void start(const std::string& where);
  void report(const Result& result);
  void finish();

 private:
  void print_row(const Result& result, double ratio, bool holds) const;
  std::string json_line(const Result& result, double ratio, bool holds) const;

  std::string bench_;
  bool json_;
  std::ofstream file_;
  int bound_ = 0;    ///< number of figures with a bound
  int holding_ = 0;  ///< number of those that meet their bound
};

}  // namespace bench
