#include "team/group.h"

#include <new>
#include <utility>

#include "base/log.h"

namespace dart {
namespace {

using Groups = TokenTable<Group, TokenKind::group>;
constinit Groups all_groups;

Groups::Token token_of(dart_group_t handle)
{
  return reinterpret_cast<Groups::Token>(handle);
}

}  // namespace

Group* find_group(dart_group_t handle)
{
  return all_groups.find(token_of(handle));
}

Group* known_group(dart_group_t handle, const char* function)
{
  Group* const group = find_group(handle);
  if (group == nullptr) {
    log(LogLevel::error,
        handle == DART_GROUP_NULL
            ? "%s: the group is null"
            : "%s: no such group: it, or a copy of its handle, was destroyed already, or another "
              "unit has created it",
        function);
  }
  return group;
}

dart_group_t hand_out(Group group)
{
  return reinterpret_cast<dart_group_t>(all_groups.add(std::move(group)));
}

void hand_out(std::vector<Group> groups, dart_group_t* handles)
{
  std::size_t made = 0;
  try {
    for (; made < groups.size(); ++made) handles[made] = hand_out(std::move(groups[made]));
  } catch (const std::bad_alloc&) {
    while (made > 0) end_group(std::exchange(handles[--made], DART_GROUP_NULL));
    throw;
  }
}

bool end_group(dart_group_t handle)
{
  return all_groups.remove(token_of(handle));
}

}  // namespace dart
