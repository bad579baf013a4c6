#include "transfer/target.h"

namespace dart {

dart_ret_t refuse(Runtime& rt, dart_gptr_t gptr, const char* function)
{
  const Team* team = rt.team(gptr.teamid);
  if (DART_GPTR_ISNULL(gptr)) {
    log(LogLevel::error, "%s: the global pointer is null", function);
  } else if (team == nullptr) {
    log(LogLevel::error, "%s: global pointer into team %d, which does not exist on this unit",
        function, gptr.teamid);
  } else if (team->segment(gptr.segid) == nullptr) {
    log(LogLevel::error, "%s: team %d has no segment %d (freed already?)", function, gptr.teamid,
        gptr.segid);
  } else {
    log(LogLevel::error, "%s: global pointer to unit %d, but team %d has %u units", function,
        gptr.unitid, gptr.teamid, team->size());
  }
  return DART_ERR_INVAL;
}

Segment* find_segment(Runtime& rt, dart_gptr_t gptr, const char* function)
{
  const Team* team = rt.team(gptr.teamid);
  Segment* segment = team == nullptr ? nullptr : team->segment(gptr.segid);
  if (segment == nullptr) refuse(rt, gptr, function);
  return segment;
}

}  // namespace dart
