#pragma once

/// \file
/// The trace of a run as a file for its readers, and the files of its parts.

#include <string>
#include <string_view>

#include "trace/clock_map.h"

namespace dart::trace {

/// A new file in a folder, which has no name: nobody can put a link in its place, and nothing is
/// left of it however the run ends. \return its descriptor; -1 with errno set
int open_unnamed(const std::string& folder);

/// Writes a JSON array of events, piece by piece.
class TraceOutput {
 public:
  /// \param file  stays open; -1: nothing is written
  explicit TraceOutput(int file);

  void add(std::string_view event);
  /// Adds the complete events of a unit, one per line, up to the first zero byte. A process that
  /// was killed may have left a line without end.
  void add_lines(std::string_view lines);
  /// The same with the times of another clock.
  void add_lines(std::string_view lines, const ClockMap& clock);
  /// Ends the array. \return 0, or the error of the first write that has failed, a value of errno
  int finish();

 private:
  void write_out();

  int file_;
  std::string waiting_;
  bool is_first_ = true;
  int error_ = 0;
};

}  // namespace dart::trace
