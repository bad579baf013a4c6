#include "runtime/joint_trace.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/environment.h"
#include "base/log.h"
#include "trace/trace.h"
#include "trace/trace_output.h"

namespace dart {
namespace {

/// A tag that no program uses.
constexpr int trace_tag = std::numeric_limits<int>::min();
constexpr int readings = 16;
constexpr std::size_t largest_message = 256 * 1024;

template <class T>
std::span<std::byte> bytes_of(T& value)
{
  return std::as_writable_bytes(std::span(&value, 1));
}

/// An event that says for a reader where a unit runs.
std::string label(dart_unit_t unit, const std::string& text)
{
  const nlohmann::json event{
      {"ph", "M"}, {"name", "process_labels"}, {"pid", unit}, {"args", {{"labels", text}}}};
  return event.dump();
}

}  // namespace

bool JointTrace::is_wanted()
{
  const char* const path = environment(env_trace_file);
  return path != nullptr && *path != '\0' && environment(env_trace_fd) == nullptr;
}

JointTrace::JointTrace(const UnitTable& units, Messages& messages)
    : units_(units),
      messages_(messages),
      first_(read_clocks())
{}

/// \return at unit 0, one for each host
std::vector<trace::ClockReading> JointTrace::read_clocks()
{
  const Hosts& hosts = units_.hosts();
  std::vector<trace::ClockReading> of_hosts(hosts.count());  // that of unit 0 is the first
  for (std::uint32_t host = 1; host < hosts.count(); ++host) {
    const dart_unit_t first_there = hosts.units_of(host).front();
    if (units_.me() == 0) of_hosts[host] = ask(first_there);
    if (units_.me() == first_there) answer();
  }
  return of_hosts;
}

void JointTrace::send(dart_unit_t to, Messages::Bytes data)
{
  if (messages_.send(to, trace_tag, data) != DART_OK) throw std::bad_alloc();
}

trace::ClockReading JointTrace::ask(dart_unit_t unit)
{
  std::array<trace::ClockReading, readings> all{};
  for (trace::ClockReading& reading : all) {
    reading.asked = now_ns();
    send(unit, {});
    messages_.receive(unit, trace_tag, bytes_of(reading.theirs));
    reading.answered = now_ns();
  }
  return trace::best_of(all);
}

void JointTrace::answer()
{
  for (int i = 0; i < readings; ++i) {
    messages_.receive(0, trace_tag, {});
    std::int64_t time = now_ns();
    send(0, bytes_of(time));
  }
}

void JointTrace::write()
{
  const auto last = read_clocks();
  if (units_.me() == 0) {
    collect(environment(env_trace_file), last);
  } else {
    send_events();
  }
}

void JointTrace::collect(const std::string& path, const std::vector<trace::ClockReading>& last)
{
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : 0;
  trace::TraceOutput output(file);
  for (dart_unit_t unit = 0; unit < static_cast<dart_unit_t>(units_.count()); ++unit) {
    const std::uint32_t host = units_.hosts().host_of(unit);
    const trace::ClockMap clock(first_[host], last[host]);
    char accuracy[64];
    std::snprintf(
        accuracy, sizeof accuracy, ", clock within %.1f us",
        static_cast<double>(clock.error()) / 1000);
    output.add(label(unit, std::string(units_.of(unit).place.host) + accuracy));
    const std::string events = unit == 0 ? trace::events() : receive_events(unit);
    output.add_lines(events, clock);
  }
  if (error == 0) error = output.finish();
  if (file >= 0) close(file);
  if (error == 0) return;
  log(LogLevel::error, "cannot write the trace %s: %s; it is not complete", path.c_str(),
      std::strerror(error));
}

void JointTrace::send_events()
{
  const std::string events = trace::events();
  std::uint64_t size = events.size();
  send(0, bytes_of(size));
  for (std::string_view rest = events; !rest.empty();) {
    const std::string_view part = rest.substr(0, largest_message);
    send(0, std::as_bytes(std::span(part)));
    rest.remove_prefix(part.size());
  }
}

std::string JointTrace::receive_events(dart_unit_t unit)
{
  std::uint64_t size = 0;
  messages_.receive(unit, trace_tag, bytes_of(size));
  std::string events(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const std::size_t bytes = std::min(largest_message, size - done);
    messages_.receive(unit, trace_tag, std::as_writable_bytes(std::span(&events[done], bytes)));
    done += bytes;
  }
  return events;
}

}  // namespace dart
