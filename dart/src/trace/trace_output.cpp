#include "trace/trace_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace dart::trace {
namespace {

/// Calls f(event) for each complete event.
template <class F>
void for_each_event(std::string_view lines, F f)
{
  while (!lines.empty() && lines.front() != '\0') {
    const std::string_view line = lines.substr(0, lines.find_first_of({"\n\0", 2}));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (!line.empty() && line.front() == '{' && line.back() == '}') f(line);
  }
}

/// An event with its time in the clock of this host. Times are microseconds with three decimals.
std::string converted(std::string_view event, const ClockMap& clock)
{
  constexpr std::string_view key = "\"ts\":";
  const std::size_t found = event.find(key);
  if (found == event.npos) return std::string(event);
  const std::size_t begin = found + key.size();
  double us = 0;
  const auto end = std::from_chars(event.data() + begin, event.data() + event.size(), us).ptr;
  const std::int64_t here = clock.here(std::llround(us * 1000));
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(here) / 1000);
  const std::string_view rest = event.substr(static_cast<std::size_t>(end - event.data()));
  return std::string(event.substr(0, begin)) + text + std::string(rest);
}

}  // namespace

int open_unnamed(const std::string& folder)
{
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (file >= 0 || errno == EMFILE || errno == ENFILE) return file;
  // Some file systems have only files with names. This one is new and so no link of somebody else.
  std::string name = folder + "/.dart-trace-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

TraceOutput::TraceOutput(int file) : file_(file), waiting_("[\n") {}

void TraceOutput::add(std::string_view event)
{
  constexpr std::size_t most_waiting = 1024 * 1024;
  if (!is_first_) waiting_ += ",\n";
  is_first_ = false;
  waiting_ += event;
  if (waiting_.size() > most_waiting) write_out();
}

void TraceOutput::add_lines(std::string_view lines)
{
  for_each_event(lines, [this](std::string_view event) { add(event); });
}

void TraceOutput::add_lines(std::string_view lines, const ClockMap& clock)
{
  for_each_event(lines, [&](std::string_view event) { add(converted(event, clock)); });
}

int TraceOutput::finish()
{
  waiting_ += "\n]\n";
  write_out();
  return error_;
}

void TraceOutput::write_out()
{
  for (std::string_view rest = waiting_; file_ >= 0 && error_ == 0 && !rest.empty();) {
    const ssize_t count = write(file_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  waiting_.clear();
}

}  // namespace dart::trace
