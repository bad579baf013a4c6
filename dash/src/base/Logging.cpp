#include <dash/Logging.h>

#include <dash/Init.h>

#include <atomic>
#include <cstring>
#include <iostream>

namespace dash::detail::logging {

namespace {

std::atomic<bool> enabled{true};

const char* name(Level level)
{
  switch (level) {
    case Level::error:
      return "ERROR";
    case Level::warn:
      return "WARN";
    case Level::debug:
      return "DEBUG";
    default:
      return "TRACE";
  }
}

std::string prefix(const Origin& origin)
{
  const char* slash = std::strrchr(origin.file, '/');
  const char* file = slash != nullptr ? slash + 1 : origin.file;
  return unit_prefix() + name(origin.level) + ' ' + file + ':' + std::to_string(origin.line) + ' ';
}

}  // namespace

bool log_enabled() noexcept
{
  return enabled.load(std::memory_order_relaxed);
}

void enable_log() noexcept
{
  enabled.store(true, std::memory_order_relaxed);
}

void disable_log() noexcept
{
  enabled.store(false, std::memory_order_relaxed);
}

std::string unit_prefix()
{
  return "[ Unit " + std::to_string(dash::myid().id) + " ] ";
}

void write(const Origin& origin, const std::string& message)
{
  const std::string line_prefix = prefix(origin);
  std::string text;
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    text.append(line_prefix).append(message, begin, end - begin).append(1, '\n');
    begin = end + 1;
  } while (begin < message.size());
  // One write per message, so that the lines of units do not mix.
  std::ostream& os = origin.to_stdout ? std::cout : std::clog;
  os.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
}

}  // namespace dash::detail::logging
