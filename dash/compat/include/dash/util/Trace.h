#pragma once

/// \file
/// Traces of the states of a program.

#include <dash/detail/base/Macro.h>
#include <dash/internal/Macro.h>
#include <dash/util/Timer.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace dash::util {

/// The calling unit's traces, one for each context. All functions are local calls.
class DASH_API TraceStore {
 public:
  using timestamp_t = Timer<TimeMeasure::Clock>::timestamp_t;

  /// A state that the unit was in, from start to end, in ticks of the clock.
  struct Event {
    std::string state;
    timestamp_t start;
    timestamp_t end;
  };
  using trace_events_t = std::vector<Event>;

  /// Starts recording if configuration key DASH_ENABLE_TRACE is set to true.
  /// \return whether traces are recorded now
  static bool on();
  static void off() noexcept;
  static bool enabled() noexcept;

  /// Removes all events.
  static void clear();
  /// Removes the events of a context.
  static void clear(const std::string& context);
  /// Adds a context; has no effect if it exists.
  static void add_context(const std::string& context);
  /// The events of a context, in the order in which their states ended.
  static trace_events_t& context_trace(const std::string& context);

  /// Writes all events, one per line: unit; context; state; start; end (microseconds).
  static bool write(std::ostream& out, bool print_header = true);
  /// Writes all events to the file \c uUUUUU.FILENAME, with the unit as five digits, in directory
  /// \c path below the directory that configuration key DASH_TRACE_LOG_PATH names. Creates missing
  /// directories.
  /// \return whether the file could be written
  static bool write(const std::string& filename, const std::string& path = "");
};

/// Records the states of one context while the store is on.
class DASH_API Trace {
 public:
  explicit Trace(const std::string& context);

  void enter_state(const std::string& state);
  /// Leaves a state; has no effect if the state was not entered.
  void exit_state(const std::string& state);

 private:
  std::string context_;
  std::map<std::string, TraceStore::timestamp_t> entered_;
};

}  // namespace dash::util
