#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace dart::launcher {
namespace {

/// Lines longer than this are passed on in parts.
constexpr std::size_t longest_line = 1024 * 1024;

bool same_file(int a, int b)
{
  struct stat first, second;
  return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

}  // namespace

void Sink::add(std::string_view text)
{
  if (broken_) return;
  queue_ += text;
  write_some();
}

void Sink::write_some()
{
  std::size_t written = 0;
  pollfd event{fd_, POLLOUT, 0};
  while (written < queue_.size() && poll(&event, 1, 0) == 1) {
    // A pipe that is ready accepts PIPE_BUF bytes without blocking.
    const auto size = std::min<std::size_t>(queue_.size() - written, PIPE_BUF);
    const ssize_t count = write(fd_, queue_.data() + written, size);
    if (count < 0) {
      if (errno == EINTR || errno == EAGAIN) break;
      if (errno != EPIPE) error_ = errno;
      return discard();
    }
    written += count;
  }
  queue_.erase(0, written);
}

void Sink::discard()
{
  broken_ = true;
  queue_.clear();
}

void TaggedStream::pump()
{
  char buffer[16 * 1024];
  while (ready_for_more()) {
    const ssize_t size = read(fd_, buffer, sizeof buffer);
    if (size > 0) {
      add({buffer, static_cast<std::size_t>(size)});
    } else if (size == 0) {
      return close();
    } else if (errno != EINTR) {
      break;
    }
    // The unit then gets an error for a broken pipe, as it would without dartrun.
    if (sink_->broken()) return close();
  }
}

void TaggedStream::add(std::string_view text)
{
  std::string lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines.append(prefix_).append(partial_).append(text.substr(0, end + 1));
    partial_.clear();
  }
  partial_ += text;
  if (partial_.size() > longest_line) {
    lines.append(prefix_).append(partial_).append("\n");
    partial_.clear();
  }
  if (!lines.empty()) sink_->add(lines);
}

void TaggedStream::finish()
{
  pump();
  if (ready_for_more()) close();
}

void TaggedStream::close()
{
  ::close(fd_);
  fd_ = -1;
  if (!partial_.empty()) sink_->add(prefix_ + partial_ + '\n');
  partial_.clear();
}

Output::Output() : out_(STDOUT_FILENO), error_(STDERR_FILENO), errors_(&error_)
{
  if (same_file(STDOUT_FILENO, STDERR_FILENO)) errors_ = &out_;
}

int Output::add_stream(int target, const std::string& prefix)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  streams_.emplace_back(ends[0], prefix, target == STDOUT_FILENO ? out_ : *errors_);
  return ends[1];
}

void Output::pump()
{
  out_.write_some();
  error_.write_some();
  for (TaggedStream& stream : streams_) stream.pump();
}

void Output::finish()
{
  for (TaggedStream& stream : streams_) stream.finish();
}

void Output::discard()
{
  out_.discard();
  error_.discard();
}

std::string Output::take_trouble()
{
  const int error_of_out = out_.take_error();
  const int error = error_of_out != 0 ? error_of_out : error_.take_error();
  if (error == 0) return {};
  return std::string("cannot write to standard ") + (error_of_out != 0 ? "output" : "error") +
         ": " + std::strerror(error) + (error == EFBIG ? " (ulimit -f)" : "");
}

bool Output::done() const
{
  return !out_.pending() && !error_.pending() &&
         std::none_of(streams_.begin(), streams_.end(), [](const auto& s) { return s.open(); });
}

void Output::append_events(std::vector<pollfd>& events) const
{
  for (const Sink* sink : {&out_, &error_}) {
    if (sink->pending()) events.push_back({sink->fd(), POLLOUT, 0});
  }
  for (const TaggedStream& stream : streams_) {
    if (stream.ready_for_more()) events.push_back({stream.fd(), POLLIN, 0});
  }
}

}  // namespace dart::launcher
