#pragma once

/// \file
/// Files of a team, and damage to them.

#include <dash/Team.h>
#include <dash/io/FileError.h>

#include <cstddef>
#include <string>

#include "stress.h"
#include "team_folder.h"

namespace dash::stress {

/// A file that all units of a team know, in a folder that ends with the object. The units have read
/// it before: the check of an algorithm is a barrier.
class TeamFile {
 public:
  /// Collective.
  explicit TeamFile(dash::Team& team);

  const std::string& path() const { return path_; }
  /// All bytes of it. Collective, as are the functions below.
  std::string bytes() const;
  /// One unit writes it anew.
  void assign(const std::string& bytes) const;

 private:
  dash::Team& team_;
  dash::test::TeamFolder folder_;
  std::string path_;
};

/// Bytes without the last ones, or with others behind them.
std::string cut_or_extended(Random& random, std::string bytes);

/// Bytes that were changed, cut or extended in some places.
std::string damaged(Random& random, std::string bytes);

/// The most bytes that the calling process has had in memory so far.
std::size_t peak_of_memory();

/// Whether a file is refused. What it says must not make a reader take more memory than files of
/// these sizes can need.
/// \throws Failure if it does
template <class Read>
bool refuses_file(const char* name, Read read)
{
  constexpr std::size_t allowed = std::size_t{64} << 20;
  const std::size_t before = peak_of_memory();
  const bool is_refused = refuses<dash::io::FileError>(read);
  const std::size_t grown = peak_of_memory() - before;
  require(grown < allowed, name, " takes ", grown, " bytes of memory");
  return is_refused;
}

}  // namespace dash::stress
