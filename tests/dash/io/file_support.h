#pragma once

/// \file
/// What the tests of files have in common: a folder for each test, and Python with NumPy.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Bcast.h>
#include <dash/io/FileError.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "dash_test_base.h"
#include "refusals.h"
#include "team_folder.h"

namespace dash::test {

/// Fixture with a folder that all units know, and that is removed at the end.
class FileTest : public TestBase {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    folder_.emplace(dash::Team::All());
  }

  void TearDown() override
  {
    dash::barrier();
    folder_.reset();
    TestBase::TearDown();
  }

  /// A file in the folder.
  std::string path(const std::string& name) const { return folder_->path() + "/" + name; }

  /// Runs a program of Python in the folder on unit 0. \return whether it ended well, on all units
  bool python(const std::string& program)
  {
    dash::barrier();
    int status = 0;
    if (dash::myid().id == 0) {
      std::ofstream(path("program.py")) << program;
      status = std::system(("cd '" + folder_->path() +
                            "' && env -u LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 " DASH_TEST_PYTHON
                            " program.py")
                               .c_str());
    }
    dash::broadcast(&status, &status + 1, dash::team_unit_t{0});
    return status == 0;
  }

  /// Whether Python has a module, such as numpy.
  bool python_has(const std::string& module)
  {
    return python(
        "import importlib.util, sys\nsys.exit(importlib.util.find_spec('" + module + "') is None)");
  }

  /// Expects that an operation refuses to write to a name that belongs to a FIFO, and to a link
  /// there, and leaves both as they are. Collective.
  template <class Write>
  void expect_only_files_are_written(Write write)
  {
    const std::string fifo = path("fifo"), link = path("link");
    if (dash::myid().id == 0) {
      EXPECT_EQ(0, mkfifo(fifo.c_str(), 0600));
      EXPECT_EQ(0, symlink("fifo", link.c_str()));
    }
    dash::barrier();
    for (const std::string& name : {fifo, link}) {
      const std::string text = error_of<dash::io::FileError>([&] { write(name); });
      EXPECT_NE(std::string::npos, text.find("'" + name + "': there is a FIFO")) << text;
      EXPECT_EQ(0u, text.find("[ Unit 0 ]")) << text;
      EXPECT_FALSE(std::filesystem::exists(name + ".part"));
    }
    EXPECT_TRUE(std::filesystem::is_fifo(fifo));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
  }

 private:
  std::optional<TeamFolder> folder_;
};

}  // namespace dash::test
