#include "trace/trace_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace dart {
namespace {

constexpr std::size_t first_bytes = std::size_t(1) << 20;

}  // namespace

TraceFile::TraceFile(const std::string& path)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))
{
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), path);
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

/// Reserves disk space first, because an access to a mapped page without space would raise SIGBUS.
bool TraceFile::grow(std::size_t bytes)
{
  const std::size_t wanted = std::max({bytes, 2 * bytes_, first_bytes});
  void* mapped = MAP_FAILED;
  if (posix_fallocate(file_, 0, static_cast<off_t>(wanted)) == 0) {
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
