#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/io/TeamFile.h>
#include <dash/detail/team/Combine.h>
#include <dash/io/FileError.h>

#include <dash/dart/if/dart.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace dash::detail {

namespace {

/// Gives all units the bytes of one unit, which all know how many they are.
void broadcast_bytes(Team& team, void* data, std::size_t bytes, int from)
{
  if (bytes == 0 || team.size() <= 1) return;
  CheckedCall().result(
      dart_bcast(data, bytes, DART_TYPE_BYTE, dart_team_unit_t{from}, team.dart_id()),
      "dart_bcast");
}

}  // namespace

void agree_on_failure(Team& team, const std::string& failure)
{
  constexpr int none = std::numeric_limits<int>::max();
  const int me = team.myid().id;
  const int first = min_over_units(team, failure.empty() ? none : me);
  if (first == none) return;
  std::size_t length = failure.size();
  broadcast_bytes(team, &length, sizeof length, first);
  std::string text = failure;
  text.resize(length);
  broadcast_bytes(team, text.data(), length, first);
  const int unit = team.global_id(team_unit_t{first}).id;
  throw io::FileError(team, "[ Unit " + std::to_string(unit) + " ] " + text);
}

void share_bytes(Team& team, std::vector<std::byte>& bytes)
{
  std::size_t length = bytes.size();
  broadcast_bytes(team, &length, sizeof length, 0);
  bytes.resize(length);
  broadcast_bytes(team, bytes.data(), length, 0);
}

void throw_system_error(const std::string& path, const std::string& tried, int error)
{
  throw std::runtime_error(
      "dash::io: '" + path + "': cannot " + tried + ": " + std::strerror(error));
}

namespace {

/// What is no regular file, with an article.
const char* kind_of(mode_t mode)
{
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return "a folder";
    case S_IFCHR:
    case S_IFBLK:
      return "a device";
    case S_IFIFO:
      return "a FIFO or pipe";
    case S_IFSOCK:
      return "a socket";
    default:
      return "something else";
  }
}

}  // namespace

void require_place_for_file(const std::string& path)
{
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return;
  throw std::runtime_error(
      "dash::io: '" + path + "': there is " + kind_of(status.st_mode) +
      " of this name; give the name of a regular file, or one that does not exist");
}

OpenFile::OpenFile(const std::string& path, int flags) : path_(path)
{
  descriptor_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const bool writes = (flags & (O_WRONLY | O_RDWR)) != 0;
    throw_system_error(
        path,
        (flags & O_CREAT) ? "create"
        : writes          ? "open for writing"
                          : "open",
        errno);
  }
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1))
{}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept
{
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

OpenFile::~OpenFile()
{
  if (is_open()) ::close(descriptor_);
}

std::size_t OpenFile::size() const
{
  struct stat status;
  if (fstat(descriptor_, &status) != 0) throw_system_error(path_, "read the size", errno);
  return static_cast<std::size_t>(status.st_size);
}

OpenFile::Identity OpenFile::identity() const
{
  struct stat status;
  if (fstat(descriptor_, &status) != 0) throw_system_error(path_, "read the status", errno);
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

void OpenFile::write(std::size_t offset, const void* data, std::size_t bytes) const
{
  const auto* from = static_cast<const std::byte*>(data);
  while (bytes > 0) {
    const ssize_t written = ::pwrite(descriptor_, from, bytes, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      throw_system_error(
          path_, "write " + std::to_string(bytes) + " bytes", written < 0 ? errno : ENOSPC);
    }
    from += written;
    offset += static_cast<std::size_t>(written);
    bytes -= static_cast<std::size_t>(written);
  }
}

void OpenFile::read(std::size_t offset, void* data, std::size_t bytes) const
{
  auto* to = static_cast<std::byte*>(data);
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor_, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_system_error(path_, "read " + std::to_string(bytes) + " bytes", errno);
    if (got == 0) {
      throw std::runtime_error(
          "dash::io: '" + path_ + "': the file is too short: it ends at byte " +
          std::to_string(offset) + ", where " + std::to_string(bytes) + " more are expected");
    }
    to += got;
    offset += static_cast<std::size_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

void OpenFile::resize(std::size_t bytes) const
{
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
    throw_system_error(path_, "make room for " + std::to_string(bytes) + " bytes", errno);
  }
}

void OpenFile::sync() const
{
  // Some file systems have nothing to write and say so.
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) {
    throw_system_error(path_, "write to the medium", errno);
  }
}

void OpenFile::close()
{
  if (!is_open()) return;
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
    throw_system_error(path_, "close", errno);
  }
}

NewFile::NewFile(Team& team, const std::string& path) : team_(team), path_(path)
{
  // A link stays; the file that it names is replaced.
  std::error_code ignored;
  if (std::filesystem::is_symlink(path, ignored)) {
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    if (!ignored) path_ = target.string();
  }
  aside_ = path_ + ".part";
  at_first_unit(team_, [&] {
    require_place_for_file(path);  // not path_, which tells nothing of what /dev/stdout leads to
    ::unlink(aside_.c_str());      // what a run that was killed has left
    file_ = OpenFile(aside_, O_RDWR | O_CREAT | O_EXCL);
    is_mine_ = true;
  });
}

NewFile::~NewFile()
{
  if (is_mine_) ::unlink(aside_.c_str());
}

void NewFile::open()
{
  OpenFile::Identity identity{};
  together(team_, [&] {
    if (!file_.is_open()) file_ = OpenFile(aside_, O_RDWR);
    identity = file_.identity();
  });
  // Hosts may number devices differently; the number of the file is the same.
  const OpenFile::Identity mine = identity;
  broadcast_bytes(team_, &identity, sizeof identity, 0);
  together(team_, [&] {
    if (identity.number == mine.number) return;
    throw std::runtime_error(
        "dash::io: '" + path_ +
        "': units see different files of this name: another run writes it, "
        "or it is in a folder that hosts do not share");
  });
}

void NewFile::finish()
{
  together(team_, [&] {
    if (!file_.is_open()) return;
    file_.sync();
    if (team_.myid().id != 0) file_.close();
  });
  at_first_unit(team_, [&] {
    if (file_.is_open() && OpenFile(aside_, O_RDONLY).identity() != file_.identity()) {
      throw std::runtime_error("dash::io: '" + path_ + "': another run writes this file, too");
    }
    file_.close();
    rename_file(aside_, path_);
    is_mine_ = false;
  });
}

void rename_file(const std::string& from, const std::string& to)
{
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    throw_system_error(to, "give the complete file this name", errno);
  }
  auto folder = std::filesystem::path(to).parent_path();
  if (folder.empty()) folder = ".";
  OpenFile(folder.string(), O_RDONLY | O_DIRECTORY).sync();
}

}  // namespace dash::detail
