#include <dash/util/Trace.h>

#include <dash/Init.h>
#include <dash/Logging.h>
#include <dash/util/Config.h>

#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace dash::util {

namespace {

using Clock = Timer<TimeMeasure::Clock>;

bool is_enabled = false;

std::map<std::string, TraceStore::trace_events_t>& traces()
{
  static std::map<std::string, TraceStore::trace_events_t> store;
  return store;
}

/// Microseconds since the origin of the clock, which the units of a host share.
double microseconds(TraceStore::timestamp_t time)
{
  return Clock::FromInterval(TraceStore::timestamp_t{0}, time);
}

}  // namespace

bool TraceStore::on()
{
  is_enabled = Config::get<bool>("DASH_ENABLE_TRACE");
  return is_enabled;
}

void TraceStore::off() noexcept
{
  is_enabled = false;
}

bool TraceStore::enabled() noexcept
{
  return is_enabled;
}

void TraceStore::clear()
{
  for (auto& [context, events] : traces()) events.clear();
}

void TraceStore::clear(const std::string& context)
{
  traces()[context].clear();
}

void TraceStore::add_context(const std::string& context)
{
  traces().try_emplace(context);
}

TraceStore::trace_events_t& TraceStore::context_trace(const std::string& context)
{
  return traces()[context];
}

bool TraceStore::write(std::ostream& out, bool print_header)
{
  std::ostringstream text;
  text << std::fixed << std::setprecision(3);
  if (print_header) text << "unit;context;state;start;end\n";
  for (const auto& [context, events] : traces()) {
    for (const Event& event : events) {
      text << dash::myid() << ';' << context << ';' << event.state << ';'
           << microseconds(event.start) << ';' << microseconds(event.end) << '\n';
    }
  }
  out << text.str() << std::flush;
  return out.good();
}

bool TraceStore::write(const std::string& filename, const std::string& path)
{
  namespace fs = std::filesystem;
  std::ostringstream name;
  name << 'u' << std::setfill('0') << std::setw(5) << dash::myid().id << '.' << filename;
  const fs::path directory = fs::path(Config::get<std::string>("DASH_TRACE_LOG_PATH")) / path;
  std::error_code error;
  if (!directory.empty()) fs::create_directories(directory, error);
  std::ofstream file(directory / name.str());
  if (!file || !write(file)) {
    DASH_LOG_ERROR("TraceStore.write", "cannot write", (directory / name.str()).string());
    return false;
  }
  return true;
}

Trace::Trace(const std::string& context) : context_(context)
{
  TraceStore::add_context(context);
}

void Trace::enter_state(const std::string& state)
{
  if (TraceStore::enabled()) entered_[state] = Clock::Now();
}

void Trace::exit_state(const std::string& state)
{
  if (!TraceStore::enabled()) return;
  const auto end = Clock::Now();
  const auto entered = entered_.find(state);
  if (entered == entered_.end()) return;
  TraceStore::context_trace(context_).push_back({state, entered->second, end});
  entered_.erase(entered);
}

}  // namespace dash::util
