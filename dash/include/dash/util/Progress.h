#pragma once

/// \file
/// dash::Progress, a line that tells how far a long run is, how fast it is, and when it will end.

#include <dash/detail/base/Macro.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>

namespace dash {

/// How the progress of a run is shown.
enum class ProgressDisplay {
  automatic,  ///< a line on a terminal, otherwise a log
  off,        ///< not at all
  line,       ///< one line, which is drawn again and again
  log         ///< plain lines: 10 s after the start, then at twice the time, at most 10 min apart
};

/// What may be chosen for \c Progress. The defaults are right for most programs.
struct ProgressOptions {
  /// Unless it is \c off, the variable DASH_PROGRESS (auto, off, line or log) goes before it.
  ProgressDisplay display = ProgressDisplay::automatic;
  std::uint64_t first = 0;  ///< steps that an earlier run has done, which this one goes on from
  /// Whether this unit prints; by default, unit 0 of the run does. For teams that work on different
  /// things: <tt>team.myid() == 0</tt>.
  std::optional<bool> prints = std::nullopt;
  std::ostream* out = nullptr;         ///< where to; by default, to standard error
  std::function<double()> clock = {};  ///< seconds since any time; by default, a steady clock
  int columns = 0;                     ///< width of a line; by default, that of the terminal
};

/// Shows how far a run is while it runs, and its duration at the end:
///
///     dash::Progress progress("smoothing", steps);
///     for (std::size_t i = 0; i < steps; ++i) {
///       step();
///       progress.add();
///     }
///
/// On a terminal there is one line, such as <tt>smoothing: 120 of 300 (40 %), 24.4/s, 7 s
/// left</tt>; in a file there are few of them. Runs of less than half a second on a terminal, or 10
/// seconds in a log, print nothing.
///
/// One unit prints, for the steps that it has done itself; all functions are local calls. Where
/// nothing is printed, \c add costs an addition and a comparison; otherwise it reads the clock a
/// few times per printed line. One thread at a time uses an object.
class DASH_API Progress {
 public:
  /// \param what   of what the steps are, at the beginning of the line
  /// \param total  number of steps; 0 if that is unknown
  explicit Progress(std::string what, std::uint64_t total = 0, ProgressOptions options = {});
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// The same as \c finish.
  ~Progress();

  /// Tells that \c n more steps are done.
  void add(std::uint64_t n = 1)
  {
    done_ += n;
    if (done_ >= next_look_) [[unlikely]]
      look();
  }
  Progress& operator++()
  {
    add();
    return *this;
  }

  /// Steps done so far, with those of earlier runs.
  std::uint64_t done() const noexcept { return done_; }

  /// Ends the line by the number of steps and their duration, if there is a line. Later steps are
  /// not shown.
  void finish();

 private:
  static constexpr std::uint64_t never = (std::numeric_limits<std::uint64_t>::max)();

  void look();
  void print(const std::string& text, bool is_last);
  std::string status(double seconds) const;
  std::string summary(double seconds) const;
  double rate(double seconds) const;

  std::uint64_t done_ = 0;
  std::uint64_t next_look_ = never;  ///< \c done_ at which to read the clock
  std::string what_;
  std::uint64_t total_ = 0;
  ProgressOptions options_;
  double start_ = 0;
  double next_print_ = 0;  ///< seconds since the start
  bool has_printed_ = false;
};

}  // namespace dash
