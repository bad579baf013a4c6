#include <dash/detail/team/Combine.h>

#include <dash/detail/base/HostCopy.h>

namespace dash::detail {

void gather_bytes(Team& team, const void* mine, std::size_t nbytes, void* all)
{
  if (team.size() <= 1) {
    copy_host_bytes(all, mine, nbytes);
    return;
  }
  CheckedCall().result(
      dart_allgather(mine, all, nbytes, DART_TYPE_BYTE, team.dart_id()), "dart_allgather");
}

}  // namespace dash::detail
