#include "trace_merge.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "given.h"

namespace dart::launcher {
namespace {

/// A file in a folder that has no name.
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

/// The trace, written piece by piece.
class Writer {
 public:
  explicit Writer(int file) : file_(file) {}

  void add(std::string_view text)
  {
    constexpr std::size_t most_waiting = 1024 * 1024;
    waiting_ += text;
    if (waiting_.size() > most_waiting) flush();
  }
  /// \return 0, or the first error
  int flush()
  {
    for (std::string_view rest = waiting_; error_ == 0 && !rest.empty();) {
      const ssize_t count = write(file_, rest.data(), rest.size());
      if (count >= 0) {
        rest.remove_prefix(count);
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    waiting_.clear();
    return error_;
  }

 private:
  int file_;
  std::string waiting_;
  int error_ = 0;
};

/// Adds the complete lines of a unit's file, separated by commas.
void add_events(int part, Writer& trace, bool& is_first)
{
  struct stat file{};
  if (fstat(part, &file) != 0 || file.st_size == 0) return;  // a unit that has written nothing
  const auto bytes = static_cast<std::size_t>(file.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, part, 0);
  if (mapped == MAP_FAILED) return;
  std::string_view rest(static_cast<const char*>(mapped), bytes);
  // Behind the last line follow zeros. A process that was killed may have left a line without end.
  while (!rest.empty() && rest.front() != '\0') {
    const std::string_view line = rest.substr(0, rest.find_first_of({"\n\0", 2}));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty() || line.front() != '{' || line.back() != '}') continue;
    trace.add(is_first ? "" : ",\n");
    trace.add(line);
    is_first = false;
  }
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
  int part = open_unnamed(std::filesystem::path(path_).parent_path());
  if (part < 0 && errno != EMFILE && errno != ENFILE) {
    std::error_code none;
    part = open_unnamed(std::filesystem::temp_directory_path(none));
  }
  if (part >= 0) parts_.push_back(part);
  return part;
}

std::string TraceMerge::merge() const
{
  Writer trace(file_);
  trace.add("[\n");
  bool is_first = true;
  for (const int part : parts_) add_events(part, trace, is_first);
  trace.add("\n]\n");
  const int error = trace.flush();
  if (error == 0) return {};
  return "cannot write the trace " + path_ + ": " + std::strerror(error) +
         (error == EFBIG ? " (ulimit -f)" : "") + "; it is not complete";
}

}  // namespace dart::launcher
