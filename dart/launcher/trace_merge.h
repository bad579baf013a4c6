#pragma once

/// \file
/// Joins the events that the units of a run have written into one trace.

#include <cstdint>
#include <string>

namespace dart::launcher {

/// Owns the trace file during the run. Units write their events to separate files beside it.
class TraceMerge {
 public:
  /// \throws UsageError if the file cannot be written
  TraceMerge(const std::string& path, std::uint32_t units);
  /// Removes the units' files.
  ~TraceMerge();
  TraceMerge(const TraceMerge&) = delete;
  TraceMerge& operator=(const TraceMerge&) = delete;

  /// The common prefix of the names of the units' files, which the units are told.
  const std::string& parts() const { return parts_; }
  /// Writes all events as a JSON array. To be called when no unit is left.
  /// \return an error message; empty if there was no error
  std::string merge() const;

 private:
  std::string part(std::uint32_t unit) const { return parts_ + '.' + std::to_string(unit); }

  std::string path_, parts_;
  std::uint32_t units_;
};

}  // namespace dart::launcher
