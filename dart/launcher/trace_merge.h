#pragma once

/// \file
/// Joins the events that the units of a run have written into one trace.

#include <cstdint>
#include <string>
#include <vector>

namespace dart::launcher {

/// Owns the trace file during a run on one host. Units write their events to separate files, which
/// have no names. (Over several hosts, the units themselves put the trace together.)
class TraceMerge {
 public:
  /// \throws UsageError if the file cannot be written
  explicit TraceMerge(const std::string& path);
  ~TraceMerge();
  TraceMerge(const TraceMerge&) = delete;
  TraceMerge& operator=(const TraceMerge&) = delete;

  /// Creates the file of the next unit. \return its descriptor, which the unit gets; -1 with errno
  /// set
  int add_part();
  /// Writes all events as a JSON array. To be called when no unit is left.
  /// \return an error message; empty if there was no error
  std::string merge() const;

 private:
  std::string path_;
  int file_;
  std::vector<int> parts_;  // by unit
};

}  // namespace dart::launcher
