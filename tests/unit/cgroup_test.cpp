// Tier: suite; sanitized

#include "memory/cgroup.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace dart {
namespace {

constexpr char v1_mounts[] =
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
    "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n";
constexpr char v2_mounts[] = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";

struct Case {
  const char* what;
  std::map<std::string, std::string> files;
  std::uint64_t bytes;  ///< 0: no limit
  std::string source;
};

const Case cases[] = {
    {"no cgroups", {{"proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/sda rw\n"}}, 0, ""},
    {"nothing at all", {}, 0, ""},
    {"version 2, own",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/job/step\n"},
      {"sys/fs/cgroup/job/step/memory.max", "1000\n"},
      {"sys/fs/cgroup/job/memory.max", "max\n"}},
     1000,
     "/sys/fs/cgroup/job/step/memory.max"},
    {"version 2, parent",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/job/step\n"},
      {"sys/fs/cgroup/job/step/memory.max", "3000\n"},
      {"sys/fs/cgroup/job/memory.max", "2000\n"}},
     2000,
     "/sys/fs/cgroup/job/memory.max"},
    {"version 2, soft limit",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/job\n"},
      {"sys/fs/cgroup/job/memory.max", "3000\n"},
      {"sys/fs/cgroup/job/memory.high", "2500\n"}},
     2500,
     "/sys/fs/cgroup/job/memory.high"},
    {"version 2, no limit",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/job\n"},
      {"sys/fs/cgroup/job/memory.max", "max\n"}},
     0,
     ""},
    {"version 2, in a namespace",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/\n"},
      {"sys/fs/cgroup/memory.max", "4000\n"}},
     4000,
     "/sys/fs/cgroup/memory.max"},
    {"version 1, parent",
     {{"proc/self/mountinfo", v1_mounts},
      {"proc/self/cgroup", "4:memory:/job/step\n3:cpuset:/other\n0::/\n"},
      {"sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "9223372036854771712\n"},
      {"sys/fs/cgroup/memory/job/memory.limit_in_bytes", "5000\n"},
      {"sys/fs/cgroup/cpuset/other/memory.limit_in_bytes", "1\n"}},
     5000,
     "/sys/fs/cgroup/memory/job/memory.limit_in_bytes"},
    {"version 1, in a container that sees its own cgroup only",
     {{"proc/self/mountinfo",
       "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"},
      {"proc/self/cgroup", "4:memory:/docker/abc/inner\n"},
      {"sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "7000\n"},
      {"sys/fs/cgroup/memory/memory.limit_in_bytes", "6000\n"}},
     6000,
     "/sys/fs/cgroup/memory/memory.limit_in_bytes"},
    {"outside of the namespace",
     {{"proc/self/mountinfo", v2_mounts},
      {"proc/self/cgroup", "0::/../other\n"},
      {"sys/fs/cgroup/memory.max", "8000\n"}},
     8000,
     "/sys/fs/cgroup/memory.max"},
};

TEST(Cgroup, LowestLimitOfOwnAndThoseAbove)
{
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / ("cgroup-test-" + std::to_string(getpid()));
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    for (const auto& [name, text] : c.files) {
      fs::create_directories((root / name).parent_path());
      std::ofstream(root / name) << text;
    }
    const auto limit = cgroup_memory_limit(root);
    EXPECT_EQ(c.bytes > 0, limit.has_value());
    if (limit) {
      EXPECT_EQ(c.bytes, limit->bytes);
      EXPECT_EQ(c.source, limit->source);
    }
    fs::remove_all(root);
  }
}

TEST(Cgroup, OfThisProcess)
{
  const auto limit = cgroup_memory_limit();
  if (limit) {
    EXPECT_TRUE(std::filesystem::exists(limit->source));
  }
}

}  // namespace
}  // namespace dart
