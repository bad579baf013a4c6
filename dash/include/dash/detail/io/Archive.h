#pragma once

/// \file
/// The frame of an archive of arrays (".npz", a zip file without compression): where its parts lie.

#include <dash/detail/base/Macro.h>
#include <dash/detail/io/TeamFile.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dash::detail {

/// A file in an archive.
struct ArchiveMember {
  std::string name;
  std::size_t offset;  ///< where its content begins in the archive
  std::size_t bytes;
  std::uint32_t checksum;
};

/// The frame of a new archive.
class DASH_API ArchiveFrame {
 public:
  /// Lays out members one after the other. \param members  names and sizes
  explicit ArchiveFrame(std::vector<ArchiveMember> members);

  const std::vector<ArchiveMember>& members() const noexcept { return members_; }
  /// The size of the whole archive.
  std::size_t bytes() const noexcept { return bytes_; }

  void set_checksum(std::size_t member, std::uint32_t checksum)
  {
    members_[member].checksum = checksum;
  }
  /// Writes all but the content of the members. \throws std::runtime_error
  void write(const OpenFile& file) const;

 private:
  std::vector<ArchiveMember> members_;
  std::size_t directory_;  ///< where the directory begins
  std::size_t bytes_;
};

/// The members of an archive. \throws std::runtime_error  if it is none, or is compressed
DASH_API std::vector<ArchiveMember> read_archive(const OpenFile& file);

}  // namespace dash::detail
