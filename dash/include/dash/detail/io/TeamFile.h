#pragma once

/// \file
/// Files that the units of a team write or read together, and their agreement on what went wrong.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace dash::detail {

/// Throws io::FileError with the same text on all units if any unit has a \p failure: the text of
/// the first one, with the unit's number. Collective; synchronises.
DASH_API void agree_on_failure(Team& team, const std::string& failure);

/// Runs the calling unit's part of an operation, then agrees on its failure. Collective.
template <class Part>
void together(Team& team, Part&& part)
{
  std::string failure;
  try {
    part();
  } catch (const std::exception& error) {
    failure = error.what();
    if (failure.empty()) failure = "an exception without a text";
  }
  agree_on_failure(team, failure);
}

/// Runs a part on unit 0 alone, then agrees on its failure. Collective.
template <class Part>
void at_first_unit(Team& team, Part&& part)
{
  together(team, [&] {
    if (team.myid().id == 0) part();
  });
}

/// Gives all units the bytes that unit 0 has. Collective.
DASH_API void share_bytes(Team& team, std::vector<std::byte>& bytes);

/// The text of a failed call of the system: file, what was tried, and why it failed.
[[noreturn]] DASH_API void throw_system_error(
    const std::string& path, const std::string& tried, int error);

/// Throws if there is something at \p path that is no regular file, such as a device, a FIFO or a
/// folder: a new file would replace it, and data that was written there could not be read again.
/// Whatever writes files calls this before. Follows links. \throws std::runtime_error
DASH_API void require_place_for_file(const std::string& path);

/// An open file of this process.
class DASH_API OpenFile {
 public:
  OpenFile() = default;
  /// \throws std::runtime_error  if it cannot be opened
  OpenFile(const std::string& path, int flags);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&& other) noexcept;
  ~OpenFile();

  bool is_open() const noexcept { return descriptor_ >= 0; }
  const std::string& path() const noexcept { return path_; }
  std::size_t size() const;
  /// What tells the file from all others of the system.
  struct Identity {
    std::uint64_t device;
    std::uint64_t number;

    friend bool operator==(const Identity&, const Identity&) = default;
  };
  Identity identity() const;

  /// Writes or reads all bytes. \throws std::runtime_error  if it cannot
  void write(std::size_t offset, const void* data, std::size_t bytes) const;
  void read(std::size_t offset, void* data, std::size_t bytes) const;
  void resize(std::size_t bytes) const;
  /// Waits until the file is on its medium.
  void sync() const;
  void close();

 private:
  std::string path_;
  int descriptor_ = -1;
};

/// A file that appears as a whole or not at all: it is written beside its name (".part" behind it),
/// and gets the name when all units have written their parts to the medium. If it is destroyed
/// before, nothing remains.
class DASH_API NewFile {
 public:
  /// Creates the file. Collective. \throws io::FileError
  NewFile(Team& team, const std::string& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  /// The name that it will have, and the one that it has now.
  const std::string& path() const noexcept { return path_; }
  const std::string& path_aside() const noexcept { return aside_; }
  /// The calling unit's access, which begins with \c open.
  const OpenFile& file() const noexcept { return file_; }
  OpenFile& file() noexcept { return file_; }

  /// Opens the file that unit 0 has created. Collective. \throws io::FileError
  void open();
  /// Writes what is left to the medium, then gives the file its name. Collective.
  /// \throws io::FileError
  void finish();

 private:
  Team& team_;
  std::string path_;
  std::string aside_;
  OpenFile file_;
  bool is_mine_ = false;  ///< whether this unit has to remove what is there
};

/// Gives a file that is complete and on the medium its name, also on the medium.
/// \throws std::runtime_error
DASH_API void rename_file(const std::string& from, const std::string& to);

}  // namespace dash::detail
