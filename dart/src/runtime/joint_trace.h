#pragma once

/// \file
/// One trace of units that may run on several hosts.

#include <string>
#include <vector>

#include "job/unit_table.h"
#include "team/unit_messages.h"
#include "trace/clock_map.h"

namespace dart {

/// Collects the events of all units at the end of a run, converts their times to the clock of unit
/// 0's host, and lets unit 0 write the trace. On one host dartrun does that, also if a unit dies;
/// here nobody does then.
///
/// The clocks of hosts have nothing to do with each other. Unit 0 asks the first unit of each host
/// for its time, several times, and takes the quickest answer: its error is at most half the time
/// that question and answer took. It does so at the beginning and at the end, because clocks drift
/// apart.
class JointTrace {
 public:
  /// Whether the environment asks this unit to write a trace, and no launcher does.
  static bool is_wanted();

  /// Looks at the clocks. Collective over all units of the run, if unit 0 is asked for a trace.
  JointTrace(const UnitTable& units, Messages& messages);

  /// Writes the trace of all units. Collective, when they have ended their work.
  void write();

 private:
  std::vector<trace::ClockReading> read_clocks();
  trace::ClockReading ask(dart_unit_t unit);
  void answer();
  void collect(const std::string& path, const std::vector<trace::ClockReading>& last);
  void send(dart_unit_t to, Messages::Bytes data);
  void send_events();
  std::string receive_events(dart_unit_t unit);

  const UnitTable& units_;
  Messages& messages_;
  std::vector<trace::ClockReading> first_;  // one for each host; unit 0 alone has them
};

}  // namespace dart
