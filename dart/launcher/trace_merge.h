#pragma once

/// \file
/// One trace of the events that the units of a run left.

#include <cstdint>
#include <string>

namespace dart::launcher {

/// The file of a trace while the run goes on. Units write events to files beside it.
class TraceMerge {
 public:
  /// \throws UsageError if the file cannot be written
  TraceMerge(const std::string& path, std::uint32_t units);
  /// Takes the units' files away.
  ~TraceMerge();
  TraceMerge(const TraceMerge&) = delete;
  TraceMerge& operator=(const TraceMerge&) = delete;

  /// What the units are told: the beginning of the names of their files.
  const std::string& parts() const { return parts_; }
  /// Writes a JSON array of all events. To be called when no unit is left.
  /// \return what went wrong; empty: nothing
  std::string merge() const;

 private:
  std::string part(std::uint32_t unit) const { return parts_ + '.' + std::to_string(unit); }

  std::string path_, parts_;
  std::uint32_t units_;
};

}  // namespace dart::launcher
