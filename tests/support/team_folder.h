#pragma once

/// \file
/// A folder for the files of a test.

#include <dash/Team.h>
#include <dash/dart/if/dart_communication.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace dash::test {

/// A folder that all units of a team know, and that ends with the object. By then, the units no
/// longer use what is in it.
class TeamFolder {
 public:
  /// Collective.
  /// \throws std::runtime_error on the first unit if it cannot make the folder
  explicit TeamFolder(dash::Team& team) : is_mine_(team.myid().id == 0)
  {
    std::array<char, 256> name{};
    if (is_mine_) {
      // mkdtemp puts other characters in the place of each X.
      const auto pattern = (std::filesystem::temp_directory_path() / "dash-test-XXXXXX").string();
      pattern.copy(name.data(), name.size() - 1);
      if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("no folder can be made like " + pattern);
    }
    dart_bcast(name.data(), name.size(), DART_TYPE_BYTE, dart_team_unit_t(0), team.dart_id());
    path_ = name.data();
  }
  ~TeamFolder()
  {
    std::error_code ignored;
    if (is_mine_) std::filesystem::remove_all(path_, ignored);
  }
  TeamFolder(const TeamFolder&) = delete;
  TeamFolder& operator=(const TeamFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  bool is_mine_;
  std::string path_;
};

}  // namespace dash::test
