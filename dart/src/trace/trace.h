#pragma once

/// \file
/// The trace of a run: events for Perfetto, https://ui.perfetto.dev.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace dart {

/// Environment variable: the descriptor of the file to which the unit writes its events, one JSON
/// object per line. The launcher sets it and joins the files into one trace.
inline constexpr char env_trace_fd[] = "DART_TRACE_FD";
/// Environment variable: the file of the trace. It is for the launcher; the units themselves write
/// the trace if dartrun does not attend the run (runtime/joint_trace.h).
inline constexpr char env_trace_file[] = "DART_TRACE_FILE";

namespace trace {

/// Whether this process writes a trace, or a profiler observes it.
inline std::atomic<bool> is_on{false};

/// The functions by which a profiler is told about ranges of the calling thread.
struct Profiler {
  void (*begin)(const char* name);
  void (*end)();
};

/// Starts the trace file, if the environment names one, and the profiler, if there is one.
/// \param gpu  GPU of the unit; -1 if it has none
/// \param is_joint  the units put the trace together: this one writes to a file without name
void start(int unit, int gpu, const Profiler* profiler, bool is_joint);

/// All events of this process so far, one per line.
std::string events();

/// Rows of a unit in the trace: its threads, and streams of its GPU.
using Row = std::uint32_t;
Row this_thread();
Row stream(std::uint32_t number) noexcept;
/// Names the row of the calling thread.
void name_thread(std::string_view name) noexcept;

/// An event in a row; times are those of now_ns().
struct Span {
  std::string_view category, name;
  std::int64_t begin_ns, end_ns;
  std::size_t bytes = 0;  ///< number of bytes that were moved
};
/// Adds a span. Spans of a row are nested or do not overlap. This and the following functions omit
/// events for which there is no memory.
void add(Row row, const Span& span) noexcept;
/// Adds a span that may overlap others. \param id  identifies it among those of its category on all
/// units
void add_overlapping(const Span& span, std::uint64_t id) noexcept;

/// Begins a range of the calling thread for a profiler, if there is one.
void begin_range(std::string_view name) noexcept;
void end_range();

/// Shortest waits and transfers in a trace; shorter ones would be too many.
inline constexpr std::int64_t shortest_wait_ns = 10'000;

/// A span of the calling thread, from the construction to the destruction of the object.
class Scope {
 public:
  /// \param least_ns  shorter spans are omitted
  Scope(std::string_view category, std::string_view name, std::int64_t least_ns = 0)
      : category_(category),
        name_(name),
        least_ns_(least_ns)
  {
    if (!is_on) [[likely]]
      return;
    begin_range(name);
    begin_ns_ = now_ns();
  }
  ~Scope()
  {
    if (is_taken()) [[unlikely]]
      end();
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  bool is_taken() const { return begin_ns_ != 0; }
  void set_bytes(std::size_t bytes) { bytes_ = bytes; }

 private:
  /// Not inline, so that a function without a trace keeps its registers.
  [[gnu::noinline]] void end()
  {
    const std::int64_t end = now_ns();
    end_range();
    if (end - begin_ns_ < least_ns_) return;
    add(this_thread(), {category_, name_, begin_ns_, end, bytes_});
  }

  std::string_view category_, name_;
  std::int64_t least_ns_, begin_ns_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace trace
}  // namespace dart
