#include "trace/trace.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "base/environment.h"
#include "base/log.h"
#include "trace/trace_file.h"
#include "trace/trace_output.h"

namespace dart::trace {
namespace {

constexpr Row first_stream = 1000;

// It is never closed, because events may be added until the process ends.
std::atomic<TraceFile*> file{nullptr};
std::atomic<const Profiler*> profiler{nullptr};
int pid = 0;

std::string quoted(std::string_view text)
{
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void add_line(std::string_view line)
{
  TraceFile* open = file;
  if (open == nullptr || open->add(line) || file.exchange(nullptr) == nullptr) return;
  is_on = profiler != nullptr;
  log(LogLevel::warn,
      "the trace ends here: there is no room for its file on the disk, or ulimit -f forbids it");
}

/// Writes information on a row, or on the unit.
void describe(const char* what, Row row, std::string_view name)
{
  char line[256];
  std::snprintf(
      line, sizeof line, R"({"ph":"M","name":"%s","pid":%d,"tid":%u,"args":{"name":%s}})", what,
      pid, row, quoted(name).c_str());
  add_line(line);
}

double in_us(std::int64_t ns)
{
  return static_cast<double>(ns) / 1000;
}

std::string common_part(char phase, Row row, const Span& span, std::int64_t at_ns)
{
  char line[128];
  std::snprintf(
      line, sizeof line, R"({"ph":"%c","pid":%d,"tid":%u,"ts":%.3f,"cat":)", phase, pid, row,
      in_us(at_ns));
  return line + quoted(span.category) + ",\"name\":" + quoted(span.name);
}

/// \throws std::system_error if there can be no file for temporary data
int open_own_file()
{
  std::error_code none;
  const std::string folder = std::filesystem::temp_directory_path(none);
  const int own = open_unnamed(folder);
  if (own < 0) throw std::system_error(errno, std::generic_category(), "a file in " + folder);
  return own;
}

/// Writes an event; omits it if there is not enough memory.
template <class Write>
void if_possible(const Write& write) noexcept
{
  try {
    write();
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

void start(int unit, int gpu, const Profiler* its_profiler, bool is_joint)
{
  profiler = its_profiler;
  auto descriptor = environment_integer(env_trace_fd);
  const bool has_file = descriptor || is_joint;
  is_on = has_file || profiler != nullptr;
  if (!has_file || file != nullptr) return;
  try {
    if (!descriptor) descriptor = open_own_file();
    file = new TraceFile(static_cast<int>(*descriptor));
  } catch (const std::system_error& error) {
    is_on = profiler != nullptr;
    log(LogLevel::warn, "no trace: %s", error.what());
    return;
  }
  pid = unit;
  const std::string kind = gpu < 0 ? "CPU" : "GPU " + std::to_string(gpu);
  describe("process_name", 0, "unit " + std::to_string(unit) + " (" + kind + ")");
  name_thread("program");
}

std::string events()
{
  TraceFile* const open = file;
  return open == nullptr ? std::string() : open->lines();
}

void begin_range(std::string_view name) noexcept
{
  if_possible([&] {
    if (const Profiler* attached = profiler) attached->begin(std::string(name).c_str());
  });
}

void end_range()
{
  if (const Profiler* attached = profiler) attached->end();
}

Row this_thread()
{
  static std::atomic<Row> threads{0};
  thread_local const Row row = threads.fetch_add(1);
  return row;
}

Row stream(std::uint32_t number) noexcept
{
  const Row row = first_stream + number;
  static std::atomic<std::uint64_t> named{0};
  const std::uint64_t bit = std::uint64_t(1) << number % 64;
  const bool is_named = (named.fetch_or(bit) & bit) != 0;
  if (!is_named) {
    if_possible([&] { describe("thread_name", row, "stream " + std::to_string(number)); });
  }
  return row;
}

void name_thread(std::string_view name) noexcept
{
  if_possible([&] {
    if (is_on) describe("thread_name", this_thread(), name);
  });
}

void add(Row row, const Span& span) noexcept
{
  if_possible([&] {
    if (file == nullptr) return;
    std::string line = common_part('X', row, span, span.begin_ns);
    char rest[96];
    const double duration = in_us(span.end_ns - span.begin_ns);
    if (span.bytes > 0) {
      std::snprintf(
          rest, sizeof rest, R"(,"dur":%.3f,"args":{"bytes":%zu}})", duration, span.bytes);
    } else {
      std::snprintf(rest, sizeof rest, R"(,"dur":%.3f})", duration);
    }
    add_line(line + rest);
  });
}

void add_overlapping(const Span& span, std::uint64_t id) noexcept
{
  if_possible([&] {
    if (file == nullptr) return;
    const std::string rest = ",\"id\":\"" + std::to_string(id) + "\"}";
    add_line(common_part('b', 0, span, span.begin_ns) + rest);
    add_line(common_part('e', 0, span, span.end_ns) + rest);
  });
}

}  // namespace dart::trace
