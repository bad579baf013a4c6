#pragma once

/// \file
/// The output of dartrun: its own messages and, with --tag-output, the lines of the units.

#include <poll.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dart::launcher {

/// A queue in front of a file descriptor, so that a slow reader does not block dartrun.
class Sink {
 public:
  explicit Sink(int fd) : fd_(fd) {}

  int fd() const { return fd_; }
  bool pending() const { return !queue_.empty(); }
  bool full() const { return queue_.size() >= 1024 * 1024; }
  bool broken() const { return broken_; }  ///< whether nothing can be written any more
  /// Why that is, once: 0 if something can be written, and if a reader has left.
  int take_error() { return std::exchange(error_, 0); }

  /// Queues \c text and writes as much as the reader accepts now.
  void add(std::string_view text);
  void write_some();
  /// Discards what is queued and everything that follows.
  void discard();

 private:
  int fd_;
  std::string queue_;
  bool broken_ = false;
  int error_ = 0;
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

  /// Reads what is available now, as much as the sink accepts.
  void pump();
  /// Reads the rest and closes the stream. To be called when no process writes to it any more.
  void finish();

 private:
  void add(std::string_view text);
  /// Passes on the last line if it has no end.
  void close();

  int fd_;
  std::string prefix_;
  std::string partial_;  ///< a line whose end has not been read yet
  Sink* sink_;
};

/// dartrun's standard output and error, and the units' streams that are passed on to them.
class Output {
 public:
  Output();

  /// Creates a pipe to standard output (1) or standard error (2).
  /// \return its writing end, or -1 with errno set
  int add_stream(int target, const std::string& prefix);

  /// Writes "dartrun: ..." to standard error.
  void report(const std::string& message) { errors_->add("dartrun: " + message + '\n'); }

  /// Moves what can be moved without waiting.
  void pump();
  /// Reads the rest of all streams and closes them. To be called when no unit is left.
  void finish();
  /// Whether all streams have ended and everything is written.
  bool done() const;
  /// Discards what has not been written yet.
  void discard();
  /// What could not be written and why, once; empty if there is nothing to tell.
  std::string take_trouble();

  /// Adds the descriptors that pump() waits for.
  void append_events(std::vector<pollfd>& events) const;

 private:
  Sink out_;
  Sink error_;
  /// the same as out_ if both are the same file, so that the order of lines is preserved
  Sink* errors_;
  std::vector<TaggedStream> streams_;
};

}  // namespace dart::launcher
