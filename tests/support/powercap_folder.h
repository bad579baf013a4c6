#pragma once

/// \file
/// Counters of energy in files of a test.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace dash::test {

/// A folder like /sys/class/powercap, which is removed at the end of its scope.
class PowercapFolder {
 public:
  PowercapFolder()
  {
    std::string name = testing::TempDir() + "powercapXXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "a folder " + name);
    }
    path_ = name;
  }
  PowercapFolder(const PowercapFolder&) = delete;
  PowercapFolder& operator=(const PowercapFolder&) = delete;
  ~PowercapFolder() { std::filesystem::remove_all(path_); }

  /// Adds a zone.
  /// \param name   of what it counts
  /// \param range  at which the counter begins again
  void add(
      const std::string& zone, const std::string& name, std::uint64_t microjoules,
      std::uint64_t range = 1'000'000'000) const
  {
    std::filesystem::create_directory(path_ / zone);
    write(zone, "name", name);
    write(zone, "max_energy_range_uj", std::to_string(range));
    set(zone, microjoules);
  }
  /// Sets the counter of a zone.
  void set(const std::string& zone, std::uint64_t microjoules) const
  {
    write(zone, "energy_uj", std::to_string(microjoules));
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  void write(const std::string& zone, const char* file, const std::string& text) const
  {
    std::ofstream(path_ / zone / file) << text << '\n';
  }

  std::filesystem::path path_;
};

}  // namespace dash::test
