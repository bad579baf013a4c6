#include "numa.h"

#include <sched.h>

#include <fstream>

namespace dart::ib {
namespace {

constexpr int unknown = 1000;

}  // namespace

int numa_distance(const std::string& device)
{
  int node = -1;
  std::ifstream("/sys/class/infiniband/" + device + "/device/numa_node") >> node;
  unsigned cpu = 0;
  unsigned here = 0;
  if (node < 0 || getcpu(&cpu, &here) != 0) return unknown;
  std::ifstream row("/sys/devices/system/node/node" + std::to_string(here) + "/distance");
  int distance = unknown;
  for (int i = 0; i <= node; ++i) row >> distance;
  return row ? distance : unknown;
}

}  // namespace dart::ib
