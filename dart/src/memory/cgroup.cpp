#include "memory/cgroup.h"

#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace dart {
namespace {

/// A mounted hierarchy of cgroups that limits memory.
struct Hierarchy {
  bool is_v2;
  std::string mount;  ///< where it is mounted
  std::string top;    ///< the cgroup that is visible there
};

std::vector<std::string> words_of(const std::string& line)
{
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool has_item(std::string_view list, std::string_view item)
{
  return (',' + std::string(list) + ',').find(',' + std::string(item) + ',') != std::string::npos;
}

/// Reads lines like "32 31 0:29 TOP MOUNT rw shared:9 - cgroup SOURCE rw,memory".
std::vector<Hierarchy> hierarchies(const std::string& root)
{
  std::vector<Hierarchy> found;
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const auto dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const auto place = words_of(line.substr(0, dash)), kind = words_of(line.substr(dash + 3));
    if (place.size() < 5 || kind.size() < 3) continue;
    const bool is_v2 = kind[0] == "cgroup2";
    if (is_v2 || (kind[0] == "cgroup" && has_item(kind[2], "memory"))) {
      found.push_back({is_v2, place[4], place[3]});
    }
  }
  return found;
}

/// The process's cgroup; lines are like "0::PATH" (version 2) and "4:memory:PATH".
std::string own_path(const std::string& root, bool is_v2)
{
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (is_v2 ? controllers.empty() : has_item(controllers, "memory")) {
      return line.substr(second + 1);
    }
  }
  return {};
}

/// The path below the mount; empty for the cgroup that is mounted itself, and for one that is not
/// visible here.
std::string path_below(const Hierarchy& hierarchy, const std::string& path)
{
  const std::string top = hierarchy.top == "/" ? "" : hierarchy.top;
  const bool is_below = path.compare(0, top.size(), top) == 0 && path.find("/..") == path.npos;
  const std::string below = is_below ? path.substr(top.size()) : "";
  return below == "/" || (!below.empty() && below[0] != '/') ? "" : below;
}

void lower(std::optional<MemoryLimit>& lowest, const std::string& root, const std::string& file)
{
  std::uint64_t bytes = 0;
  // "max" is no number.
  if (!(std::ifstream(root + file) >> bytes)) return;
  if (!lowest || bytes < lowest->bytes) lowest = MemoryLimit{bytes, file};
}

}  // namespace

std::optional<MemoryLimit> cgroup_memory_limit(const std::string& root)
{
  std::optional<MemoryLimit> lowest;
  for (const Hierarchy& hierarchy : hierarchies(root)) {
    std::string below = path_below(hierarchy, own_path(root, hierarchy.is_v2));
    for (;;) {
      const std::string folder = hierarchy.mount + below + '/';
      if (hierarchy.is_v2) {
        lower(lowest, root, folder + "memory.max");
        lower(lowest, root, folder + "memory.high");  // beyond it, processes hardly go on
      } else {
        lower(lowest, root, folder + "memory.limit_in_bytes");
      }
      if (below.empty()) break;
      below.resize(below.rfind('/'));
    }
  }
  return lowest;
}

}  // namespace dart
