#include "trace_merge.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "given.h"

namespace dart::launcher {
namespace {

/// Appends the complete lines of a unit's file, separated by commas.
void append_events(const std::string& part, std::ofstream& trace, bool& is_first)
{
  std::ifstream events(part);
  for (std::string line; std::getline(events, line) && !line.empty() && line.front() == '{';) {
    if (line.back() != '}') break;  // the unit was killed while it wrote this line
    trace << (is_first ? "" : ",\n") << line;
    is_first = false;
  }
}

}  // namespace

TraceMerge::TraceMerge(const std::string& path, std::uint32_t units)
    : path_(std::filesystem::absolute(path)),
      parts_(path_ + '.' + std::to_string(getpid())),
      units_(units)
{
  if (!std::ofstream(path_)) {
    throw UsageError(
        "--trace " + path + ": " + std::strerror(errno) + "; expected a file that can be written");
  }
}

TraceMerge::~TraceMerge()
{
  std::error_code ignored;  // a unit that ended early has no file
  for (std::uint32_t unit = 0; unit < units_; ++unit) {
    std::filesystem::remove(part(unit), ignored);
  }
}

std::string TraceMerge::merge() const
{
  std::ofstream trace(path_);
  trace << "[\n";
  bool is_first = true;
  for (std::uint32_t unit = 0; unit < units_; ++unit) append_events(part(unit), trace, is_first);
  trace << "\n]\n";
  trace.close();
  return trace ? "" : "cannot write the trace " + path_ + ": " + std::strerror(errno);
}

}  // namespace dart::launcher
