#pragma once

/// \file
/// What dartrun writes: its own messages, and with --tag-output the lines of the units.

#include <poll.h>

#include <string>
#include <string_view>
#include <vector>

namespace dart::launcher {

/// A queue in front of a descriptor, so that a slow reader never stops dartrun.
class Sink {
 public:
  explicit Sink(int fd) : fd_(fd) {}

  int fd() const { return fd_; }
  bool pending() const { return !queue_.empty(); }
  bool full() const { return queue_.size() >= 1024 * 1024; }
  bool broken() const { return broken_; }  ///< its reader is gone

  /// Queues \c text and writes what the reader takes now.
  void add(std::string_view text);
  void write_some();
  /// Gives up what is queued, and all that follows.
  void discard();

 private:
  int fd_;
  std::string queue_;
  bool broken_ = false;
};

/// The reading end of a unit's standard output or error. Passes on whole lines with a prefix.
class TaggedStream {
 public:
  TaggedStream(int fd, std::string prefix, Sink& sink)
      : fd_(fd),
        prefix_(std::move(prefix)),
        sink_(&sink)
  {}

  int fd() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  bool ready_for_more() const { return open() && !sink_->full(); }

  /// Reads what is there now, as far as the sink takes it.
  void pump();
  /// As pump; with all read, closes. To be called when nobody writes any more.
  void finish();

 private:
  void add(std::string_view text);
  /// Passes on a last line without an end.
  void close();

  int fd_;
  std::string prefix_;
  std::string partial_;  ///< a line whose end has not come yet
  Sink* sink_;
};

/// dartrun's standard output and error, and the units' streams that lead there.
class Output {
 public:
  Output();

  /// Creates a pipe that leads to standard output (1) or error (2).
  /// \return its writing end, or -1 with errno set
  int add_stream(int target, const std::string& prefix);

  /// Writes "dartrun: ..." to standard error.
  void report(const std::string& message) { errors_->add("dartrun: " + message + '\n'); }

  /// Moves what can be moved without waiting.
  void pump();
  /// As pump; ends the streams that are read to their ends. To be called when no unit is left.
  void finish();
  /// All streams have ended, and all is written.
  bool done() const;
  /// Gives up what is still to be written.
  void discard();

  /// Adds what pump() waits for.
  void append_events(std::vector<pollfd>& events) const;

 private:
  Sink out_;
  Sink error_;
  Sink* errors_;  ///< out_ where both are the same file, so that the order of lines is kept
  std::vector<TaggedStream> streams_;
};

}  // namespace dart::launcher
