#include "job/unit_table.h"

#include <set>

namespace dart {

bool UnitTable::share_cores() const
{
  std::set<int> cores;
  std::size_t here = 0;
  for (const UnitInfo& info : infos_) {
    if (!info.place.is_on_machine_of(mine().place)) continue;
    cores.insert(info.place.cpu);
    ++here;
  }
  return cores.size() != here;
}

}  // namespace dart
