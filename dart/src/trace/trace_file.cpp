#include "trace/trace_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "base/file_limit.h"

namespace dart {
namespace {

constexpr std::size_t first_bytes = std::size_t(1) << 20;

}  // namespace

TraceFile::TraceFile(int file) : file_(file)
{
  struct stat status{};
  const int flags = fcntl(file, F_GETFL);
  const bool is_ours = flags >= 0 && (flags & O_ACCMODE) == O_RDWR && fstat(file, &status) == 0 &&
                       S_ISREG(status.st_mode);
  if (!is_ours) {
    throw std::system_error(
        EBADF, std::generic_category(), "descriptor " + std::to_string(file) + " for the trace");
  }
  fcntl(file, F_SETFD, FD_CLOEXEC);
  if (status.st_size > 0 && grow(static_cast<std::size_t>(status.st_size))) find_end();
}

TraceFile::~TraceFile()
{
  if (begin_ != nullptr) munmap(begin_, bytes_);
  close(file_);
}

bool TraceFile::add(std::string_view line)
{
  std::lock_guard guard(mutex_);
  const std::size_t needed = used_ + line.size() + 1;
  if (is_full_ || (needed > bytes_ && !grow(needed))) return false;
  std::memcpy(begin_ + used_, line.data(), line.size());
  begin_[needed - 1] = '\n';
  used_ = needed;
  return true;
}

std::string TraceFile::lines()
{
  std::lock_guard guard(mutex_);
  return {begin_, used_};
}

/// Skips what an earlier process has written, which may have ended in the middle of a line.
void TraceFile::find_end()
{
  used_ = bytes_;
  while (used_ > 0 && begin_[used_ - 1] == '\0') --used_;
  if (used_ > 0 && begin_[used_ - 1] != '\n' && used_ < bytes_) begin_[used_++] = '\n';
}

/// Reserves disk space first, because an access to a mapped page without space would raise SIGBUS.
bool TraceFile::grow(std::size_t bytes)
{
  const std::size_t wanted = std::max({bytes, 2 * bytes_, first_bytes});
  void* mapped = MAP_FAILED;
  if (file_limit_permits(wanted) && posix_fallocate(file_, 0, static_cast<off_t>(wanted)) == 0) {
    mapped = begin_ == nullptr ? mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                               : mremap(begin_, bytes_, wanted, MREMAP_MAYMOVE);
  }
  is_full_ = mapped == MAP_FAILED;
  if (is_full_) return false;
  begin_ = static_cast<char*>(mapped);
  bytes_ = wanted;
  return true;
}

}  // namespace dart
