#pragma once

/// \file
/// Huge pages that the system keeps for programs which ask for them.

#include <cstddef>
#include <cstdint>

#include "job/job.h"

namespace dart {

/// A file of reserved huge pages, which the units of a host share. Unlike other memory it has no
/// pages of its own until they are taken: an access before that ends the process.
class ReservedPages {
 public:
  static constexpr std::size_t page_bytes = std::size_t(2) << 20;

  ReservedPages() = default;
  ~ReservedPages();
  ReservedPages(const ReservedPages&) = delete;
  ReservedPages& operator=(const ReservedPages&) = delete;

  bool is_open() const { return file_ >= 0; }

  /// Unit 0 of the host makes the file; a barrier of the host has to follow.
  /// \throws std::runtime_error if the system has no such files
  void create(JobBlock& job, std::uint64_t bytes);
  /// The others open it after the barrier. No effect if unit 0 has made none. The file of unit 0
  /// has to stay open until another barrier.
  /// \throws std::runtime_error if this process may not
  void open(const JobBlock& job);

  /// Maps a part of the file in place of what is mapped there. \return whether it works
  bool map(std::byte* address, std::size_t bytes, std::uint64_t offset) const;

  /// Takes pages for a part of the file. \return false if there are too few; then none is taken
  bool take(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  int file_ = -1;
};

/// Numbers of reserved huge pages of ReservedPages::page_bytes.
struct ReservedPageCounts {
  std::uint64_t all = 0;
  std::uint64_t free = 0;       ///< which nobody has taken
  std::uint64_t on_demand = 0;  ///< how many the system may add
};

/// What the system has now; zeros where it has no such pages.
ReservedPageCounts count_reserved_pages();

/// Where the system takes the number of pages that it may add.
inline constexpr char reserved_pages_setting[] =
    "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_overcommit_hugepages";

}  // namespace dart
