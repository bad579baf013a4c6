#include "trace_merge.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "given.h"
#include "trace/trace_output.h"

namespace dart::launcher {
namespace {

/// Adds the events of a unit's file.
void add_events(int part, trace::TraceOutput& trace)
{
  struct stat file{};
  if (fstat(part, &file) != 0 || file.st_size == 0) return;  // a unit that has written nothing
  const auto bytes = static_cast<std::size_t>(file.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, part, 0);
  if (mapped == MAP_FAILED) return;
  trace.add_lines({static_cast<const char*>(mapped), bytes});
  munmap(mapped, bytes);
}

}  // namespace

TraceMerge::TraceMerge(const std::string& path)
    : path_(std::filesystem::absolute(path)),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))
{
  if (file_ < 0) {
    throw UsageError(
        "--trace " + path + ": " + std::strerror(errno) + "; expected a file that can be written");
  }
}

TraceMerge::~TraceMerge()
{
  for (const int part : parts_) close(part);
  close(file_);
}

int TraceMerge::add_part()
{
  int part = trace::open_unnamed(std::filesystem::path(path_).parent_path());
  if (part < 0 && errno != EMFILE && errno != ENFILE) {
    std::error_code none;
    part = trace::open_unnamed(std::filesystem::temp_directory_path(none));
  }
  if (part >= 0) parts_.push_back(part);
  return part;
}

std::string TraceMerge::merge() const
{
  trace::TraceOutput trace(file_);
  for (const int part : parts_) add_events(part, trace);
  const int error = trace.finish();
  if (error == 0) return {};
  return "cannot write the trace " + path_ + ": " + std::strerror(error) +
         (error == EFBIG ? " (ulimit -f)" : "") + "; it is not complete";
}

}  // namespace dart::launcher
