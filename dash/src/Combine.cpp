#include <dash/detail/team/Combine.h>

#include <cstring>

namespace dash::detail {

void gather_bytes(Team& team, const void* mine, std::size_t nbytes, void* all)
{
  if (team.size() <= 1) {
    std::memcpy(all, mine, nbytes);
    return;
  }
  CheckedCall().result(
      dart_allgather(mine, all, nbytes, DART_TYPE_BYTE, team.dart_id()), "dart_allgather");
}

}  // namespace dash::detail
