#include <dash/util/Progress.h>

#include <dash/Init.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

namespace dash {

namespace {

constexpr double first_drawing = 0.5, between_drawings = 0.2;       // seconds
constexpr double shortest_between_looks = 0.01;                     // seconds
constexpr double first_log_line = 10, longest_between_lines = 600;  // seconds

double steady_seconds()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProgressDisplay chosen_by_user(ProgressDisplay otherwise)
{
  const char* const text = secure_getenv("DASH_PROGRESS");
  if (text == nullptr || *text == '\0') return otherwise;
  constexpr std::pair<std::string_view, ProgressDisplay> choices[] = {
      {"auto", ProgressDisplay::automatic},
      {"off", ProgressDisplay::off},
      {"line", ProgressDisplay::line},
      {"log", ProgressDisplay::log}};
  for (const auto& [name, display] : choices) {
    if (name == text) return display;
  }
  std::cerr << "dash::Progress: DASH_PROGRESS=" << text << ": choose auto, off, line or log\n";
  return otherwise;
}

int columns_of_terminal()
{
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

std::string formatted(const char* format, double value)
{
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// A number with about three digits.
std::string brief(double value)
{
  return formatted(value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
}

std::string rate_text(double per_second)
{
  return per_second >= 0.1 ? brief(per_second) + "/s" : brief(1 / per_second) + " s each";
}

std::string duration_text(double seconds)
{
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  const auto two = [seconds](double unit, const char* large, double part, const char* small) {
    const double parts = std::round(seconds / part), in_unit = unit / part;
    return formatted("%.0f ", std::floor(parts / in_unit)) + large +
           formatted(" %.0f ", std::fmod(parts, in_unit)) + small;
  };
  if (seconds < 9.95) return formatted("%.1f s", seconds);
  if (seconds < minute - 0.5) return formatted("%.0f s", seconds);
  if (seconds < hour - 0.5) return two(minute, "min", 1, "s");
  if (seconds < day - minute / 2) return two(hour, "h", minute, "min");
  return two(day, "d", hour, "h");
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, ProgressOptions options)
    : done_(options.first),
      what_(std::move(what)),
      total_(total),
      options_(std::move(options))
{
  const bool prints = options_.prints.value_or(!dash::is_initialized() || dash::myid() == 0);
  if (!prints || options_.display == ProgressDisplay::off) return;
  ProgressDisplay& display = options_.display;
  display = chosen_by_user(display);
  if (display == ProgressDisplay::off) return;
  if (display == ProgressDisplay::automatic) {
    const bool is_terminal = options_.out == nullptr && isatty(STDERR_FILENO) == 1;
    display = is_terminal ? ProgressDisplay::line : ProgressDisplay::log;
  }
  if (options_.out == nullptr) options_.out = &std::cerr;
  if (!options_.clock) options_.clock = steady_seconds;
  if (options_.columns == 0) options_.columns = columns_of_terminal();
  start_ = options_.clock();
  next_print_ = display == ProgressDisplay::line ? first_drawing : first_log_line;
  next_look_ = done_ + 1;
}

Progress::~Progress()
{
  finish();
}

/// Prints if it is time to do so, and decides after how many steps to read the clock again.
void Progress::look()
{
  const double seconds = options_.clock() - start_;
  if (seconds >= next_print_) {
    print(status(seconds), false);
    const bool is_line = options_.display == ProgressDisplay::line;
    const double pause = is_line ? between_drawings : std::min(seconds, longest_between_lines);
    next_print_ = seconds + pause;
  }
  // Several times until then, because steps may become slower.
  const double pause = std::max((next_print_ - seconds) / 8, shortest_between_looks);
  const double steps = std::min(rate(seconds) * pause, 1e15);
  next_look_ = done_ + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps));
}

void Progress::finish()
{
  if (next_look_ == never) return;
  next_look_ = never;
  if (has_printed_) print(summary(options_.clock() - start_), true);
}

void Progress::print(const std::string& text, bool is_last)
{
  has_printed_ = true;
  if (options_.display == ProgressDisplay::line) {
    // The line is written anew from its begin, and what is left of a longer one is erased.
    const auto longest = static_cast<std::size_t>(std::max(options_.columns - 1, 1));
    *options_.out << '\r' << std::string_view(text).substr(0, longest) << "\x1b[K";
    if (is_last) *options_.out << '\n';
  } else {
    *options_.out << text << '\n';
  }
  options_.out->flush();
}

/// Steps of this run per second; 0 if there is no time to measure it.
double Progress::rate(double seconds) const
{
  return seconds > 0 ? static_cast<double>(done_ - options_.first) / seconds : 0;
}

std::string Progress::status(double seconds) const
{
  const double per_second = rate(seconds);
  std::string text = what_ + ": " + std::to_string(done_);
  if (total_ > 0) {
    const double percent = 100.0 * static_cast<double>(done_) / static_cast<double>(total_);
    text += " of " + std::to_string(total_) + formatted(" (%.0f %%)", std::floor(percent));
  }
  if (per_second > 0) text += ", " + rate_text(per_second);
  if (per_second > 0 && total_ > done_) {
    text += ", " + duration_text(static_cast<double>(total_ - done_) / per_second) + " left";
  }
  return text;
}

std::string Progress::summary(double seconds) const
{
  std::string text = what_ + ": " + std::to_string(done_);
  if (total_ > done_) text += " of " + std::to_string(total_);
  text += " in " + duration_text(seconds);
  const double per_second = rate(seconds);
  return per_second > 0 ? text + ", " + rate_text(per_second) : text;
}

}  // namespace dash
