#include <dash/detail/team/Combine.h>

#include <dash/Exception.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/team/Unwinding.h>

#include <string>

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

void throw_different_initial_values(const Team& team)
{
  throw_together<exception::InvalidArgument>(
      team, std::string(name_of_call()) +
                ": units pass different initial values; all of them have to pass the same one");
}

}  // namespace dash::detail
