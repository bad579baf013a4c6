#include "adapters.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace dart::info {
namespace {

namespace fs = std::filesystem;

/// First line of a file; empty if the file does not exist or the kernel refuses to show it.
std::string line_of(const fs::path& path)
{
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  line.erase(line.find_last_not_of(" \t\n") + 1);
  return line;
}

/// The word behind the number in lines such as "4: ACTIVE".
std::string word_of(const fs::path& path)
{
  const std::string line = line_of(path);
  const auto colon = line.find(": ");
  return colon == line.npos ? line : line.substr(colon + 2);
}

std::vector<std::string> entries(const fs::path& folder)
{
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The entries of a folder whose names are numbers, in ascending order.
std::vector<unsigned> numbered_entries(const fs::path& folder)
{
  std::vector<unsigned> numbers;
  for (const std::string& name : entries(folder)) {
    unsigned number = 0;
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data(), end, number).ptr == end) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

bool is_set(const std::string& gid)
{
  // The second half of a GID belongs to the port itself; the first half is the subnet's prefix.
  const auto own = gid.size() > 20 ? gid.substr(20) : gid;
  return own.find_first_not_of("0:") != own.npos;
}

std::vector<Gid> gids_of(const fs::path& port)
{
  std::vector<Gid> gids;
  for (const unsigned index : numbered_entries(port / "gids")) {
    const std::string number = std::to_string(index);
    const std::string gid = line_of(port / "gids" / number);
    if (!is_set(gid)) continue;
    gids.push_back(
        {index, gid, line_of(port / "gid_attrs" / "types" / number),
         line_of(port / "gid_attrs" / "ndevs" / number)});
  }
  return gids;
}

std::vector<AdapterPort> ports_of(const fs::path& adapter)
{
  std::vector<AdapterPort> ports;
  for (const unsigned number : numbered_entries(adapter / "ports")) {
    const fs::path folder = adapter / "ports" / std::to_string(number);
    AdapterPort port;
    port.number = number;
    port.state = word_of(folder / "state");
    port.active = port.state == "ACTIVE";
    port.link_layer = line_of(folder / "link_layer");
    port.rate = line_of(folder / "rate");
    port.gids = gids_of(folder);
    ports.push_back(std::move(port));
  }
  return ports;
}

/// The reason why verbs cannot open the adapter (its device file is missing, or this process may
/// not open it); empty if they can.
std::string device_trouble(const fs::path& root, const std::string& adapter)
{
  const fs::path verbs = root / "sys/class/infiniband_verbs";
  for (const std::string& device : entries(verbs)) {
    if (line_of(verbs / device / "ibdev") != adapter) continue;
    const fs::path file = root / "dev/infiniband" / device;
    if (access(file.c_str(), R_OK | W_OK) == 0) return {};
    const int error = errno;
    return file.string() + ": " + std::strerror(error) +
           (error == ENOENT ? "; give the device to the container" : "; allow access to it");
  }
  return "it has no device for verbs; load the kernel's module ib_uverbs";
}

}  // namespace

bool Adapter::usable() const
{
  return trouble.empty() && std::any_of(ports.begin(), ports.end(), [](const AdapterPort& port) {
           return port.active;
         });
}

std::vector<Adapter> inspect_adapters(const std::string& root)
{
  const fs::path top = root;
  const fs::path folder = top / "sys/class/infiniband";
  std::vector<Adapter> adapters;
  for (const std::string& name : entries(folder)) {
    Adapter adapter;
    adapter.name = name;
    adapter.firmware = line_of(folder / name / "fw_ver");
    std::error_code error;
    const fs::path device = fs::canonical(folder / name / "device", error);
    if (!error && fs::exists(device / "vendor", error)) adapter.pci_bus_id = device.filename();
    const std::string node = line_of(folder / name / "device" / "numa_node");
    if (!node.empty()) adapter.numa_node = std::atoi(node.c_str());
    adapter.trouble = device_trouble(top, name);
    adapter.ports = ports_of(folder / name);
    adapters.push_back(std::move(adapter));
  }
  return adapters;
}

}  // namespace dart::info
